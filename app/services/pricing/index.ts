import { bindServices, type Dependencies } from '../dependencies'
import { estimateCharges } from './estimate-charges'
import { findSavings, listCostExamples } from './list-cost-examples'

export const pricingServices = (dependencies: Dependencies) =>
  bindServices(dependencies, { estimateCharges, findSavings, listCostExamples })
