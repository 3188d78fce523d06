import type { ProcessUsage, UsageMinute } from '../../core/agent/protocol'
import type { Clock } from '../../core/time/clock'
import { hourMilliseconds, minuteMilliseconds } from '../../core/time/durations'

/** A controller that was away for so long loses nothing. */
const keptMilliseconds = hourMilliseconds
/** Of processes and minutes in one answer: some 700 KB. */
export const mostEntries = 5000
const coreDigits = 1e4

/** What a process used since the look before: means of the time between, and memory at its end. */
interface UsageSample {
  processId: string
  applicationId: string
  cores: number
  /** Share of the time in which it was held back, 0 to 1; of several cores each counts, so it can be more than 1. */
  throttled?: number | undefined
  memoryMb?: number | undefined
}

/** What processes used, of each of the last sixty minutes. It is kept in memory: an agent that begins anew has nothing of the time before. */
export class UsageMinutes {
  /** By the minute's beginning, and the process. */
  private readonly minutes = new Map<number, Map<string, Rollup>>()

  constructor(private readonly clock: Pick<Clock, 'now'>) {}

  add(sample: UsageSample): void {
    const epoch = this.currentMinute()
    const processes = this.minutes.get(epoch) ?? new Map<string, Rollup>()
    this.minutes.set(epoch, processes)
    const rollup = processes.get(sample.processId) ?? new Rollup(sample.applicationId)
    processes.set(sample.processId, rollup)
    rollup.add(sample)
    for (const minute of this.minutes.keys())
      // Also those of a time that a clock was ahead of.
      if (Math.abs(epoch - minute) > keptMilliseconds) this.minutes.delete(minute)
  }

  /** Minutes after one, oldest first, those that are over: as many as one answer takes, at least one. */
  after(epoch: number): UsageMinute[] {
    const current = this.currentMinute()
    const over = [...this.minutes.keys()]
      .filter((minute) => minute > epoch && minute < current)
      .sort(ascending)
    const answer: UsageMinute[] = []
    let entries = 0
    for (const minute of over) {
      const processes = [...(this.minutes.get(minute) ?? [])].map(([id, rollup]) => rollup.read(id))
      entries += processes.length
      if (answer.length > 0 && entries > mostEntries) break
      answer.push({ epoch: minute, processes })
    }
    return answer
  }

  private currentMinute(): number {
    return Math.floor(this.clock.now() / minuteMilliseconds) * minuteMilliseconds
  }
}

const ascending = (one: number, other: number) => one - other

/** Samples of one process in one minute. */
class Rollup {
  private readonly cores: number[] = []
  private readonly throttled: number[] = []
  private readonly memoryMb: number[] = []

  constructor(private readonly applicationId: string) {}

  add({ cores, throttled, memoryMb }: UsageSample): void {
    this.cores.push(cores)
    if (throttled !== undefined) this.throttled.push(throttled)
    if (memoryMb !== undefined) this.memoryMb.push(memoryMb)
  }

  read(id: string): ProcessUsage {
    const { applicationId, cores, throttled, memoryMb } = this
    return {
      id,
      applicationId,
      cores: rounded(mean(cores)),
      mostCores: rounded(Math.max(...cores)),
      ...(throttled.length > 0 && { throttled: rounded(Math.min(1, mean(throttled))) }),
      ...(memoryMb.length > 0 && {
        memoryMb: Math.round(mean(memoryMb)),
        mostMemoryMb: Math.round(Math.max(...memoryMb)),
      }),
    }
  }
}

const mean = (figures: number[]) => figures.reduce((sum, figure) => sum + figure, 0) / figures.length
const rounded = (figure: number) => Math.round(figure * coreDigits) / coreDigits
