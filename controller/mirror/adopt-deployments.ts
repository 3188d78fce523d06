import { randomUUID } from 'node:crypto'
import { Op, Transaction } from 'sequelize'
import { isReplacedBy, replacedBy } from '../../core/deployment/deployment-state'
import { changesBetween } from '../../core/deployment/changes-between'
import type { ApplicationSpec } from '../../core/resources/application'
import { isAsApplied } from '../../core/resources/fingerprint'
import type { Deployment as DeploymentResource } from '../../core/resources/deployment'
import {
  appliedSpecAnnotation,
  environmentLabel,
  isToGo,
  teamLabel,
  traceparentAnnotation,
} from '../../core/resources/metadata'
import { heldAt } from '../../core/resources/revision'
import { deploymentStates } from '../../core/resources/wire-states'
import { isUuid } from '../../core/text/uuid'
import { addEnvironmentVersion } from '../../db/add-environment-version'
import { readEnvironmentSettings } from '../../db/environment-settings'
import { withKeyLock } from '../../db/key-lock'
import { Application } from '../../db/models/application'
import { ApplicationVersion } from '../../db/models/application-version'
import { Deployment } from '../../db/models/deployment'
import { Environment } from '../../db/models/environment'
import { EnvironmentVersion } from '../../db/models/environment-version'
import { recordOutcome } from '../deployments/record-outcome'
import { findLive, isYetToStart } from '../deployments/standing'
import type { MirrorDependencies } from './dependencies'

const { DEPLOYING } = deploymentStates

/**
 * Takes the deployments of an environment into Postgres that were applied and of which it knows nothing, or not that they were started: it
 * was set back to a backup, and what runs since is no less wanted for that. Before anything is started or made again, whose number or place
 * one of them has.
 */
export const adoptDeployments = (dependencies: MirrorDependencies, environmentId: string): Promise<void> =>
  withKeyLock(dependencies.sequelize, `mirror/deployments-of/${environmentId}`, async () => {
    const applied = await dependencies.store.list('Deployment', { [environmentLabel]: environmentId })
    const found = applied.filter((resource) => isOfMirror(resource, environmentId))
    const rows = await Deployment.findAll({ where: { id: found.map(({ metadata }) => metadata.name) } })
    const started = new Set(rows.flatMap((row) => (isYetToStart(row) ? [] : row.id)))
    const unknown = found.filter(({ metadata }) => !started.has(metadata.name))
    if (unknown.length === 0) return
    // Nobody asks for another one meanwhile.
    const environment = await Environment.findByPk(environmentId, { lock: Transaction.LOCK.UPDATE })
    if (!environment || environment.deletingAt) return
    for (const resource of unknown.sort((a, b) => a.spec.sequence - b.spec.sequence))
      if (resource.metadata.labels[teamLabel] === environment.teamId)
        await adopt(dependencies, { environment, resource, applied })
  })

/** Whether the mirror made it and nobody changed it since. */
const isOfMirror = (resource: DeploymentResource, environmentId: string): boolean =>
  resource.spec.environment === environmentId &&
  appliedSpecAnnotation in resource.metadata.annotations &&
  isAsApplied(resource) &&
  !isToGo(resource.metadata) &&
  isUuid(resource.metadata.name) &&
  resource.spec.applications.every(
    ({ applicationId, versionId }) => isUuid(applicationId) && isUuid(versionId),
  )

interface Adoption {
  environment: Environment
  resource: DeploymentResource
  /** All of the environment that there are. */
  applied: DeploymentResource[]
}

async function adopt(dependencies: MirrorDependencies, adoption: Adoption): Promise<void> {
  const { store, log, clock } = dependencies
  const { environment, resource, applied } = adoption
  const { metadata, spec, status } = resource
  const live = await findLive(environment.id)
  // What is left of one that was replaced, and of which the row was cleaned out.
  if (live && isReplacedBy(spec, live)) return store.requestDelete('Deployment', metadata.name)
  if (!(await concludeOlder(dependencies, adoption))) return
  await makeRoom(environment.id, resource, applied)
  await keepApplications(environment, resource)
  const before = await findLive(environment.id)
  const version = before && (await EnvironmentVersion.findByPk(before.environmentVersionId ?? ''))
  const present = await store.get('Environment', environment.id)
  const settings = present
    ? { spotStrategy: present.spec.spotStrategy, overrides: present.spec.overrides }
    : await readEnvironmentSettings(environment)
  const { id: environmentVersionId } = await addEnvironmentVersion(environment.id, {
    applications: spec.applications,
    settings,
  })
  const facts = {
    state: DEPLOYING,
    environmentVersionId,
    startedAt: new Date(status?.startedEpoch ?? Date.parse(metadata.creationTimestamp)),
    // People were told of its end before they lost the record of it.
    endToldAt: status && status.phase !== 'Deploying' ? new Date(clock.now()) : null,
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
  // What it brought besides stands in the resource alone, which never changes.
  await store.annotate('Deployment', metadata.name, heldAt(row.desiredRevision))
  const message =
    'The portal knew nothing of this deployment: its database was set back. It was taken in as it is.'
  log.warn({ deployment: row.id, environment: environment.id, sequence: spec.sequence }, message)
  store.record(resource, { reason: 'TakenIn', message, isWarning: true })
}

/** Ends those under way that came before, as there is but one at a time. @returns whether none is left */
async function concludeOlder(
  dependencies: MirrorDependencies,
  { environment, resource, applied }: Adoption,
): Promise<boolean> {
  const { sequence } = resource.spec
  const where = { environmentId: environment.id, state: DEPLOYING }
  for (const row of await Deployment.findAll({ where })) {
    const present = applied.find(({ metadata }) => metadata.name === row.id)
    if (present?.status) await recordOutcome(dependencies, row, present.status)
    // Its resource went because a later one was live.
    if (!present)
      await row.update({
        state: deploymentStates.RETIRED,
        message: replacedBy(sequence),
        finishedAt: new Date(dependencies.clock.now()),
      })
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

/** Applications that were created since the backup, as they are deployed, and versions that were declared. People cannot take away what is in no row. */
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
        ...{ id: versionId, applicationId, name: versionName, dockerTag: tag },
        createdAt,
      })),
    { ignoreDuplicates: true },
  )
}

const idsOfTeam = async (teamId: string, ids: string[]): Promise<Set<string>> =>
  new Set((await Application.findAll({ attributes: ['id'], where: { teamId, id: ids } })).map(({ id }) => id))

/** Which id build systems knew it by is nowhere but in its row. */
const applicationOf = (spec: ApplicationSpec) => ({
  id: spec.applicationId,
  name: spec.name,
  cpuCount: String(spec.cpu),
  memoryMb: spec.memoryMb,
  dockerBaseUrl: spec.image,
  numProcesses: Math.max(spec.count, 1),
  maxSpotPercentage: spec.maxSpotPercentage,
  exposedPorts: spec.ports,
  roles: spec.roles,
  registryCredentials: spec.registryCredentials ?? null,
  environmentVariables: spec.environmentVariables ?? {},
  secrets: spec.secrets ?? {},
  integrationId: randomUUID(),
})
