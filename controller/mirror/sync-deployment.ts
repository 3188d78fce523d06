import { Transaction } from 'sequelize'
import { deploymentStates } from '../../core/resources/wire-states'
import { isAwaitingStatus, isToGo, teamLabel } from '../../core/resources/metadata'
import { isUuid } from '../../core/text/uuid'
import { withKeyLock } from '../../db/key-lock'
import { Deployment } from '../../db/models/deployment'
import { Environment } from '../../db/models/environment'
import { recordMirrored } from '../../db/desired-revision'
import { failDeployment } from '../deployments/fail-deployment'
import { recordOutcome } from '../deployments/record-outcome'
import { isReplaced, isToRun, isYetToStart } from '../deployments/active-deployments'
import { startNextDeployment } from '../deployments/start-next-deployment'
import { undoUnhealthy } from '../deployments/undo-unhealthy'
import { InvalidResourceError } from '../store/store'
import { adoptDeployments } from './adopt-deployments'
import { applyDeployment } from './apply-deployment'
import type { MirrorDependencies } from './dependencies'
import { syncEnvironment } from './sync-environment'

const { QUEUED, DEPLOYING, LIVE, AWAITING_APPROVAL } = deploymentStates

/**
 * Brings the row and the resource of one deployment into agreement, and lets the next one of its environment start. Repeating it changes
 * nothing.
 *
 * @returns whether there is, or was, a row of this id
 */
export async function syncDeployment(dependencies: MirrorDependencies, id: string): Promise<boolean> {
  const before = await readSettled(dependencies, id)
  if (!before) return releaseWithEnvironment(dependencies, id)
  // Nothing is to be done until it is approved but to look up its images, which people may configure otherwise meanwhile.
  if (before.state === AWAITING_APPROVAL) {
    await syncEnvironment(dependencies, before.environmentId)
    return true
  }
  await ensureEnvironmentApplied(dependencies, before.environmentId)
  if (before.state !== QUEUED && !(await copy(dependencies, id))) return true
  // What people see of the environment may have said it before this one was known to be live.
  await undoUnhealthy(dependencies, before.environmentId)
  const started = await startNext(dependencies, before.environmentId)
  if (started) await copy(dependencies, started)
  return true
}

/** The row; after a look at what was applied where it and its resource tell of different times, as after a restore. */
async function readSettled(dependencies: MirrorDependencies, id: string): Promise<Deployment | null> {
  const row = await Deployment.findByPk(id)
  const resource = await dependencies.store.get('Deployment', id)
  const hasStarted = row !== null && !isYetToStart(row)
  const isToHaveResource = hasStarted && (row.state === DEPLOYING || row.state === LIVE)
  if (resource ? hasStarted : !isToHaveResource) return row
  const environmentId = row?.environmentId ?? resource?.spec.environment ?? ''
  if (!isUuid(environmentId)) return row
  await adoptDeployments(dependencies, environmentId)
  return Deployment.findByPk(id)
}

/**
 * A deployment's row went with its environment's, and the environment before that. As long as the environment is there, somebody has to
 * say that it is to go.
 *
 * @returns whether it goes
 */
async function releaseWithEnvironment({ store }: MirrorDependencies, id: string): Promise<boolean> {
  const resource = await store.get('Deployment', id)
  if (resource?.metadata.labels[teamLabel] === undefined) return false
  const environment = await store.get('Environment', resource.spec.environment)
  if (environment && !isToGo(environment.metadata)) return false
  await store.requestDelete('Deployment', id)
  return true
}

async function startNext(
  dependencies: MirrorDependencies,
  environmentId: string,
): Promise<string | undefined> {
  // Most of the time one is under way, and each that waits would lock the environment twice to be told so.
  const unfinished = await Deployment.findAll({
    attributes: ['state'],
    where: { environmentId, state: [QUEUED, DEPLOYING] },
  })
  if (unfinished.length === 0 || unfinished.some(({ state }) => state === DEPLOYING)) return undefined
  await adoptDeployments(dependencies, environmentId)
  return startNextDeployment(dependencies, environmentId)
}

/** @returns whether the deployment has just ended */
const copy = (dependencies: MirrorDependencies, id: string): Promise<boolean> =>
  withKeyLock(dependencies.sequelize, `mirror/Deployment/${id}`, async () => {
    const row = await Deployment.findByPk(id)
    // Whoever changes both begins with the environment; one that brings settings changes it when it is live.
    const lock = row?.settings ? Transaction.LOCK.NO_KEY_UPDATE : undefined
    const environment = row && (await Environment.findByPk(row.environmentId, { lock }))
    if (!row || !environment || isYetToStart(row)) return false
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
  const environment = await Environment.findByPk(environmentId, { attributes: ['mirroredRevision'] })
  if (environment?.mirroredRevision === '0') await syncEnvironment(dependencies, environmentId)
}
