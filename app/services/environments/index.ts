import { bindServices, type Dependencies } from '../dependencies'
import { createEnvironment } from './create-environment'
import { deleteEnvironment } from './delete-environment'
import { examineEnvironment } from './examine-environment'
import { getEnvironment } from './get-environment'
import { getEnvironmentCreateIndex } from './get-environment-create-index'
import { getEnvironmentOverview } from './get-environment-overview'
import { getEnvironmentResources } from './get-environment-resources'
import { getEnvironmentStatus } from './get-environment-status'
import { getProcessOutput } from './get-process-output'
import { getRequestedDeployment } from './get-requested-deployment'
import { getRunningApplication } from './get-running-application'
import { getScale } from './get-scale'
import { listEnvironmentLogs } from './list-environment-logs'
import { listEnvironmentProcesses, listEnvironmentProcessPage } from './list-environment-processes'
import { listEnvironments } from './list-environments'
import { listRunningApplications } from './list-running-applications'
import { listRunningProcesses } from './list-running-processes'
import { overrideApplication } from './override-application'
import { renameEnvironment } from './rename-environment'
import { setSpotStrategy } from './set-spot-strategy'
import { setNotifications } from './set-notifications'
import { setProtection } from './set-protection'
import { setCostStep } from './set-cost-step'
import { setSuperseding } from './set-superseding'
import { setWatchTime } from './set-watch-time'

export const environmentServices = (dependencies: Dependencies) =>
  bindServices(dependencies, {
    createEnvironment,
    deleteEnvironment,
    examineEnvironment,
    getEnvironment,
    getEnvironmentCreateIndex,
    getEnvironmentOverview,
    getEnvironmentResources,
    getEnvironmentStatus,
    getProcessOutput,
    getRequestedDeployment,
    getRunningApplication,
    getScale,
    listEnvironmentLogs,
    listEnvironmentProcesses,
    listEnvironmentProcessPage,
    listEnvironments,
    listRunningApplications,
    listRunningProcesses,
    overrideApplication,
    renameEnvironment,
    setSpotStrategy,
    setNotifications,
    setProtection,
    setCostStep,
    setSuperseding,
    setWatchTime,
  })
