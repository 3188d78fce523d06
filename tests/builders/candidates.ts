import { expect } from 'vitest'
import {
  runAsLeader,
  type LeaderElectionOptions,
  type LeaseStore,
} from '../../controller/runtime/leader-election'
import { silentLogger } from '../../core/logging/logger'
import type { Clock } from '../../core/time/clock'
import type { VirtualClock } from './virtual-clock'

/** Who leads, and whether two ever did. */
export class Throne {
  readonly history: string[] = []
  private readonly sitting = new Set<string>()

  get leader(): string | undefined {
    expect(this.sitting.size).toBeLessThanOrEqual(1)
    return [...this.sitting][0]
  }

  /** Leads until the signal aborts, then takes `settleMilliseconds` to settle. */
  lead(identity: string, clock: Clock, settleMilliseconds = 0) {
    return async (signal: AbortSignal) => {
      expect([...this.sitting], `${identity} began`).toEqual([])
      this.sitting.add(identity)
      this.history.push(identity)
      await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
      this.sitting.delete(identity)
      await clock.sleep(settleMilliseconds)
    }
  }
}

/** Between a candidate and the store; while it is cut, nothing is answered. */
export class Wire implements LeaseStore {
  isCut = false

  constructor(private readonly leases: LeaseStore) {}

  get: LeaseStore['get'] = (name) => (this.isCut ? never() : this.leases.get(name))

  put: LeaseStore['put'] = (name, lease, previous) =>
    this.isCut ? never() : this.leases.put(name, lease, previous)
}

const never = () => new Promise<never>(() => undefined)

/** A candidate for the lease, on the throne while it leads. */
export function stand(identity: string, clock: VirtualClock, throne: Throne, leases: LeaseStore, settle = 0) {
  const stop = new AbortController()
  const options: LeaderElectionOptions = {
    leases,
    name: 'controller',
    identity,
    log: silentLogger,
    clock,
    random: () => 0.5,
  }
  const finished = runAsLeader(options, throne.lead(identity, clock, settle), stop.signal)
  return { stop, finished }
}
