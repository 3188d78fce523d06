/** Percent of a budget of which people are told once a month each, when the projection reaches them; the highest first. */
const budgetLevels = [100, 80] as const

/** How much of a budget is projected, in percent; rounded down, as what is not reached is not. */
export const budgetPercent = (projectedUsd: number, budgetUsd: number): number =>
  Math.floor((projectedUsd / budgetUsd) * 100)

/** The highest level that is reached; 0 for none. */
export const budgetLevelOf = (projectedUsd: number, budgetUsd: number): number =>
  budgetLevels.find((level) => budgetPercent(projectedUsd, budgetUsd) >= level) ?? 0
