import { bindServices, type Dependencies } from '../dependencies'
import { getDeploymentHistory } from './get-deployment-history'
import { getEnvironmentVersion, getLatestEnvironmentVersion } from './get-environment-version'
import { getPatchView } from './get-patch-view'
import { getPromoteView } from './get-promote-view'
import { listEnvironmentDeployments } from './list-environment-deployments'
import { patchDeployment } from './patch-deployment'
import { promoteDeployment } from './promote-deployment'

export const deploymentServices = (dependencies: Dependencies) =>
  bindServices(dependencies, {
    getDeploymentHistory,
    getEnvironmentVersion,
    getLatestEnvironmentVersion,
    getPatchView,
    getPromoteView,
    listEnvironmentDeployments,
    patchDeployment,
    promoteDeployment,
  })
