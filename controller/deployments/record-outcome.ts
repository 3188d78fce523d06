import { Op } from 'sequelize'
import { deploymentStateOf, deploymentStates } from '../../core/resources/wire-states'
import type { DeploymentStatus } from '../../core/resources/deployment'
import { Deployment } from '../../db/models/deployment'
import { Environment } from '../../db/models/environment'
import { readEnvironmentSettings, writeEnvironmentSettings } from '../../db/environment-settings'
import { nextRevision } from '../../db/desired-revision'
import type { QueueDependencies } from './dependencies'
import { findLive } from './active-deployments'
import { traceDeployment } from './trace-deployment'
import { replacedBy } from '../../core/deployment/deployment-state'

const { DEPLOYING, LIVE, FAILED, RETIRED } = deploymentStates

/**
 * Takes over what is reported of the deployment under way; what is reported of any other changes nothing. In a transaction, so that an
 * environment has at most one live deployment.
 *
 * @returns whether the deployment has just ended
 */
export async function recordOutcome(
  { clock, tracing }: QueueDependencies,
  deployment: Deployment,
  { phase, message, finishedEpoch, timeline, output }: DeploymentStatus,
): Promise<boolean> {
  if (deployment.state !== DEPLOYING) return false
  const state = deploymentStateOf(phase)
  if (state === LIVE) {
    await retirePrevious(deployment, clock.now())
    await takeOverSettings(deployment)
  }
  const hasEnded = state !== DEPLOYING
  const finishedAt = hasEnded ? new Date(finishedEpoch ?? clock.now()) : null
  await deployment.update({
    state,
    message,
    finishedAt,
    ...(timeline && { timeline }),
    ...(output && { output }),
  })
  if (hasEnded) traceDeployment(tracing, deployment)
  return hasEnded
}

/** Raises the revision of those it replaces, so that the mirror comes to them and takes their resources away. */
async function retirePrevious({ environmentId, sequence }: Deployment, now: number): Promise<void> {
  const previous = await findLive(environmentId)
  if (previous) await retire(previous, sequence, now)
  const since = { [Op.gte]: previous?.sequence ?? 0, [Op.lt]: sequence }
  await Deployment.update(
    { desiredRevision: nextRevision },
    { where: { environmentId, state: [RETIRED, FAILED], sequence: since } },
  )
}

/** Makes the settings that a deployment brought the environment's own; people cannot have changed them meanwhile. */
async function takeOverSettings(deployment: Deployment): Promise<void> {
  const { environmentId, settings, sequence } = deployment
  const environment = settings && (await Environment.findByPk(environmentId))
  if (!environment || !settings) return
  await deployment.update({ settingsBefore: await readEnvironmentSettings(environment) })
  await writeEnvironmentSettings(environmentId, settings, sequence)
}

/** Ends a deployment for good, because the one of `sequence` is live. */
export const retire = (deployment: Deployment, sequence: number, now: number): Promise<Deployment> =>
  deployment.update({
    state: deploymentStates.RETIRED,
    message: replacedBy(sequence),
    finishedAt: deployment.finishedAt ?? new Date(now),
  })
