import { costOf, costTolerance, type Bin, type PackingProblem } from '../model/packing-problem'

/** The best packing so far, with its cost. */
export class Incumbent {
  bins: Bin[] = []
  cost = Infinity

  constructor(private readonly problem: PackingProblem) {}

  /** Says whether no packing can cost less, given that none costs less than the bound. */
  isOptimalBy(lowerBound: number): boolean {
    return this.cost <= lowerBound * (1 + proofTolerance)
  }

  /** Says whether the packing is now the best. */
  offer(bins: Bin[] | undefined): boolean {
    if (!bins) return false
    const cost = costOf(this.problem, bins)
    if (cost >= this.cost - costTolerance) return false
    this.bins = bins
    this.cost = cost
    return true
  }
}

/** Costs this close are one: prices have far fewer digits. */
export const proofTolerance = 1e-7
