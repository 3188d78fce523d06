import type { EnvironmentSleep, SleepAct, SleepSchedule } from './sleep-schemas'
import { isCron, isTimeZone, lastTime, nextTime, type CronTime } from '../time/cron'

/** Whether an environment sleeps at a time, and for how long. Times are milliseconds since the epoch. */
interface SleepState {
  isAsleep: boolean
  /** What made it so; absent from one that has never slept. */
  decidedBy?: SleepAct
  /** When its schedule next makes it otherwise; absent where it has none. */
  untilEpoch?: number
}

/**
 * Whether an environment sleeps: the newest of what its schedule, people and deployments did decides. Nothing has to be remembered, so whoever
 * was away, or begins now, comes to the same.
 *
 * Times before the schedule was set do not count. Of two at the same time an act wins, then waking. A schedule that is none, as only a hand
 * can write it, is left out.
 *
 * @param at milliseconds since the epoch
 */
export function sleepAt({ schedule, lastAct }: EnvironmentSleep, at: number): SleepState {
  const times = schedule && timesOf(schedule)
  const cameLast = (isAsleep: boolean): SleepAct[] => {
    const epoch = times && lastTime(isAsleep ? times.sleep : times.wake, at)
    const isNew = epoch !== undefined && schedule !== undefined && epoch > schedule.setEpoch
    return isNew ? [{ isAsleep, epoch, by: 'schedule' }] : []
  }
  const acts = [...(lastAct ? [lastAct] : []), ...cameLast(false), ...cameLast(true)]
  const decidedBy = acts.reduce<SleepAct | undefined>(
    (newest, act) => (newest === undefined || act.epoch > newest.epoch ? act : newest),
    undefined,
  )
  const isAsleep = decidedBy?.isAsleep ?? false
  const untilEpoch = times && nextTime(isAsleep ? times.wake : times.sleep, at)
  return { isAsleep, ...(decidedBy && { decidedBy }), ...(untilEpoch !== undefined && { untilEpoch }) }
}

function timesOf({ timeZone, sleep, wake }: SleepSchedule): { sleep: CronTime; wake: CronTime } | undefined {
  if (!isTimeZone(timeZone) || !isCron(sleep) || !isCron(wake)) return undefined
  return { sleep: { cron: sleep, timeZone }, wake: { cron: wake, timeZone } }
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
