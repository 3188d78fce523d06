import { createHash } from 'node:crypto'
import { Op } from 'sequelize'
import { deploymentStates } from '../../../core/resources/wire-states'
import { notFound } from '../../../core/errors'
import { isUuid } from '../../../core/text/uuid'
import { Deployment } from '../../../db/models/deployment'
import { findDeployedVersions, type DeployedVersion } from '../../../db/deployed-versions'
import { findEnvironments, type EnvironmentWith } from '../../../db/find-environments'
import { Environment } from '../../../db/models/environment'
import { EnvironmentVersion } from '../../../db/models/environment-version'
import type { TeamActor } from '../actor/actor'
import { byText } from '../answers/lists'

/** An environment that has applications live, and which. */
interface PromoteSource {
  environment: EnvironmentWith
  environmentVersionId: string
  applications: DeployedVersion[]
}

/** Sources of a promotion to the environment `targetId`: the team's other environments with what is live in them, by name. */
export const listPromoteSources = async (
  { teamId }: Pick<TeamActor, 'teamId'>,
  targetId: string,
): Promise<PromoteSource[]> =>
  readLive(await findEnvironments({ teamId, id: { [Op.ne]: targetId }, deletingAt: null }))

/**
 * The environment that ran or runs an environment version, with what it runs now, if anything.
 *
 * @throws DomainError `not-found`, for another team's as well
 */
export async function requirePromoteSource(
  { teamId }: TeamActor,
  environmentVersionId: string,
): Promise<{ environment: Environment; live: PromoteSource | undefined }> {
  const version = isUuid(environmentVersionId)
    ? await EnvironmentVersion.findByPk(environmentVersionId, { attributes: ['environmentId'] })
    : null
  const environment = version && (await Environment.findOne({ where: { id: version.environmentId, teamId } }))
  if (!environment) throw notFound('The environment to promote from')
  const [live] = environment.deletingAt ? [] : await readLive([environment])
  return { environment, live }
}

async function readLive(environments: EnvironmentWith[]): Promise<PromoteSource[]> {
  const deployments = await Deployment.findAll({
    where: { environmentId: environments.map(({ id }) => id), state: deploymentStates.LIVE },
  })
  const versions = await findDeployedVersions({
    id: deployments.flatMap(({ environmentVersionId }) => environmentVersionId ?? []),
  })
  return environments
    .flatMap((environment) => {
      const version = versions.find(({ environmentId }) => environmentId === environment.id)
      if (!version || version.applications.length === 0) return []
      return [{ environment, environmentVersionId: version.id, applications: version.applications }]
    })
    .sort(byText(({ environment }) => environment.name))
}

const fingerprintOf = ({ environmentVersionId }: PromoteSource): string =>
  createHash('sha256').update(environmentVersionId).digest('base64url').slice(0, fingerprintCharacters)

const fingerprintCharacters = 8

/** State of all `sources` in one text. It changes when one of them does, and says which. */
export const stateOf = (sources: PromoteSource[]): string =>
  sources.map((source) => fingerprintOf(source)).join('.')

/** Whether `source` ran what it runs when somebody was told the state of all. */
export const isInState = (source: PromoteSource, state: string): boolean =>
  state.split('.').includes(fingerprintOf(source))
