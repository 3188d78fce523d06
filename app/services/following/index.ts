import { bindServices, type Dependencies } from '../dependencies'
import { followDeployment } from './follow-deployment'
import { followEnvironment } from './follow-environment'

export const followingServices = (dependencies: Dependencies) =>
  bindServices(dependencies, { followDeployment, followEnvironment })
