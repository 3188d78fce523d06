import { Transaction } from 'sequelize'
import { deploymentStates } from '../../core/resources/wire-states'
import { isAwaitingStatus, teamLabel } from '../../core/resources/metadata'
import { withKeyLock } from '../../db/key-lock'
import { Deployment } from '../../db/models/deployment'
import { Environment } from '../../db/models/environment'
import { recordMirrored } from '../../db/desired-revision'
import { failDeployment } from '../deployments/fail-deployment'
import { recordOutcome } from '../deployments/record-outcome'
import { isReplaced, isToRun } from '../deployments/standing'
import { startNextDeployment } from '../deployments/start-next-deployment'
import { undoUnhealthy } from '../deployments/undo-unhealthy'
import { InvalidResourceError } from '../store/store'
import { applyDeployment } from './apply-deployment'
import type { MirrorDependencies } from './dependencies'
import { syncEnvironment } from './sync-environment'

const { QUEUED, DEPLOYING, AWAITING_APPROVAL } = deploymentStates

/**
 * Brings the row and the resource of one deployment into agreement, and lets the next one of its environment start. Repeating it changes
 * nothing.
 *
 * @returns whether there is, or was, a row of this id
 */
export async function syncDeployment(dependencies: MirrorDependencies, id: string): Promise<boolean> {
  const { store } = dependencies
  const before = await Deployment.findByPk(id)
  if (!before) {
    const resource = await store.get('Deployment', id)
    const isOurs = resource?.metadata.labels[teamLabel] !== undefined
    // The deployment's row went with its environment's.
    if (isOurs) await store.requestDelete('Deployment', id)
    return isOurs
  }
  // Nothing is to be done until it is approved.
  if (before.state === AWAITING_APPROVAL) return true
  await ensureEnvironmentApplied(dependencies, before.environmentId)
  if (before.state !== QUEUED && !(await copy(dependencies, id))) return true
  // What people see of the environment may have said it before this one was known to be live.
  await undoUnhealthy(dependencies, before.environmentId)
  const started = await startNextDeployment(dependencies, before.environmentId)
  if (started) await copy(dependencies, started)
  return true
}

/** @returns whether the deployment has just ended */
const copy = (dependencies: MirrorDependencies, id: string): Promise<boolean> =>
  withKeyLock(dependencies.sequelize, `mirror/Deployment/${id}`, async () => {
    const row = await Deployment.findByPk(id)
    // Whoever changes both begins with the environment; one that brings settings changes it when it is live.
    const lock = row?.settings ? Transaction.LOCK.NO_KEY_UPDATE : undefined
    const environment = row && (await Environment.findByPk(row.environmentId, { lock }))
    if (!row || !environment || row.state === QUEUED || row.state === AWAITING_APPROVAL) return false
    const { store } = dependencies
    const present = await store.get('Deployment', id)
    let resource = present
    if (isToRun(row, environment) || (present && isAwaitingStatus(present)))
      try {
        resource = await applyDeployment(dependencies, { row, environment, present })
      } catch (error) {
        const isRefused = error instanceof InvalidResourceError && !present && row.state === DEPLOYING
        if (!isRefused) throw error
        await failDeployment(dependencies, row, error.message)
        await recordMirrored(Deployment, row)
        return true
      }
    if (await isReplaced(row)) await store.requestDelete('Deployment', id)
    await recordMirrored(Deployment, row)
    return resource?.status ? recordOutcome(dependencies, row, resource.status) : false
  })

async function ensureEnvironmentApplied(
  dependencies: MirrorDependencies,
  environmentId: string,
): Promise<void> {
  const environment = await Environment.findByPk(environmentId)
  if (environment?.mirroredRevision === '0') await syncEnvironment(dependencies, environmentId)
}
