import { sleepLines } from '../../core/environment-log/sleep-lines'
import type { Draft } from './draft'
import type { Pass } from './pass'

/** Records and tells that the environment fell asleep, or was woken. A deployment under way at the hour keeps it awake until it ends. */
export function recordSleep({ sleep, goal, stamp }: Pass, draft: Draft): void {
  const { status } = draft
  const { isAsleep } = goal
  if (isAsleep === (status.sleep?.isAsleep ?? false)) return
  // Where it is awake although it is time to sleep, that is for a deployment.
  const by = sleep?.isAsleep === isAsleep ? sleep.by : 'deployment'
  status.sleep = { isAsleep, sinceEpoch: stamp, by }
  draft.event(isAsleep ? sleepLines.asleep : sleepLines.awake, by)
}
