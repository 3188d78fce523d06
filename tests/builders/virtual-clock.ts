import type { Clock } from '../../core/time/clock'

interface Sleeper {
  due: number
  wake: () => void
}

/** Lets everything that is ready to run do so: promises, next ticks, and immediates that follow from them. */
const settle = async (rounds = 3) => {
  for (let round = 0; round < rounds; round++) await new Promise((resolve) => setImmediate(resolve))
}

/** Time that stands still until a test moves it, so that minutes pass in milliseconds and always in the same order. */
export class VirtualClock implements Clock {
  private readonly sleepers = new Set<Sleeper>()

  private elapsed = 0

  /** `epoch` in milliseconds is where time starts. */
  constructor(private epoch = Date.UTC(2026, 0, 1)) {}

  now(): number {
    return this.epoch + this.elapsed
  }

  monotonic(): number {
    return this.elapsed
  }

  /** Sets the time of day by so many milliseconds, as an operator or NTP does. No time passes. */
  set(milliseconds: number): void {
    this.epoch += milliseconds
  }

  sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      if (signal?.aborted) return resolve()
      const sleeper: Sleeper = {
        due: this.elapsed + Math.max(0, milliseconds),
        wake: () => {
          this.sleepers.delete(sleeper)
          signal?.removeEventListener('abort', sleeper.wake)
          resolve()
        },
      }
      this.sleepers.add(sleeper)
      signal?.addEventListener('abort', sleeper.wake, { once: true })
    })
  }

  /** Moves time on, waking sleepers one by one in order and letting each one's consequences run before the next. */
  async advance(milliseconds: number): Promise<void> {
    const end = this.elapsed + milliseconds
    await settle()
    for (let next = this.nextUntil(end); next; next = this.nextUntil(end)) {
      this.elapsed = Math.max(this.elapsed, next.due)
      next.wake()
      await settle()
    }
    this.elapsed = end
    await settle()
  }

  /**
   * Moves time on by `stepMs` until `condition` holds.
   * @throws after `withinMs` of virtual time, naming `what`
   */
  async advanceUntil(
    condition: () => boolean | Promise<boolean>,
    { what = 'the condition', withinMs = 600_000, stepMs = 250 } = {},
  ): Promise<void> {
    const limit = this.elapsed + withinMs
    await settle()
    while (!(await condition())) {
      if (this.elapsed >= limit) throw new Error(`${what} did not come true within ${withinMs} ms`)
      await this.advance(stepMs)
    }
  }

  /** Moves time on, as far as needed, until `work` is settled, and gives its outcome. */
  async finish<T>(work: Promise<T>, options: { withinMs?: number; stepMs?: number } = {}): Promise<T> {
    let settled = false
    const note = () => {
      settled = true
    }
    work.then(note, note)
    await this.advanceUntil(() => settled, { what: 'the work', ...options })
    return work
  }

  private nextUntil(end: number): Sleeper | undefined {
    let first: Sleeper | undefined
    for (const sleeper of this.sleepers)
      if (sleeper.due <= end && (!first || sleeper.due < first.due)) first = sleeper
    return first
  }
}
