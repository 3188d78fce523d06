import { costOf, costOfBin, type Bin, type PackingProblem } from '../model/packing-problem'
import { cheapestHolding } from './greedy'

/**
 * Buys spreading: halves instances that hold several processes of a kind, the cheapest halving first, while all of it costs no more than
 * the given share of the cost.
 */
export function spreadPacking(problem: PackingProblem, bins: Bin[], tolerance: number): Bin[] {
  let budget = costOf(problem, bins) * tolerance
  if (budget <= 0) return bins
  let spread = bins
  for (;;) {
    const [cheapest] = spread
      .flatMap((bin) => halved(problem, bin) ?? [])
      .filter(({ extra }) => extra <= budget)
      .sort((a, b) => a.extra - b.extra)
    if (!cheapest) return spread
    budget -= Math.max(0, cheapest.extra)
    spread = spread.flatMap((bin) => (bin === cheapest.bin ? cheapest.halves : [bin]))
  }
}

function halved(problem: PackingProblem, bin: Bin): { bin: Bin; halves: Bin[]; extra: number } | undefined {
  if (!bin.content.some((count) => count >= 2)) return undefined
  const first = bin.content.map((count, group) =>
    group % 2 === 0 ? Math.ceil(count / 2) : Math.floor(count / 2),
  )
  const second = bin.content.map((count, group) => count - first[group]!)
  const launchable = problem.classes.map(({ limit }) => (limit === Infinity ? 1 : 0))
  const halves = [first, second].flatMap((content) => cheapestHolding(problem, content, launchable) ?? [])
  if (halves.length < 2) return undefined
  return { bin, halves, extra: costOf(problem, halves) - costOfBin(problem, bin) }
}
