import { isAllowed, type Bin, type PackingProblem } from '../model/packing-problem'

/**
 * Buys spreading: halves instances that hold several processes of a kind, the cheapest halving first, while all of it costs no more than
 * the given share of the cost.
 */
export function spreadPacking(problem: PackingProblem, bins: Bin[], tolerance: number): Bin[] {
  const cost = bins.reduce((sum, { classIndex }) => sum + problem.classes[classIndex]!.price, 0)
  let budget = cost * tolerance
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
  const halves = [first, second].flatMap((content) => cheapestFor(problem, content) ?? [])
  if (halves.length < 2) return undefined
  const price = ({ classIndex }: Bin) => problem.classes[classIndex]!.price
  return { bin, halves, extra: halves.reduce((sum, half) => sum + price(half), 0) - price(bin) }
}

function cheapestFor({ classes, groups }: PackingProblem, content: Int32Array): Bin | undefined {
  let best = -1
  classes.forEach((one, index) => {
    let cpu = 0
    let memory = 0
    let isPossible = one.limit === Infinity
    content.forEach((count, group) => {
      if (count === 0) return
      cpu += groups[group]!.cpu * count
      memory += groups[group]!.memory * count
      isPossible &&= isAllowed(one, groups[group]!)
    })
    if (!isPossible || cpu > one.cpu || memory > one.memory) return
    if (best < 0 || one.price < classes[best]!.price) best = index
  })
  return best < 0 ? undefined : { classIndex: best, content }
}
