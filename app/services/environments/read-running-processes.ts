import { Application } from '../../../db/models/application'
import { Deployment } from '../../../db/models/deployment'
import type { Environment } from '../../../db/models/environment'
import { EnvironmentVersion } from '../../../db/models/environment-version'
import type { RunningProcess } from './process-views'

/** The processes that the controller last said run in an environment, or are to, in no order. */
export async function readRunningProcesses({ status }: Environment): Promise<RunningProcess[]> {
  const { processes = [], instances = [] } = status ?? {}
  const applications = await Application.findAll({
    where: { id: [...new Set(processes.map(({ applicationId }) => applicationId))] },
    attributes: ['id', 'name'],
  })
  const nameById = new Map(applications.map(({ id, name }) => [id, name]))
  const versionNames = await readVersionNames([...new Set(processes.map(({ deployment }) => deployment))])
  return processes.map((process) => ({
    id: process.id,
    applicationId: process.applicationId,
    applicationName: nameById.get(process.applicationId) ?? process.applicationId,
    versionName: versionNames.get(process.deployment)?.get(process.applicationId),
    phase: process.phase,
    instanceId: instances.find(({ clientToken }) => clientToken === process.clientToken)?.instanceId,
    startedEpoch: process.startedEpoch,
    restarts: process.restarts,
    message: process.message,
    outputFault: process.outputFault,
  }))
}

/** Deployment to application to the name of the version that it runs. */
async function readVersionNames(deploymentIds: string[]): Promise<Map<string, Map<string, string>>> {
  const deployments = await Deployment.findAll({ where: { id: deploymentIds } })
  const versions = await EnvironmentVersion.findAll({
    where: { id: deployments.flatMap(({ environmentVersionId }) => environmentVersionId ?? []) },
  })
  const namesByVersion = new Map(
    versions.map(({ id, applications }) => [
      id,
      new Map(applications.map(({ applicationId, versionName }) => [applicationId, versionName])),
    ]),
  )
  return new Map(
    deployments.map(({ id, environmentVersionId }) => [
      id,
      namesByVersion.get(environmentVersionId ?? '') ?? new Map<string, string>(),
    ]),
  )
}
