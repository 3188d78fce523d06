import type { SpotStrategy } from '../../core/resources/environment'

export const spotStrategyLabels: Record<SpotStrategy, string> = {
  ALL: 'All Spot',
  ALL_BUT_ONE: 'All Spot except one',
  HALF_OR_LESS: 'Half Spot or less',
  NONE: 'No Spot',
}

/** Hint on what the strategies mean for price and interruptions. */
export const spotStrategyHint =
  'All Spot is cheapest, and AWS may take every instance back at short notice. All Spot except one keeps one process of each application on-demand, Half Spot or less at least half of them. No Spot costs the on-demand price and is not interrupted.'
