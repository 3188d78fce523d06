import { applyChanges } from '../../core/apply-changes'
import { deploymentStates, type DeploymentChange } from '../../core/deployment-state'
import type { ApplicationSpec } from '../../core/resources/application'
import { Application } from '../../db/models/application'
import { ApplicationVersion } from '../../db/models/application-version'
import { Deployment } from '../../db/models/deployment'
import { EnvironmentVersion } from '../../db/models/environment-version'

/**
 * What an environment runs after `changes`: what is live now, with the changed applications as their rows say at this moment.
 *
 * @throws DomainError if an application or version of the changes is gone
 */
export async function buildSnapshot(
  environmentId: string,
  changes: DeploymentChange[],
): Promise<ApplicationSpec[]> {
  const specs = await loadSpecs(changes.flatMap(({ versionId }) => versionId ?? []))
  return applyChanges(await loadLiveApplications(environmentId), changes, (_applicationId, versionId) =>
    specs.get(versionId),
  )
}

async function loadLiveApplications(environmentId: string): Promise<ApplicationSpec[]> {
  const live = await Deployment.findOne({ where: { environmentId, state: deploymentStates.LIVE } })
  const version = live?.environmentVersionId && (await EnvironmentVersion.findByPk(live.environmentVersionId))
  return version ? version.applications : []
}

/** By id of their version. */
async function loadSpecs(versionIds: string[]): Promise<Map<string, ApplicationSpec>> {
  const versions = await ApplicationVersion.findAll({ where: { id: versionIds } })
  const applications = await Application.findAll({
    where: { id: versions.map(({ applicationId }) => applicationId) },
  })
  const byId = new Map(applications.map((application) => [application.id, application]))
  return new Map(
    versions.flatMap((version) => {
      const application = byId.get(version.applicationId)
      return application ? [[version.id, toSpec(application, version)] as const] : []
    }),
  )
}

const toSpec = (application: Application, version: ApplicationVersion): ApplicationSpec => ({
  applicationId: application.id,
  name: application.name,
  versionId: version.id,
  versionName: version.name,
  image: application.dockerBaseUrl,
  tag: version.dockerTag,
  cpu: Number(application.cpuCount),
  memoryMb: application.memoryMb,
  count: application.numProcesses,
  maxSpotPercentage: application.maxSpotPercentage,
  ports: application.exposedPorts,
  roles: application.roles,
})
