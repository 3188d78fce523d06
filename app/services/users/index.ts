import { bindServices, type Dependencies } from '../dependencies'
import { listUsers } from './list-users'

export const userServices = (dependencies: Dependencies) => bindServices(dependencies, { listUsers })
