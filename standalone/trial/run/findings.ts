import type { Clock } from '../../../core/time/clock'

/** What one step found out. */
export interface Found {
  held: string[]
  notHeld: string[]
  /** Name to seconds. */
  measured: Record<string, number>
}

/** Collects what a step finds out while it runs. */
export class Findings {
  readonly found: Found = { held: [], notHeld: [], measured: {} }

  constructor(private readonly clock: Pick<Clock, 'monotonic'>) {}

  /** Notes whether a promise held; the story goes on either way. */
  expect(held: boolean, promise: string, otherwise = `It did not hold: ${promise}`): void {
    if (held) this.found.held.push(promise)
    else this.found.notHeld.push(otherwise)
  }

  /** Notes how long some work takes that succeeds. */
  async measure<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
    const startedAt = this.clock.monotonic()
    const result = await work()
    this.record(name, (this.clock.monotonic() - startedAt) / 1000)
    return result
  }

  record(name: string, seconds: number): void {
    this.found.measured[name] = Math.round(seconds * 10) / 10
  }
}
