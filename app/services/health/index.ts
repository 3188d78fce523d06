import { bindServices, type Dependencies } from '../dependencies'
import { checkHealth } from './check-health'

export const healthServices = (dependencies: Dependencies) => bindServices(dependencies, { checkHealth })
