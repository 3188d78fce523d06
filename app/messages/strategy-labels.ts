import type { GoesOnWithout, SpotStrategy } from '../../core/resources/environment'

export const spotStrategyLabels: Record<SpotStrategy, string> = {
  ALL: 'All Spot',
  ALL_BUT_ONE: 'All Spot except one',
  HALF_OR_LESS: 'Half Spot or less',
  NONE: 'No Spot',
}

/** Sentence for each strategy on what it means for interruptions. */
export const spotStrategyMeanings: Record<SpotStrategy, string> = {
  ALL: 'Everything may run on Spot: AWS may take every instance back at two minutes’ notice.',
  ALL_BUT_ONE: 'One process of each application runs on-demand, where it is not interrupted.',
  HALF_OR_LESS: 'At least half of the processes of each application run on-demand.',
  NONE: 'Everything runs on-demand, at its price, and is not interrupted.',
}

export const goesOnWithoutLabels: Record<GoesOnWithout, string> = {
  NOTHING: 'Nothing',
  INSTANCE: 'Any one instance',
  ZONE: 'Any one zone',
}
