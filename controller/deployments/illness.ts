import { undoGraceSeconds } from '../../core/deployment/deployment-state'
import { findCondition } from '../../core/resources/find-condition'
import type { EnvironmentStatus } from '../../core/resources/environment'

/** A process that is started so often again will not stay up. */
const mostRestarts = 3

interface Watched {
  /** Id of the live deployment, and when it became live. */
  deployment: string
  liveEpoch: number
  /** Applications that it changed: it is not to blame for others. */
  applicationIds: Pick<ReadonlySet<string>, 'has'>
  watchSeconds: number
  now: number
}

const unhealthy = 'ProcessUnhealthy'

/** Whether a deployment may become ill by this status as time passes, without another one. */
export const mayBecomeIll = ({ conditions }: Pick<EnvironmentStatus, 'conditions'>): boolean =>
  findCondition(conditions, 'Available')?.reason === unhealthy

/**
 * Why a live deployment is unhealthy, as a sentence, if that began within its watch time: a process that it brought was in service and is
 * not for a while, or crashes again and again. Pure; processes that are new because an instance went are not ill for that.
 */
export function illnessOf(
  { conditions, processes, servingDeployment }: EnvironmentStatus,
  { deployment, liveEpoch, applicationIds, watchSeconds, now }: Watched,
): string | undefined {
  const available = findCondition(conditions, 'Available')
  if (servingDeployment !== deployment || available?.reason !== unhealthy) return undefined
  const began = Math.max(Date.parse(available.lastTransitionTime), liveEpoch)
  if (began > liveEpoch + watchSeconds * 1000) return undefined
  const ill = processes.filter(
    (process) =>
      process.deployment === deployment &&
      applicationIds.has(process.applicationId) &&
      process.phase === 'Starting' &&
      process.healthyEpoch !== undefined,
  )
  const crashing = ill.find(({ restarts }) => restarts >= mostRestarts)
  if (crashing) return `A process crashed ${crashing.restarts} times. ${crashing.message ?? ''}`.trim()
  return ill.length > 0 && now - began >= undoGraceSeconds * 1000 ? available.message : undefined
}
