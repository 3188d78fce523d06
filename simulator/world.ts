import type { Clock } from '../core/time/clock'
import type { Faults } from './faults'
import type { Random } from './ids'
import type { Profile } from './profiles/profile'
import type { RequestRates } from './request-rates'
import type { Scheduler } from './scheduler'
import type { Listed, WorldState } from './state'
import type { Timings } from './timings'

/** The dependencies that all parts of the simulated cloud share. */
export interface World {
  readonly clock: Clock
  readonly random: Random
  /** What accounts are like; its timings may have been changed, to `timings`. */
  readonly profile: Profile
  readonly timings: Timings
  readonly rates: RequestRates
  readonly faults: Faults
  readonly scheduler: Scheduler
  readonly state: WorldState
  /** Dispatches `warned` when a Spot warning was put into a queue. */
  readonly warned: EventTarget
  /** Resolves when the present state is kept. */
  save(): Promise<void>
}

/** A new thing as lists will show it, sooner or later. */
export const listed = <T>(world: World, thing: T): Listed<T> => ({
  ...thing,
  visibleEpoch: world.clock.now() + world.faults.takeLag(world.timings),
})
