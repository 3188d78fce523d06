import { Op, literal } from 'sequelize'
import { deploymentStateOf, deploymentStates, replacedBy } from '../../core/deployment/deployment-state'
import type { DeploymentStatus } from '../../core/resources/deployment'
import { isAwaitingStatus, teamLabel } from '../../core/resources/metadata'
import { Deployment } from '../../db/models/deployment'
import { Environment } from '../../db/models/environment'
import { InvalidResourceError } from '../store/store'
import { applyDeployment } from './apply-deployment'
import type { MirrorDependencies } from './dependencies'
import { recordMirrored } from './pending-revision'
import { withRowLock } from './row-lock'
import { startNextDeployment } from './start-next-deployment'
import { syncEnvironment } from './sync-environment'

const { QUEUED, DEPLOYING, LIVE, FAILED, RETIRED } = deploymentStates

/**
 * Brings the row and the resource of one deployment into agreement, starting it if it is its turn. Repeating it changes nothing.
 *
 * @returns whether there is, or was, a row of this id
 */
export async function syncDeployment(dependencies: MirrorDependencies, id: string): Promise<boolean> {
  const { sequelize, store } = dependencies
  const before = await Deployment.findByPk(id)
  if (!before) {
    const resource = await store.get('Deployment', id)
    const isOurs = resource?.metadata.labels[teamLabel] !== undefined
    // Its row went with its environment's.
    if (isOurs) await store.requestDelete('Deployment', id)
    return isOurs
  }
  await ensureEnvironmentApplied(dependencies, before.environmentId)
  if (before.state === QUEUED) await startAndApply(dependencies, before.environmentId)
  else {
    const hasEnded = await withRowLock(sequelize, `Deployment/${id}`, () => syncRow(dependencies, id))
    if (hasEnded) await startAndApply(dependencies, before.environmentId)
  }
  return true
}

async function startAndApply(dependencies: MirrorDependencies, environmentId: string): Promise<void> {
  const started = await startNextDeployment(dependencies, environmentId)
  if (started)
    await withRowLock(dependencies.sequelize, `Deployment/${started}`, () => syncRow(dependencies, started))
}

/** @returns whether the deployment has just ended */
async function syncRow(dependencies: MirrorDependencies, id: string): Promise<boolean> {
  const { store, clock, log } = dependencies
  const row = await Deployment.findByPk(id)
  const environment = row && (await Environment.findByPk(row.environmentId))
  if (!row || !environment || row.state === QUEUED) return false
  // Whoever deletes an environment takes its deployments away: applied again they would outlive it.
  const runs = !environment.deletingAt && (row.state === DEPLOYING || row.state === LIVE)
  let resource = await store.get('Deployment', id)
  if (runs || (resource && isAwaitingStatus(resource))) {
    const present = resource
    try {
      resource = await applyDeployment(dependencies, { row, environment, present })
    } catch (error) {
      const isRefused = error instanceof InvalidResourceError && !present && row.state === DEPLOYING
      if (!isRefused) throw error
      // What is refused for what it says is refused again for ever.
      await row.update({ state: FAILED, message: error.message, finishedAt: new Date(clock.now()) })
      await recordMirrored(Deployment, row)
      log.warn({ deployment: id, reason: error.message }, 'A deployment was refused by the resource store.')
      return true
    }
  }
  if (await isSuperseded(row)) await store.requestDelete('Deployment', id)
  await recordMirrored(Deployment, row)
  if (row.state !== DEPLOYING || !resource?.status) return false
  await recordStatus(row, resource.status, clock.now())
  const state = deploymentStateOf(resource.status.phase)
  if (state !== DEPLOYING) log.info({ deployment: id, phase: resource.status.phase }, 'A deployment ended.')
  return state !== DEPLOYING
}

/** Whoever was live before retires in the same transaction, so that an environment has at most one live deployment. */
async function recordStatus(row: Deployment, status: DeploymentStatus, now: number): Promise<void> {
  const { environmentId, sequence } = row
  const state = deploymentStateOf(status.phase)
  if (state === LIVE) await retirePrevious(environmentId, sequence)
  const finishedAt = state === DEPLOYING ? null : new Date(status.finishedEpoch ?? now)
  await row.update({ state, message: status.message, finishedAt })
}

/** Raises the revision of those it replaces, so that the mirror comes to them and takes their resources away. */
async function retirePrevious(environmentId: string, sequence: number): Promise<void> {
  const previous = await Deployment.findOne({ where: { environmentId, state: LIVE } })
  await previous?.update({ state: RETIRED, message: replacedBy(sequence) })
  const since = { [Op.gte]: previous?.sequence ?? 0, [Op.lt]: sequence }
  await Deployment.update(
    { desiredRevision: literal('desired_revision + 1') as unknown as string },
    { where: { environmentId, state: [RETIRED, FAILED], sequence: since } },
  )
}

/** Whether the deployment has ended and a later one is live. */
async function isSuperseded({ state, environmentId, sequence }: Deployment): Promise<boolean> {
  if (state !== RETIRED && state !== FAILED) return false
  const where = { environmentId, state: LIVE, sequence: { [Op.gt]: sequence } }
  return (await Deployment.count({ where })) > 0
}

async function ensureEnvironmentApplied(
  dependencies: MirrorDependencies,
  environmentId: string,
): Promise<void> {
  const environment = await Environment.findByPk(environmentId)
  if (environment?.mirroredRevision === '0') await syncEnvironment(dependencies, environmentId)
}
