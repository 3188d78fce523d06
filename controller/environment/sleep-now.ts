import type { EnvironmentSleep, SleepAct } from '../../core/resources/environment'
import { sleepAt } from '../../core/environment/sleep'
import type { Moment } from './rest/moment'

/** What decides whether an environment sleeps at the moment, which notes how long that holds; undefined where nothing ever did. */
export function sleepNow(sleep: EnvironmentSleep | undefined, moment: Moment): SleepAct | undefined {
  if (!sleep) return undefined
  const { decidedBy, untilEpoch } = sleepAt(sleep, moment.stamp)
  moment.noteSpan(decidedBy?.by === 'schedule' ? decidedBy.epoch : -Infinity, untilEpoch ?? Infinity)
  return decidedBy
}
