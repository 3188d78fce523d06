import { bindServices, type Dependencies } from '../dependencies'
import { estimateCharges } from './estimate-charges'
import { listCostExamples } from './list-cost-examples'

export const pricingServices = (dependencies: Dependencies) =>
  bindServices(dependencies, { estimateCharges, listCostExamples })
