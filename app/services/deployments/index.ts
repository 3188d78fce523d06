import { bindServices, type Dependencies } from '../dependencies'
import { getEnvironmentVersion, getLatestEnvironmentVersion } from './get-environment-version'
import { getPatchView } from './get-patch-view'
import { listEnvironmentDeployments } from './list-environment-deployments'
import { patchDeployment } from './patch-deployment'

export const deploymentServices = (dependencies: Dependencies) =>
  bindServices(dependencies, {
    getEnvironmentVersion,
    getLatestEnvironmentVersion,
    getPatchView,
    listEnvironmentDeployments,
    patchDeployment,
  })
