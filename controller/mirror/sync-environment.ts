import {
  environmentLabel,
  mirroredEventsAnnotation,
  teamLabel,
  type Metadata,
} from '../../core/resources/metadata'
import { AwsAccount } from '../../db/models/aws-account'
import { Environment } from '../../db/models/environment'
import type { ResourceStore, SpecWrite } from '../store/store'
import type { MirrorDependencies } from './dependencies'
import { loadEnvironmentSpec } from './environment-spec'
import { isPending, recordMirrored } from './pending-revision'
import { recordEnvironmentStatus } from './record-environment-status'
import { withRowLock } from './row-lock'
import { syncAwsAccount } from './sync-aws-account'

/** Brings the row and the resource of one environment into agreement. Repeating it changes nothing. */
export async function syncEnvironment(dependencies: MirrorDependencies, id: string): Promise<void> {
  await ensureAccountApplied(dependencies, id)
  const acknowledge = await withRowLock(dependencies.sequelize, `Environment/${id}`, () =>
    syncRow(dependencies, id),
  )
  // Only after the commit: the reconciler may drop the events that we say we have.
  await acknowledge?.()
}

async function syncRow(
  { store, log }: MirrorDependencies,
  id: string,
): Promise<(() => Promise<void>) | undefined> {
  const row = await Environment.findByPk(id)
  if (!row) return
  let resource = await store.get('Environment', id)
  if (row.deletingAt && !resource) {
    await row.destroy()
    log.info({ environment: id }, 'The environment is gone.')
    return
  }
  if (row.deletingAt) {
    await requestDeletion(store, id)
    resource = await store.get('Environment', id)
  } else if (!resource || isPending(row)) {
    resource = await store.apply('Environment', await environmentWrite(row))
  }
  await recordMirrored(Environment, row)
  if (!resource) return
  const { metadata, status } = resource
  const recorded = status ? await recordEnvironmentStatus(row, resource, status) : row.mirroredEventSequence
  if (acknowledgedSequence(metadata) >= recorded) return
  return () => store.annotate('Environment', id, { [mirroredEventsAnnotation]: String(recorded) })
}

const environmentWrite = async (row: Environment): Promise<SpecWrite<'Environment'>> => ({
  name: row.id,
  labels: { [teamLabel]: row.teamId, [environmentLabel]: row.id },
  // A resource made anew must not number its events from the start again.
  annotations: { [mirroredEventsAnnotation]: String(row.mirroredEventSequence) },
  spec: await loadEnvironmentSpec(row),
})

/** With its deployments, whose rows go with the environment's. */
async function requestDeletion(store: ResourceStore, id: string): Promise<void> {
  await store.requestDelete('Environment', id)
  for (const { metadata } of await store.list('Deployment', { [environmentLabel]: id }))
    await store.requestDelete('Deployment', metadata.name)
}

const acknowledgedSequence = ({ annotations }: Metadata) => Number(annotations[mirroredEventsAnnotation] ?? 0)

async function ensureAccountApplied(dependencies: MirrorDependencies, environmentId: string): Promise<void> {
  const environment = await Environment.findByPk(environmentId, { attributes: ['awsAccountId'] })
  const account = environment && (await AwsAccount.findByPk(environment.awsAccountId))
  if (account?.mirroredRevision === '0') await syncAwsAccount(dependencies, account.id)
}
