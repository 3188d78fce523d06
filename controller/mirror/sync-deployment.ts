import { deploymentStateOf, deploymentStates } from '../../core/deployment-state'
import type { DeploymentStatus } from '../../core/resources/deployment'
import { environmentLabel, teamLabel } from '../../core/resources/metadata'
import { Deployment } from '../../db/models/deployment'
import { Environment } from '../../db/models/environment'
import { EnvironmentVersion } from '../../db/models/environment-version'
import type { SpecWrite } from '../store/store'
import type { MirrorDependencies } from './dependencies'
import { isPending, recordMirrored } from './pending-revision'
import { withRowLock } from './row-lock'
import { startNextDeployment } from './start-next-deployment'
import { syncEnvironment } from './sync-environment'

const { QUEUED, DEPLOYING, LIVE, RETIRED } = deploymentStates

/** Brings the row and the resource of one deployment into agreement, starting it if it is its turn. Repeating it changes nothing. */
export async function syncDeployment(dependencies: MirrorDependencies, id: string): Promise<void> {
  const { sequelize, store } = dependencies
  const before = await Deployment.findByPk(id)
  if (!before) {
    // Its row went with its environment's.
    await store.requestDelete('Deployment', id)
    return
  }
  await ensureEnvironmentApplied(dependencies, before.environmentId)
  if (before.state === QUEUED) await startAndApply(dependencies, before.environmentId)
  else {
    const hasEnded = await withRowLock(sequelize, `Deployment/${id}`, () => syncRow(dependencies, id))
    if (hasEnded) await startAndApply(dependencies, before.environmentId)
  }
}

async function startAndApply(dependencies: MirrorDependencies, environmentId: string): Promise<void> {
  const started = await startNextDeployment(dependencies, environmentId)
  if (started)
    await withRowLock(dependencies.sequelize, `Deployment/${started}`, () => syncRow(dependencies, started))
}

/** @returns whether the deployment has just ended */
async function syncRow({ store, clock, log }: MirrorDependencies, id: string): Promise<boolean> {
  const row = await Deployment.findByPk(id)
  if (!row || row.state === QUEUED) return false
  const runs = row.state === DEPLOYING || row.state === LIVE
  let resource = await store.get('Deployment', id)
  if (runs && (!resource || isPending(row)))
    resource = await store.apply('Deployment', await deploymentWrite(row))
  if (row.state === RETIRED) await store.requestDelete('Deployment', id)
  await recordMirrored(Deployment, row)
  if (row.state !== DEPLOYING || !resource?.status) return false
  await recordStatus(row, resource.status, clock.now())
  const state = deploymentStateOf(resource.status.phase)
  if (state !== DEPLOYING) log.info({ deployment: id, phase: resource.status.phase }, 'A deployment ended.')
  return state !== DEPLOYING
}

async function deploymentWrite(row: Deployment): Promise<SpecWrite<'Deployment'>> {
  const version = await EnvironmentVersion.findByPk(row.environmentVersionId ?? '', { rejectOnEmpty: true })
  const environment = await Environment.findByPk(row.environmentId, { rejectOnEmpty: true })
  return {
    name: row.id,
    labels: { [teamLabel]: environment.teamId, [environmentLabel]: environment.id },
    spec: {
      environment: row.environmentId,
      sequence: row.sequence,
      applications: version.applications,
    },
  }
}

/** Whoever was live before retires in the same transaction, so that an environment has at most one live deployment. */
async function recordStatus(row: Deployment, status: DeploymentStatus, now: number): Promise<void> {
  const state = deploymentStateOf(status.phase)
  if (state === LIVE)
    await Deployment.update({ state: RETIRED }, { where: { environmentId: row.environmentId, state: LIVE } })
  const finishedAt = state === DEPLOYING ? null : new Date(status.finishedEpoch ?? now)
  await row.update({ state, message: status.message, finishedAt })
}

async function ensureEnvironmentApplied(
  dependencies: MirrorDependencies,
  environmentId: string,
): Promise<void> {
  const environment = await Environment.findByPk(environmentId)
  if (environment?.mirroredRevision === '0') await syncEnvironment(dependencies, environmentId)
}
