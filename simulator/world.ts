import type { Clock } from '../core/time/clock'
import type { Faults } from './faults'
import type { Random } from './ids'
import type { Profile } from './profiles/profile'
import type { RequestRates } from './request-rates'
import type { RecentlyMade } from '../controller/cloud/aws/recently-made'
import type { Scheduler } from './scheduler'
import type { Late, Listed, WorldState } from './state'
import { formerTagsOf } from './tag-changes'
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
  /** What SDO's client of AWS remembers. */
  readonly recentlyMade: RecentlyMade
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
  ...formerTagsOf(world, {}),
})

/** A new part of a thing, as AWS will show it in there, sooner or later. */
export function late<T extends object>(world: World, part: T): Late<T> {
  const ms = world.faults.takePartLag(world.timings)
  return ms > 0 ? { ...part, shownEpoch: world.clock.now() + ms } : part
}

/** Those parts that AWS shows by now, as they were made. */
export const shown = <T extends object>({ clock }: Pick<World, 'clock'>, parts: Late<T>[]): T[] =>
  parts
    .filter(({ shownEpoch = 0 }) => shownEpoch <= clock.now())
    .map(({ shownEpoch: _, ...part }) => part as unknown as T)
