import { Op } from 'sequelize'
import { settingKinds } from '../../../core/deployment/deployment-state'
import { deploymentStates } from '../../../core/resources/wire-states'
import { notFound } from '../../../core/errors'
import { isUuid } from '../../../core/text/uuid'
import { Deployment } from '../../../db/models/deployment'
import type { Environment } from '../../../db/models/environment'
import { EnvironmentVersion } from '../../../db/models/environment-version'
import type { HumanActor } from '../actor/actor'
import { byName } from '../answers/lists'
import type { Dependencies } from '../dependencies'
import { imageDigestOf } from '../environment-contents/image-digest'
import type { EnvironmentVersionView } from './deployment-views'
import { requireOwn } from '../access/own'

/** A snapshot of what an environment ran. */
export async function getEnvironmentVersion(
  _dependencies: Dependencies,
  actor: HumanActor,
  { environmentId, environmentVersionId }: { environmentId: string; environmentVersionId: string },
): Promise<EnvironmentVersionView> {
  const environment = await requireOwn('environment', actor, environmentId)
  const version = isUuid(environmentVersionId)
    ? await EnvironmentVersion.findOne({ where: { id: environmentVersionId, environmentId: environment.id } })
    : null
  if (!version) throw notFound('The deployed configuration')
  return toEnvironmentVersionJson(environment, version)
}

/** The newest snapshot that has not failed: what the environment runs, or is about to. Empty before the first. */
export async function getLatestEnvironmentVersion(
  _dependencies: Dependencies,
  actor: HumanActor,
  environmentId: string,
): Promise<EnvironmentVersionView> {
  const environment = await requireOwn('environment', actor, environmentId)
  const latest = await Deployment.findOne({
    where: {
      environmentId: environment.id,
      state: { [Op.ne]: deploymentStates.FAILED },
      environmentVersionId: { [Op.ne]: null },
      kind: { [Op.notIn]: settingKinds },
    },
    order: [['sequence', 'DESC']],
  })
  const version = latest && (await EnvironmentVersion.findByPk(latest.environmentVersionId ?? ''))
  if (!version) return { environmentName: environment.name, applications: [] }
  return toEnvironmentVersionJson(environment, version)
}

async function toEnvironmentVersionJson(
  environment: Environment,
  version: EnvironmentVersion,
): Promise<EnvironmentVersionView> {
  const deployment = await Deployment.findOne({ where: { environmentVersionId: version.id } })
  return {
    environmentVersionId: version.id,
    number: version.number,
    createdEpoch: version.createdAt.getTime(),
    state: deployment?.state,
    environmentName: environment.name,
    applications: [...version.applications]
      .sort(byName)
      .map((application) => ({ ...application, imageDigest: imageDigestOf(environment, application) })),
  }
}
