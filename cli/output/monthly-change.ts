import type { CostChange } from '../api/wire'

/** As in the portal; the command line has no code of it. */
export const hoursPerMonth = 730

const monthly = (perHour: number): string =>
  `${Math.round(perHour * hoursPerMonth).toLocaleString('en-US')} USD`

/** `from at most 48 USD to at most 3,075 USD a month`, of prices an hour. */
export const monthlyChange = ({ before, after }: CostChange): string =>
  `from at most ${monthly(before)} to at most ${monthly(after)} a month`
