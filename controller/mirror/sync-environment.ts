import { findCondition } from '../../core/resources/find-condition'
import type { Environment as EnvironmentResource } from '../../core/resources/environment'
import {
  environmentLabel,
  examineTraceparentAnnotation,
  isToGo,
  mirroredEventsAnnotation,
  teamLabel,
  isAwaitingStatus,
  type Metadata,
} from '../../core/resources/metadata'
import { AwsAccount } from '../../db/models/aws-account'
import { Environment } from '../../db/models/environment'
import { keepDeleted } from '../../db/queries/deleted-environments'
import { undoUnhealthy } from '../deployments/undo-unhealthy'
import type { ResourceStore, SpecWrite } from '../store/store'
import type { MirrorDependencies } from './dependencies'
import { loadEnvironmentSpec } from './environment-spec'
import { ensureApplied } from './ensure-applied'
import { recordMirrored } from '../../db/desired-revision'
import { recordEnvironmentStatus } from './record-environment-status'
import { restoreDeployments } from './restore-deployments'
import { recordedLabelOf, restoreStatus } from './restore-status'
import { withKeyLock } from '../../db/key-lock'
import { syncAwsAccount } from './sync-aws-account'

/**
 * Brings the row and the resource of one environment into agreement. Repeating it changes nothing.
 *
 * @returns whether there is a row of this id
 */
export async function syncEnvironment(dependencies: MirrorDependencies, id: string): Promise<boolean> {
  await ensureAccountApplied(dependencies, id)
  const acknowledge = await withKeyLock(dependencies.sequelize, `mirror/Environment/${id}`, () =>
    syncRow(dependencies, id),
  )
  // Only after the commit: the reconciler may drop the events that we say we have.
  await acknowledge?.()
  await undoUnhealthy(dependencies, id)
  return acknowledge !== undefined
}

const nothingToAcknowledge = () => Promise.resolve()

/** @returns what to do after the commit; undefined if there is no row */
async function syncRow(
  dependencies: MirrorDependencies,
  id: string,
): Promise<(() => Promise<void>) | undefined> {
  const { store, log, clock } = dependencies
  const row = await Environment.findByPk(id)
  if (!row) return undefined
  let resource = await store.get('Environment', id)
  if (row.deletingAt && !resource && isNothingLeftOf(row)) {
    await keepDeleted(row.sequelize, id, new Date(clock.now()))
    await row.destroy()
    log.info({ environment: id }, 'The environment is gone.')
    return nothingToAcknowledge
  }
  const present = resource
  const write = await environmentWrite(row, present)
  resource = await ensureApplied(dependencies, 'Environment', { model: Environment, row, present, write })
  if (isAwaitingStatus(resource)) {
    await restoreDeployments(dependencies, row)
    resource = await restoreStatus(dependencies, 'Environment', resource, lastStatusOf(row))
  }
  if (row.deletingAt) {
    await requestDeletion(store, resource)
    resource = await store.get('Environment', id)
  }
  await recordMirrored(Environment, row)
  if (!resource) return nothingToAcknowledge
  const { metadata, status } = resource
  const recorded = status
    ? await recordEnvironmentStatus(row, resource, status, clock.now())
    : row.mirroredEventSequence
  if (acknowledgedSequence(metadata) >= recorded) return nothingToAcknowledge
  return () => store.annotate('Environment', id, { [mirroredEventsAnnotation]: String(recorded) })
}

const environmentWrite = async (
  row: Environment,
  present: EnvironmentResource | undefined,
): Promise<SpecWrite<'Environment'>> => ({
  name: row.id,
  labels: {
    [teamLabel]: row.teamId,
    [environmentLabel]: row.id,
    ...recordedLabelOf(row.status, present),
  },
  // A resource made anew must not number its events from the start again.
  annotations: {
    [mirroredEventsAnnotation]: String(row.mirroredEventSequence),
    ...(row.examineTraceparent !== null && { [examineTraceparentAnnotation]: row.examineTraceparent }),
  },
  spec: await loadEnvironmentSpec(row),
})

/** Without the log, which has a table of its own. */
const lastStatusOf = ({ status, mirroredEventSequence }: Environment) =>
  status && {
    ...status,
    events: [],
    lastEventSequence: Math.max(status.lastEventSequence, mirroredEventSequence),
  }

/** A resource that is not there may have been lost: only what its reconciler said last proves that the account is clean. */
const isNothingLeftOf = ({ status }: Environment): boolean =>
  !status ||
  !findCondition(status.conditions, 'NetworkReady') ||
  findCondition(status.conditions, 'Absent')?.reason === 'Ready'

/** With its deployments, whose rows go with the environment's. */
async function requestDeletion(store: ResourceStore, { metadata }: EnvironmentResource): Promise<void> {
  if (!isToGo(metadata)) await store.requestDelete('Environment', metadata.name)
  const deployments = await store.list('Deployment', { [environmentLabel]: metadata.name })
  for (const deployment of deployments)
    if (!isToGo(deployment.metadata)) await store.requestDelete('Deployment', deployment.metadata.name)
}

const acknowledgedSequence = ({ annotations }: Metadata) => Number(annotations[mirroredEventsAnnotation] ?? 0)

const onlyRevision = { attributes: ['id', 'mirroredRevision'] }

async function ensureAccountApplied(dependencies: MirrorDependencies, environmentId: string): Promise<void> {
  const environment = await Environment.findByPk(environmentId, { attributes: ['awsAccountId'] })
  const account = environment && (await AwsAccount.findByPk(environment.awsAccountId, onlyRevision))
  if (account?.mirroredRevision === '0') await syncAwsAccount(dependencies, account.id)
}
