import { bindServices, type Dependencies } from '../dependencies'
import { approveDeployment, declineDeployment } from './decide-approval'
import { getDeployment } from './get-deployment'
import { getDeploymentHistory } from './get-deployment-history'
import { getEnvironmentVersion, getLatestEnvironmentVersion } from './get-environment-version'
import { getPatchView } from './get-patch-view'
import { getPromoteView } from './get-promote-view'
import { getRevertView } from './get-revert-view'
import { listEnvironmentDeployments } from './list-environment-deployments'
import { patchDeployment } from './patch-deployment'
import { promoteDeployment } from './promote-deployment'
import { restartApplication } from './restart-application'
import { retryDeployment } from './retry-deployment'
import { revertDeployment } from './revert-deployment'
import { stopDeployment } from './stop-deployment'

export const deploymentServices = (dependencies: Dependencies) =>
  bindServices(dependencies, {
    approveDeployment,
    declineDeployment,
    getDeployment,
    getDeploymentHistory,
    getEnvironmentVersion,
    getLatestEnvironmentVersion,
    getPatchView,
    getPromoteView,
    getRevertView,
    listEnvironmentDeployments,
    patchDeployment,
    promoteDeployment,
    restartApplication,
    retryDeployment,
    revertDeployment,
    stopDeployment,
  })
