import { ApplicationOverride } from '../../../db/models/application-override'
import { ApplicationVersion } from '../../../db/models/application-version'
import { findEnvironments } from '../../../db/find-environments'
import { listLastDeployments } from '../../../db/queries/last-deployments'
import type { HumanActor } from '../actor/actor'
import { byEnvironmentName } from '../answers/lists'
import type { Dependencies } from '../dependencies'
import { readRequesters } from '../deployments/to-deployments-json'
import { readAwaitedConfigurations } from '../environment-contents/awaited-configurations'
import { imageDigestOf } from '../environment-contents/image-digest'
import { readContentsByEnvironment } from '../environment-contents/environment-contents'
import type { ApplicationDeployments } from './application-views'
import { requireOwn } from '../access/own'

/** Where an application is live, by name of the environment. */
export async function listApplicationDeployments(
  { sequelize }: Dependencies,
  actor: HumanActor,
  applicationId: string,
): Promise<ApplicationDeployments> {
  const application = await requireOwn('application', actor, applicationId)
  const environments = await findEnvironments({ teamId: actor.teamId }, ['imageDigests', 'scaling'])
  const contents = await readContentsByEnvironment(
    environments.map(({ id }) => id),
    application.id,
  )
  const liveIn = (environmentId: string) =>
    contents.get(environmentId)?.live.find((spec) => spec.applicationId === application.id)
  const deployments = await listLastDeployments(sequelize, {
    applicationIds: [application.id],
    environmentIds: environments.flatMap(({ id }) => (liveIn(id) ? id : [])),
  })
  const requesters = await readRequesters(sequelize, deployments)
  const versions = await ApplicationVersion.findAll({ where: { applicationId: application.id } })
  const overrides = await ApplicationOverride.findAll({ where: { applicationId: application.id } })
  const awaitedConfiguration = await readAwaitedConfigurations(contents, [application])
  const rows = environments.flatMap((environment) => {
    const { id, name } = environment
    const live = liveIn(id)
    if (!live) return []
    const deployment = deployments.find(({ environmentId }) => environmentId === id)
    const override = overrides.find(({ environmentId }) => environmentId === id)
    const scaled = environment.status?.scaling?.find((one) => one.applicationId === application.id)
    const version = versions.find((one) => one.id === live.versionId)
    return {
      environmentId: id,
      environmentName: name,
      versionName: version?.name ?? live.versionName,
      versionTag: live.tag,
      sourceUrl: version?.sourceUrl ?? undefined,
      imageDigest: imageDigestOf(environment, live),
      deployedAtEpoch: deployment?.deployedAt.getTime() ?? 0,
      deployedBy: requesters.get(deployment?.requestedBy ?? '')?.name,
      isAutoDeployed: deployment?.kind === 'auto-deploy',
      targetNumProcesses: scaled?.number ?? override?.count ?? live.count,
      awaitedConfiguration: awaitedConfiguration(id, application.id),
    }
  })
  return { deployments: rows.sort(byEnvironmentName) }
}
