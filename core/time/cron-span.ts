import { isCron, isTimeZone, lastTime, nextTime } from './cron'

/** What begins at a time of cron, and ends at another one by the same clock. */
export interface CronSpan {
  /** Five fields of cron, such as `0 8 * * 1-5`. */
  start: string
  end: string
  /** A name of the IANA time zone database, such as `Europe/Berlin`. */
  timeZone: string
}

/** When it began and ended last, and does so next, in milliseconds since the epoch; infinitely far where it never did or does. */
interface SpanTimes {
  startedEpoch: number
  endedEpoch: number
  nextStartEpoch: number
  nextEndEpoch: number
}

/** By what was asked for. Cron is searched again only once one of the times has come, since each answer costs up to a millisecond. */
const known = new Map<string, SpanTimes>()
const mostKnown = 10_000

const never: SpanTimes = {
  startedEpoch: -Infinity,
  endedEpoch: -Infinity,
  nextStartEpoch: Infinity,
  nextEndEpoch: Infinity,
}

/**
 * The times around a moment. One that cannot be read, as only a hand can write it, never comes.
 *
 * @param at milliseconds since the epoch
 */
export function spanTimes({ start, end, timeZone }: CronSpan, at: number): SpanTimes {
  const key = [start, end, timeZone].join('\n')
  const last = known.get(key)
  if (last && holdsAt(last, at)) return last
  if (known.size >= mostKnown) known.clear()
  const times = search({ start, end, timeZone }, at)
  known.set(key, times)
  return times
}

const holdsAt = ({ startedEpoch, endedEpoch, nextStartEpoch, nextEndEpoch }: SpanTimes, at: number) =>
  at >= Math.max(startedEpoch, endedEpoch) && at < Math.min(nextStartEpoch, nextEndEpoch)

function search({ start, end, timeZone }: CronSpan, at: number): SpanTimes {
  if (!isCron(start) || !isCron(end) || !isTimeZone(timeZone)) return never
  const [starts, ends] = [
    { cron: start, timeZone },
    { cron: end, timeZone },
  ]
  return {
    startedEpoch: lastTime(starts, at) ?? -Infinity,
    endedEpoch: lastTime(ends, at) ?? -Infinity,
    nextStartEpoch: nextTime(starts, at) ?? Infinity,
    nextEndEpoch: nextTime(ends, at) ?? Infinity,
  }
}
