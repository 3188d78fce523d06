import type { SpotStrategy } from '../../core/resources/environment'

export const spotStrategyLabels: Record<SpotStrategy, string> = {
  ALL: 'All Spot',
  ALL_BUT_ONE: 'All Spot except one',
  HALF_OR_LESS: 'Half Spot or less',
  NONE: 'No Spot',
}
