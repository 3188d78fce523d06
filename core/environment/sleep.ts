import type { EnvironmentSleep, SleepAct, SleepSchedule } from './sleep-schemas'
import { spanTimes } from '../time/cron-span'

/** Whether an environment sleeps at a time, and for how long. Times are milliseconds since the epoch. */
interface SleepState {
  isAsleep: boolean
  /** What made it so; absent from one that has never slept. */
  decidedBy?: SleepAct
  /** When its schedule next makes it otherwise; absent where it has none. */
  untilEpoch?: number
}

/**
 * Whether an environment sleeps: the newest of what its schedule, people, deployments and a time without requests did decides. Nothing has to be remembered, so whoever
 * was away, or begins now, comes to the same.
 *
 * Times before the schedule was set do not count. Of two at the same time an act wins, then waking. A schedule that is none, as only a hand
 * can write it, is left out.
 *
 * @param at milliseconds since the epoch
 */
export function sleepAt({ schedule, lastAct }: EnvironmentSleep, at: number): SleepState {
  const times = schedule && spanTimes({ ...schedule, start: schedule.sleep, end: schedule.wake }, at)
  const cameLast = (isAsleep: boolean, epoch = -Infinity): SleepAct[] =>
    schedule && epoch > schedule.setEpoch ? [{ isAsleep, epoch, by: 'schedule' }] : []
  const acts = [
    ...(lastAct ? [lastAct] : []),
    ...cameLast(false, times?.endedEpoch),
    ...cameLast(true, times?.startedEpoch),
  ]
  const decidedBy = acts.reduce<SleepAct | undefined>(
    (newest, act) => (newest === undefined || act.epoch > newest.epoch ? act : newest),
    undefined,
  )
  const isAsleep = decidedBy?.isAsleep ?? false
  const untilEpoch = isAsleep ? times?.nextEndEpoch : times?.nextStartEpoch
  const isEnding = untilEpoch !== undefined && untilEpoch < Infinity
  return { isAsleep, ...(decidedBy && { decidedBy }), ...(isEnding && { untilEpoch }) }
}

/**
 * Gives an environment another schedule, or none. How it is at the moment stays until the new schedule comes, so that nobody's work ends, and
 * nothing is launched, because somebody wrote down other times.
 */
export function settleSleep(
  sleep: EnvironmentSleep,
  schedule: Omit<SleepSchedule, 'setEpoch'> | undefined,
  at: number,
): EnvironmentSleep {
  const { decidedBy } = sleepAt(sleep, at)
  return {
    ...(schedule && { schedule: { ...schedule, setEpoch: at } }),
    ...(decidedBy && { lastAct: decidedBy }),
  }
}
