import { launchableClasses, leastPrice, type SizedOffering } from './model/instance-classes'
import { demandsOf, groupBySize, sizedOfferings, type Demand, type SizedGroups } from './model/demand'
import { bendersCutFrom } from './exact/benders-cut'
import { dissolveInstances } from './fleet/dissolve'
import { costOfDrafts, draftOf, isUsed, placedBy, type Draft, type RunningInstance } from './fleet/draft'
import { keepFleet } from './fleet/keep'
import { matchBins } from './fleet/match'
import { placeMissing, type Pack } from './fleet/place-missing'
import { runningInstancesOf } from './fleet/running-instances'
import { takeWhatPays } from './fleet/worthwhile'
import { loadLinearSolver, type LinearSolver } from './search/linear-solver'
import { movesOf, roundedPrice } from './answer/moves'
import { solvePacking, type SolveOptions, type Packing } from './solve/optimise'
import { Effort, Deadline } from './search/effort'
import { greedyPackings } from './heuristics/initial-packings'
import { Incumbent } from './search/incumbent'
import { resourceDuals } from './bound/resource-prices'
import { costTolerance, type InstanceClass, type PackingProblem } from './model/packing-problem'
import { defaultSavingPerMove, type Plan, type Planner, type Workload } from './model/plan'
import { choosePools } from './answer/pools'
import { spreadPacking } from './heuristics/spread'
import { holds } from './model/sizes'
import { reasonUnplaced } from './answer/unplaced'

export { defaultSavingPerMove } from './model/plan'
export type * from './model/plan'
export { spotLimitOf } from './model/spot-limit'

export interface PlannerOptions {
  /** After so long the best so far is the answer. The effort is meant to take less; see `truncated`. */
  deadlineMilliseconds?: number
  /** Decides what is tried at random; the same seed gives the same plan. */
  seed?: number
  /** A clock in milliseconds of any origin. */
  now?: () => number
  /** Told when the first complete packing is there. */
  onIncumbent?: () => void
}

export const defaultDeadlineMilliseconds = 1000

/** Loads the solver (0.1 s) and answers the planner; it is synchronous from then on. */
export async function createPlanner(options: PlannerOptions = {}): Promise<Planner> {
  const solver = await loadLinearSolver()
  return (workload) => new Planning(workload, solver, options).plan()
}

/** Steps that take about a millisecond of the deadline on a slow machine. */
const stepsPerMillisecond = 15_000
/** What is kept of the deadline for giving names to the outcome. */
const searchShare = 0.88
/** Of the time, for packing everything anew where there is a fleet to be compared with. */
const anewShare = 0.75
/** Of the steps and the time left, for what is missing beside a fleet while all could be packed anew. */
const residualShare = 0.2
/** Of search for each class, for a bound that nobody waits for. */
const boundNodes = 300
/** How often the outcome may be improved from where it stands. */
const mostRounds = 5

/** The best packing with the question that it answers. */
interface PackedAll extends Packing {
  problem: PackingProblem
  grouped: SizedGroups
}

class Planning {
  private readonly stop: Deadline
  private readonly means: SolveOptions
  private readonly savingPerMove: number
  private readonly offerings: SizedOffering[]
  private readonly demands: Demand[]
  private readonly launchable: InstanceClass[]
  private readonly fleet: RunningInstance[]
  private readonly steps: number

  constructor(
    private readonly workload: Workload,
    solver: LinearSolver,
    {
      deadlineMilliseconds = defaultDeadlineMilliseconds,
      seed = 1,
      now = Date.now,
      onIncumbent,
    }: PlannerOptions,
  ) {
    const end = now() + deadlineMilliseconds * searchShare
    this.stop = new Deadline(now, end)
    this.steps = deadlineMilliseconds * stepsPerMillisecond
    this.means = { solver, stop: this.stop, steps: this.steps, seed, onIncumbent }
    this.savingPerMove = workload.minimumSavingPerMove ?? defaultSavingPerMove
    this.offerings = sizedOfferings(workload)
    this.demands = demandsOf(workload, this.offerings)
    this.launchable = launchableClasses(this.offerings)
    this.fleet = runningInstancesOf(workload, this.offerings, this.demands)
  }

  plan(): Plan {
    const mayMove = this.savingPerMove < Infinity
    const kept = keepFleet(this.fleet, this.demands, mayMove)
    // Where nothing may move, the best packing of everything is of no use.
    const best = mayMove || kept.length === 0 ? this.packAll() : this.packNothing()
    let drafts = this.firstDrafts(kept, best)
    const costOfStaying = costOfDrafts(drafts)
    for (let round = 0; mayMove && round < mostRounds; round++) {
      const cost = costOfDrafts(drafts)
      if (cost <= best.lowerBound + costTolerance) break
      drafts = this.improved(drafts, best)
      if (costOfDrafts(drafts) >= cost - costTolerance || this.stop.look()) break
    }
    return this.planOf(drafts, best, costOfStaying)
  }

  /** The best packing of everything, as if nothing ran yet; instances that cannot be launched any more may be used as often as they are there. */
  private packAll(): PackedAll {
    const grouped = groupBySize(this.demands)
    const problem = {
      classes: [...this.launchable, ...withdrawnClasses(this.fleet, this.launchable)],
      groups: grouped.groups,
    }
    const stop = this.fleet.length > 0 ? this.stop.part(anewShare) : this.stop
    const packed = solvePacking(problem, { ...this.means, stop })
    const bins = spreadPacking(problem, packed.bins, this.workload.spreadTolerance ?? 0)
    return { ...packed, bins, problem, grouped }
  }

