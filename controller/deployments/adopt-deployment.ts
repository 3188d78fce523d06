import { randomUUID } from 'node:crypto'
import { Op } from 'sequelize'
import { isReplacedBy } from '../../core/deployment/deployment-state'
import { columnsOfSpec } from '../../core/application/config/columns'
import type { ApplicationSpec } from '../../core/resources/application'
import type { Deployment as DeploymentResource } from '../../core/resources/deployment'
import type { EnvironmentSettings } from '../../core/resources/environment'
import { traceparentAnnotation } from '../../core/resources/metadata'
import { deploymentStates } from '../../core/resources/wire-states'
import { addEnvironmentVersion } from '../../db/add-environment-version'
import { readEnvironmentSettings } from '../../db/environment-settings'
import { Application } from '../../db/models/application'
import { ApplicationVersion } from '../../db/models/application-version'
import { Deployment } from '../../db/models/deployment'
import type { Environment } from '../../db/models/environment'
import { EnvironmentVersion } from '../../db/models/environment-version'
import { changesBetween } from './changes-between'
import type { QueueDependencies } from './dependencies'
import { recordOutcome, retire } from './record-outcome'
import { findLive } from './active-deployments'

const { DEPLOYING } = deploymentStates

interface Adoption {
  environment: Environment
  resource: DeploymentResource
  /** All applied deployments of the environment. */
  applied: DeploymentResource[]
  /** Applied settings of the environment; undefined while there are none. */
  settings: EnvironmentSettings | undefined
}

/**
 * Takes a deployment into Postgres that was applied and of which it knows nothing, or not that it was started: it was set back to a backup,
 * and what runs since is no less wanted for that.
 *
 * @returns its row; `replaced` for what is left of one whose row was cleaned out; `waits` while an older one is under way
 */
export async function adoptDeployment(
  dependencies: QueueDependencies,
  adoption: Adoption,
): Promise<Deployment | 'replaced' | 'waits'> {
  const { environment, resource, applied, settings } = adoption
  const { metadata, spec, status } = resource
  const live = await findLive(environment.id)
  if (live && isReplacedBy(spec, live)) return 'replaced'
  if (!(await concludeOlder(dependencies, adoption))) return 'waits'
  await makeRoom(environment.id, resource, applied)
  await keepApplications(environment, resource)
  const before = await findLive(environment.id)
  const version = before && (await EnvironmentVersion.findByPk(before.environmentVersionId ?? ''))
  const { id: environmentVersionId } = await addEnvironmentVersion(environment.id, {
    applications: spec.applications,
    settings: settings ?? (await readEnvironmentSettings(environment)),
  })
  const facts = {
    state: DEPLOYING,
    environmentVersionId,
    startedAt: new Date(status?.startedEpoch ?? Date.parse(metadata.creationTimestamp)),
    // People were told of its end before they lost the record of it.
    endToldAt: status && status.phase !== 'Deploying' ? new Date(dependencies.clock.now()) : null,
  }
  const waiting = await Deployment.findByPk(metadata.name)
  const row = waiting
    ? await waiting.update(facts)
    : await Deployment.create({
        id: metadata.name,
        environmentId: environment.id,
        sequence: spec.sequence,
        changes: changesBetween(version?.applications ?? [], spec.applications),
        reason: spec.reason ?? '',
        traceparent: metadata.annotations[traceparentAnnotation] ?? null,
        createdAt: new Date(metadata.creationTimestamp),
        ...facts,
      })
  if (status) await recordOutcome(dependencies, row, status)
  return row
}

/** Ends those under way that came before, as there is but one at a time. @returns whether none is left */
async function concludeOlder(
  dependencies: QueueDependencies,
  { environment, resource, applied }: Adoption,
): Promise<boolean> {
  const { sequence } = resource.spec
  const where = { environmentId: environment.id, state: DEPLOYING }
  for (const row of await Deployment.findAll({ where })) {
    const present = applied.find(({ metadata }) => metadata.name === row.id)
    if (present?.status) await recordOutcome(dependencies, row, present.status)
    // Its resource went because a later one was live.
    if (!present) await retire(row, sequence, dependencies.clock.now())
  }
  return (await Deployment.count({ where })) === 0
}

/** Gives those that were asked for meanwhile, of which nothing is applied, numbers after all that are taken. */
async function makeRoom(
  environmentId: string,
  { metadata, spec }: DeploymentResource,
  applied: DeploymentResource[],
): Promise<void> {
  const isApplied = new Set(applied.map((one) => one.metadata.name))
  const later = await Deployment.findAll({
    where: { environmentId, sequence: { [Op.gte]: spec.sequence }, id: { [Op.ne]: metadata.name } },
    order: [['sequence', 'DESC']],
  })
  const moved = later.filter(({ id }) => !isApplied.has(id))
  const taken = [...applied.map((one) => one.spec.sequence), ...later.map(({ sequence }) => sequence)]
  const highest = Math.max(...taken)
  for (const [index, row] of moved.entries()) await row.update({ sequence: highest + moved.length - index })
}

/**
 * Applications that were created since the backup, as they are deployed, and versions that were declared. People cannot take away what is
 * in no row.
 */
async function keepApplications(
  { teamId }: Environment,
  { metadata, spec }: DeploymentResource,
): Promise<void> {
  const createdAt = new Date(metadata.creationTimestamp)
  const named = spec.applications
  const ids = named.map(({ applicationId }) => applicationId)
  const isThere = await idsOfTeam(teamId, ids)
  const lost = named.filter(({ applicationId }) => !isThere.has(applicationId))
  await Application.bulkCreate(
    lost.map((application) => ({ ...applicationOf(application), teamId, createdAt })),
    // Its name may be another one's by now: that one stays.
    { ignoreDuplicates: true },
  )
  const isKept = await idsOfTeam(teamId, ids)
  await ApplicationVersion.bulkCreate(
    named
      .filter(({ applicationId }) => isKept.has(applicationId))
      .map(({ applicationId, versionId, versionName, tag }) => ({
        id: versionId,
        applicationId,
        name: versionName,
        dockerTag: tag,
        createdAt,
      })),
    { ignoreDuplicates: true },
  )
}

const idsOfTeam = async (teamId: string, ids: string[]): Promise<Set<string>> =>
  new Set((await Application.findAll({ attributes: ['id'], where: { teamId, id: ids } })).map(({ id }) => id))

/** The row of an application without one. The id that build systems knew it by was nowhere but in the former row. */
const applicationOf = (spec: ApplicationSpec) => ({
  id: spec.applicationId,
  name: spec.name,
  ...columnsOfSpec(spec),
  integrationId: randomUUID(),
})
