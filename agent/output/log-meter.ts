import type { Clock } from '../../core/time/clock'

/** AWS counts so many bytes for each line beside its text. */
export const bytesPerLogEvent = 26

const usualIntervalMs = 10_000
const shortestIntervalMs = 250
/** So much of one container between two rounds is far from the megabyte that Docker keeps in one file. */
const easyBytes = 128 * 1024
const saveIntervalMs = 10 * 60_000

/** Counts what one container prints, as CloudWatch Logs takes it in. */
export interface LogCounter {
  /** Bytes of what was printed since the last count until a time; undefined where nobody can tell. */
  count(untilEpoch: number): number | undefined
  /** Whether nothing more can come. */
  isOver(): boolean
  close(): void
}

/** What the next agent goes on from: all bytes until a time. */
interface KeptLogBytes {
  bytes: number
  epoch: number
}

/**
 * Adds up what CloudWatch Logs takes in from this instance. It counts all containers at the same times, so that what it keeps is all until one
 * time, and the next agent counts from there.
 */
export class LogMeter {
  private readonly counters = new Set<LogCounter>()
  private bytes = 0
  private countedEpoch: number
  private savedBytes = 0
  private isUnknown = false

  constructor(private readonly clock: Clock) {
    this.countedEpoch = clock.now()
  }

  /** Goes on from what the agent before counted; to be called before any counter is added. */
  resume({ bytes, epoch }: KeptLogBytes): void {
    this.bytes = bytes
    this.savedBytes = bytes
    this.countedEpoch = Math.min(epoch, this.countedEpoch)
  }

  /** From when on a container that is found was not counted yet. */
  get sinceEpoch(): number {
    return this.countedEpoch
  }

  /** Adds what was sent and is counted by its sender. */
  add(bytes: number): void {
    this.bytes += bytes
  }

  watch(counter: LogCounter): void {
    this.counters.add(counter)
  }

  /** All bytes so far; undefined while those of a container cannot be told. */
  total(): number | undefined {
    return this.isUnknown ? undefined : this.bytes
  }

  kept(): KeptLogBytes {
    return { bytes: this.bytes, epoch: this.countedEpoch }
  }

  /**
   * Counts again and again, sooner where much is printed: Docker keeps the end only.
   *
   * @param save is called now and then when there is more to keep
   */
  async run(signal: AbortSignal, save: () => void): Promise<void> {
    const { clock } = this
    let savedMs = clock.monotonic()
    let pauseMs = usualIntervalMs
    while (!signal.aborted) {
      await clock.sleep(pauseMs, signal)
      const bytesPerMs = this.countAll() / pauseMs
      pauseMs = Math.min(usualIntervalMs, Math.max(shortestIntervalMs, easyBytes / bytesPerMs))
      if (this.bytes === this.savedBytes || clock.monotonic() - savedMs < saveIntervalMs) continue
      savedMs = clock.monotonic()
      this.savedBytes = this.bytes
      save()
    }
  }

  /** @returns the most bytes of one container */
  private countAll(): number {
    const untilEpoch = this.clock.now()
    let most = 0
    let isUnknown = false
    for (const counter of this.counters) {
      const counted = counter.count(untilEpoch)
      if (counter.isOver()) {
        counter.close()
        this.counters.delete(counter)
      } else isUnknown ||= counted === undefined
      this.bytes += counted ?? 0
      most = Math.max(most, counted ?? 0)
    }
    this.countedEpoch = untilEpoch
    this.isUnknown = isUnknown
    return most
  }
}
