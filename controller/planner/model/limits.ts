import type { SpotStrategy } from '../../../core/resources/environment'

const limitByStrategy: Record<SpotStrategy, (count: number) => number> = {
  ALL: (count) => count,
  ALL_BUT_ONE: (count) => Math.max(0, count - 1),
  HALF_OR_LESS: (count) => Math.floor(count / 2),
  NONE: () => 0,
}

/** At most how many of an application's `count` processes may run on Spot instances: the stricter of strategy and percentage. */
export const spotLimitOf = (strategy: SpotStrategy, count: number, maxSpotPercentage = 100): number =>
  Math.min(limitByStrategy[strategy](count), Math.floor((count * maxSpotPercentage) / 100))
