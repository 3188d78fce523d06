import { isCron, isTimeZone, lastTime, nextTime, type CronTime } from '../time/cron'
import type { ScheduleEntry } from './schedule'

/** What a schedule wants at a moment. */
export interface ScheduledNumber {
  /** At least so many processes; 0 where no entry counts. */
  processes: number
  /** When the entry that wants them ends, and by whose clock; absent where none counts. */
  until?: { epoch: number; timeZone: string }
  /** The answer is the same at every moment from the one until before the other. */
  fromEpoch: number
  untilEpoch: number
}

/**
 * How many processes a schedule wants at least. An entry counts from each of its starts until the next end after it; of several that count,
 * the greatest wins. One that cannot be read never counts.
 *
 * @param at milliseconds since the epoch
 */
export function scheduledNumber(schedule: readonly ScheduleEntry[], at: number): ScheduledNumber {
  const spans = schedule.map((entry) => ({ entry, span: spanOf(entry, at) }))
  const counting = spans
    .filter(({ span }) => span.counts)
    // Of two that want as many, the one that does so for longer.
    .sort((a, b) => b.entry.processes - a.entry.processes || b.span.untilEpoch - a.span.untilEpoch)
  const [first] = counting
  return {
    processes: first?.entry.processes ?? 0,
    ...(first && { until: { epoch: first.span.untilEpoch, timeZone: first.entry.timeZone } }),
    fromEpoch: Math.max(-Infinity, ...spans.map(({ span }) => span.fromEpoch)),
    untilEpoch: Math.min(Infinity, ...spans.map(({ span }) => span.untilEpoch)),
  }
}

interface Span {
  counts: boolean
  fromEpoch: number
  untilEpoch: number
}

/** The span that a moment is in: cron is asked again only when it is over, since each answer costs a search. */
const spans = new Map<string, Span>()
const mostSpans = 10_000

function spanOf({ start, end, timeZone }: ScheduleEntry, at: number): Span {
  const key = [start, end, timeZone].join(' ')
  const known = spans.get(key)
  if (known && known.fromEpoch <= at && at < known.untilEpoch) return known
  if (spans.size >= mostSpans) spans.clear()
  const span = searchSpan({ start, end, timeZone }, at)
  spans.set(key, span)
  return span
}

function searchSpan({ start, end, timeZone }: Omit<ScheduleEntry, 'processes'>, at: number): Span {
  if (!isCron(start) || !isCron(end) || !isTimeZone(timeZone))
    return { counts: false, fromEpoch: -Infinity, untilEpoch: Infinity }
  const timeOf = (cron: string): CronTime => ({ cron, timeZone })
  const [starts, ends] = [timeOf(start), timeOf(end)]
  const startedEpoch = lastTime(starts, at) ?? -Infinity
  const endedEpoch = lastTime(ends, at) ?? -Infinity
  const counts = startedEpoch >= endedEpoch && startedEpoch > -Infinity
  return {
    counts,
    fromEpoch: counts ? startedEpoch : endedEpoch,
    untilEpoch: nextTime(counts ? ends : starts, at) ?? Infinity,
  }
}
