import type { DeploymentEnd } from '../environment-metrics'
import type { DeploymentChange } from './decide'

/** How a deployment ended by a change of its status; undefined when it did not, or had before. */
export function endOf({ deployment, status }: DeploymentChange): DeploymentEnd | undefined {
  const { phase, startedEpoch, finishedEpoch, conditions } = status
  if ((phase !== 'Live' && phase !== 'Failed') || deployment.status?.phase === phase) return undefined
  const isStopped = conditions.some(({ reason }) => reason === 'Stopped')
  const outcome = phase === 'Live' ? 'live' : isStopped ? 'stopped' : 'failed'
  return { outcome, seconds: ((finishedEpoch ?? 0) - (startedEpoch ?? finishedEpoch ?? 0)) / 1000 }
}
