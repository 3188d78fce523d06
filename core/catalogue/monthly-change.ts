import { hoursPerMonth } from './figures'

/** USD an hour at most, before and after a change. */
export interface PerHour {
  before: number
  after: number
}

const monthly = (perHour: number): string =>
  `${Math.round(perHour * hoursPerMonth).toLocaleString('en-US')} USD`

/** What a change makes of the cost: `from at most 48 USD to at most 3,075 USD a month`. */
export const monthlyChangeText = ({ before, after }: PerHour): string =>
  `from at most ${monthly(before)} to at most ${monthly(after)} a month`
