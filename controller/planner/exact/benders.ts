import type { ColumnGeneration } from '../bound/column-generation'
import type { LinearSolver } from '../search/linear-solver'
import type { Effort } from '../search/effort'
import type { Incumbent } from '../search/incumbent'
import { costTolerance, type Bin, type PackingProblem } from '../model/packing-problem'
import { MasterSearch } from './master-search'
import { MasterLp } from './master-lp'
import { bendersCutFrom, scaled, type BendersCut } from './benders-cut'
import { SubproblemLp } from './subproblem-lp'
import { tuned } from '../search/strategy'

const { mostFromHistory, firstNodes } = tuned.benders

interface BendersInput {
  solver: LinearSolver
  problem: PackingProblem
  /** Is offered what is found. */
  incumbent: Incumbent
  generation: Pick<ColumnGeneration, 'provenDuals' | 'duals' | 'columns'>
  effort: Effort
}

/**
 * Logic-based Benders decomposition (Hooker and Ottosson, "Logic-based Benders decomposition", 2003): the master decides how many instances
 * of each class there are, the subproblem whether all processes can be packed into those, and where they cannot, why becomes a cut. Answers
 * a lower bound.
 */
export function decomposeByBenders({ solver, problem, incumbent, generation, effort }: BendersInput): number {
  const narrowed = new Narrowed(problem)
  const addCut = (values: ArrayLike<number>, surplusHolds: number) => {
    const cut = effort.isOver
      ? undefined
      : bendersCutFrom(narrowed.problem, values, firstNodes, effort, surplusHolds)
    if (cut) narrowed.narrow(cut, incumbent.cost)
  }
  for (const values of generation.provenDuals.slice(0, mostFromHistory)) addCut(values, 1)
  for (const values of plainMeasures(problem)) addCut(values, 0)
  const columns = generation.columns.flatMap((bin) => narrowed.inside(bin) ?? [])
  const { cuts } = narrowed
  const subproblemLp = new SubproblemLp({
    solver,
    problem: narrowed.problem,
    worth: generation.duals,
    columns,
    effort,
  })
  const masterLp = new MasterLp(solver, narrowed.problem)
  try {
    const { bins, lowerBound } = new MasterSearch({
      problem: narrowed.problem,
      cuts,
      subproblemLp,
      masterLp,
      upperBound: incumbent.cost,
      effort,
    }).run()
    incumbent.offer(bins?.map((bin) => narrowed.outside(bin)))
    return lowerBound
  } finally {
    subproblemLp.dispose()
    masterLp.dispose()
  }
}

/** The question without the classes of which a single instance would waste more than is to be saved. */
class Narrowed {
  problem: PackingProblem
  cuts: BendersCut[] = []
  /** Of each class that is left, its index in the whole problem. */
  private left: number[]

  constructor(whole: PackingProblem) {
    this.problem = whole
    this.left = whole.classes.map((_, index) => index)
  }

  /** Adds the cut, and leaves out what by any one cut cannot be part of anything cheaper than `cost`. */
  narrow(cut: BendersCut, cost: number): void {
    this.cuts.push(cut)
    const stays = this.problem.classes.map(({ price }, index) =>
      this.cuts.every(({ need, holds }) => need + price - holds[index]! < cost - costTolerance),
    )
    if (stays.every(Boolean)) return
    const isLeft = (_: unknown, index: number) => stays[index]!
    this.left = this.left.filter(isLeft)
    this.problem = { ...this.problem, classes: this.problem.classes.filter(isLeft) }
    const narrower = this.cuts.map((one) => ({ ...one, holds: one.holds.filter(isLeft) }))
    this.cuts = narrower.flatMap((one) => scaled(this.problem, one) ?? [])
  }

  inside({ classIndex, content }: Bin): Bin | undefined {
    const index = this.left.indexOf(classIndex)
    return index < 0 ? undefined : { classIndex: index, content }
  }

  outside({ classIndex, content }: Bin): Bin {
    return { classIndex: this.left[classIndex]!, content }
  }
}

/** What instances have room for, whatever it costs. */
function plainMeasures({ groups }: PackingProblem): ArrayLike<number>[] {
  return [
    groups.map(({ cpu }) => cpu),
    groups.map(({ memory }) => memory),
    groups.map(() => 1),
    groups.map(({ cpu, isOnDemandOnly }) => (isOnDemandOnly ? cpu : 0)),
    groups.map(({ memory, isOnDemandOnly }) => (isOnDemandOnly ? memory : 0)),
  ]
}
