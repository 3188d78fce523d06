import { systemClock, type Clock } from '../time/clock'

/** The report of one thing that this process depends on. */
export interface Liveness {
  /** Notes that the source answered, or said something by itself. */
  progressed(): void
  /** @param reason for people, without secrets */
  failed(reason: string): void
}

export interface SourceState {
  /** Since its last sign of life, or since it was begun if there was none. */
  silentSeconds: number
  /** Since this process started. */
  failures: number
  isFailing: boolean
}

interface Source {
  hasProgressed: boolean
  sinceMonotonic: number
  reason: string | undefined
  longestSilenceSeconds: number
}

/** A trouble that is over so soon is no reason to count as not ready. */
const forgivenSeconds = 10

/** Remembers of everything this process depends on when it last showed life, and since when and why it does not. */
export class LivenessBoard {
  private readonly sources = new Map<string, Source>()
  private readonly failures = new Map<string, number>()

  constructor(private readonly clock: Pick<Clock, 'monotonic'> = systemClock) {}

  /** From now on `name` is expected to show life, at least once in `longestSilenceSeconds`, until `signal` aborts. */
  expect(name: string, longestSilenceSeconds: number, signal: AbortSignal): Liveness {
    const source: Source = {
      hasProgressed: false,
      sinceMonotonic: this.clock.monotonic(),
      reason: undefined,
      longestSilenceSeconds,
    }
    this.sources.set(name, source)
    if (!this.failures.has(name)) this.failures.set(name, 0)
    const forget = () => this.sources.get(name) === source && this.sources.delete(name)
    signal.addEventListener('abort', forget, { once: true })
    return {
      progressed: () => {
        source.hasProgressed = true
        source.sinceMonotonic = this.clock.monotonic()
        source.reason = undefined
      },
      failed: (reason) => {
        source.reason = reason
        this.failures.set(name, (this.failures.get(name) ?? 0) + 1)
      },
    }
  }

  /** States of the sources, by name. */
  states(): [string, SourceState][] {
    return [...this.sources].map(([name, source]) => [
      name,
      {
        silentSeconds: this.silenceOf(source),
        failures: this.failures.get(name) ?? 0,
        isFailing: source.reason !== undefined,
      },
    ])
  }

  /** Sentences on the sources that are silent for too long. */
  faults(): string[] {
    return [...this.sources].flatMap(([name, source]) => {
      const seconds = this.silenceOf(source)
      const { reason, hasProgressed, longestSilenceSeconds } = source
      const for_ = `for ${Math.round(seconds)} s`
      if (!hasProgressed) return [`${name} has not answered yet, ${for_}.${reason ? ` ${reason}` : ''}`]
      if (reason !== undefined && seconds > forgivenSeconds) return [`${name} fails ${for_}. ${reason}`]
      return seconds > longestSilenceSeconds ? [`${name} is silent ${for_}.`] : []
    })
  }

  private silenceOf({ sinceMonotonic }: Source): number {
    return (this.clock.monotonic() - sinceMonotonic) / 1000
  }
}