  /** Only a bound, and that a simple one. */
  private packNothing(): PackedAll {
    const grouped = groupBySize(this.demands)
    const classes = [...this.launchable, ...withdrawnClasses(this.fleet, this.launchable)]
    const problem = { classes, groups: grouped.groups }
    const lowerBound = bendersCutFrom(problem, resourceDuals(problem), boundNodes)?.need ?? 0
    return { bins: [], cost: 0, lowerBound, isProvenOptimal: false, problem, grouped }
  }

  /** What runs stays, and what is missing is added; without a fleet, the best packing. */
  private firstDrafts(kept: Draft[], { bins, problem, grouped }: PackedAll): Draft[] {
    if (kept.length === 0) {
      const target = matchBins(problem, bins, grouped, this.demands, this.fleet.map(draftOf))
      if (target.every((draft) => this.canBeHad(draft))) return target
    }
    const idleOnes = this.idleBeside(kept)
    const classes = [
      ...this.launchable,
      ...withdrawnClasses(
        idleOnes.flatMap(({ running }) => running ?? []),
        this.launchable,
      ),
    ]
    const pack: Pack = (residual) => {
      const share = bins.length === 0 ? 1 : residualShare
      const means = { ...this.means, steps: this.steps * share, stop: this.stop.part(share) }
      return solvePacking(residual, { ...means, onIncumbent: undefined }).bins
    }
    return placeMissing(kept, idleOnes, this.demands, classes, pack) ?? kept
  }

  private improved(drafts: Draft[], best: PackedAll): Draft[] {
    const paying = this.fleet.length > 0 ? this.withWhatPays(drafts, best) : drafts
    // Spreading that was paid for must not be taken back to save.
    if ((this.workload.spreadTolerance ?? 0) > 0) return paying
    const pack: Pack = (residual) => {
      const incumbent = new Incumbent(residual)
      for (const packing of greedyPackings(residual, resourceDuals(residual))) incumbent.offer(packing)
      return incumbent.cost < Infinity ? incumbent.bins : undefined
    }
    const effort = new Effort(this.steps * 0.1, this.stop)
    return dissolveInstances(
      paying,
      this.fleet,
      this.demands,
      this.launchable,
      pack,
      this.savingPerMove,
      effort,
    )
  }

  /** What of the best packing pays to be taken over. */
  private withWhatPays(drafts: Draft[], { bins, problem, grouped }: PackedAll): Draft[] {
    const target = matchBins(problem, bins, grouped, this.demands, [...drafts, ...this.idleBeside(drafts)])
    const canCompare = this.placesAsMuch(drafts) && target.every((draft) => this.canBeHad(draft))
    return canCompare ? takeWhatPays(drafts, target, this.demands, this.savingPerMove) : drafts
  }

  /** Instances that would be retired, as they could be used again. */
  private idleBeside(drafts: Draft[]): Draft[] {
    const used = new Set(drafts.map(({ running }) => running))
    return this.fleet.filter((running) => !used.has(running)).map(draftOf)
  }

  /** Whether no more is placed than a packing could place: an instance that is not offered any more may hold what none that is can hold. */
  private placesAsMuch(drafts: Draft[]): boolean {
    const { total } = placedBy(drafts, this.demands)
    return this.demands.every(({ count }, index) => total[index]! === count)
  }

  private canBeHad({ running, isSpot, processes }: Draft): boolean {
    const needed = { cpu: 0, memory: 0 }
    this.demands.forEach(({ cpu, memory }, index) => {
      needed.cpu += cpu * processes[index]!
      needed.memory += memory * processes[index]!
    })
    return (
      running !== undefined || this.launchable.some((one) => (isSpot || !one.isSpot) && holds(one, needed))
    )
  }

  private planOf(drafts: Draft[], best: Packing, costOfStaying: number): Plan {
    const pooled = choosePools(drafts.filter(isUsed), this.demands, this.offerings)
    const costPerHour = roundedPrice(pooled.reduce((sum, { price }) => sum + price, 0))
    const staying = new Set(pooled.flatMap(({ planned }) => planned.id ?? []))
    const { total } = placedBy(drafts, this.demands)
    const unplaced = this.demands.flatMap((demand, index) => {
      const count = demand.application.count - total[index]!
      if (count <= 0) return []
      return { application: demand.application.name, count, reason: reasonUnplaced(demand, this.offerings) }
    })
    const lowerBound = Math.min(best.lowerBound, costPerHour)
    const provenOptimal = costPerHour <= best.lowerBound * (1 + proofTolerance) + costTolerance
    return {
      instances: pooled.map(({ planned }) => planned),
      retire: (this.workload.fleet ?? []).map(({ id }) => id).filter((id) => !staying.has(id)),
      unplaced,
      costPerHour,
      lowerBoundPerHour: provenOptimal ? costPerHour : lowerBound,
      provenOptimal,
      truncated: this.stop.hasCut,
      moves: movesOf(this.fleet, pooled, this.demands, costOfStaying - costPerHour),
    }
  }
}

/** Costs this close are one: prices have far fewer digits. */
const proofTolerance = 1e-7

/** Instances that run but cannot be launched any more, where they beat what can. */
function withdrawnClasses(fleet: RunningInstance[], launchable: InstanceClass[]): InstanceClass[] {
  const classes = new Map<string, InstanceClass>()
  for (const { isSpot, cpu, memory, price, isOffered } of fleet) {
    if (isOffered || cpu < 0 || memory < 0) continue
    const isBeaten = launchable.some(
      (one) => one.price <= price && one.cpu >= cpu && one.memory >= memory && (isSpot || !one.isSpot),
    )
    if (isBeaten) continue
    const key = `${isSpot} ${cpu} ${memory} ${price}`
    const known = classes.get(key)
    if (known) known.limit += 1
    else classes.set(key, { isSpot, cpu, memory, price: Math.max(price, leastPrice), limit: 1 })
  }
  return [...classes].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, one]) => one)
}
