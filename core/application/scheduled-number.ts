import { spanTimes } from '../time/cron-span'
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

function spanOf(entry: ScheduleEntry, at: number) {
  const { startedEpoch, endedEpoch, nextStartEpoch, nextEndEpoch } = spanTimes(entry, at)
  const counts = startedEpoch >= endedEpoch && startedEpoch > -Infinity
  return {
    counts,
    fromEpoch: counts ? startedEpoch : endedEpoch,
    untilEpoch: counts ? nextEndEpoch : nextStartEpoch,
  }
}
