import { Application } from '../../../db/models/application'
import type { Environment } from '../../../db/models/environment'
import { readDeployedSpecs, type DeployedSpecs } from './deployed-specs'
import type { RunningProcess } from './process-views'

/**
 * The processes that the controller last said run in an environment, or are to, in no order.
 *
 * @param specs what their deployments run, for those who have read it already
 */
export async function readRunningProcesses(
  environment: Environment,
  specs?: DeployedSpecs,
): Promise<RunningProcess[]> {
  const { processes = [], instances = [] } = environment.status ?? {}
  const applications = await Application.findAll({
    where: { id: [...new Set(processes.map(({ applicationId }) => applicationId))] },
    attributes: ['id', 'name'],
  })
  const nameById = new Map(applications.map(({ id, name }) => [id, name]))
  const deployed = specs ?? (await readDeployedSpecs(environment))
  return processes.map((process) => ({
    id: process.id,
    applicationId: process.applicationId,
    applicationName: nameById.get(process.applicationId) ?? process.applicationId,
    versionName: deployed.get(process.deployment)?.get(process.applicationId)?.versionName,
    phase: process.phase,
    instanceId: instances.find(({ clientToken }) => clientToken === process.clientToken)?.instanceId,
    startedEpoch: process.startedEpoch,
    restarts: process.restarts,
    ...(process.crashLoopEpoch !== undefined && { isUnstable: true as const }),
    memoryKills: process.memoryKills,
    message: process.message,
    outputFault: process.outputFault,
  }))
}
