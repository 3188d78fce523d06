import { planOf } from '../answer/plan-of'
import { resourceDuals } from '../bound/resource-prices'
import { bendersCutFrom } from '../exact/benders-cut'
import { dissolveInstances } from '../fleet/dissolve'
import { costOfDrafts, draftOf, placedBy, type Draft, type RunningInstance } from '../fleet/draft'
import { keepFleet } from '../fleet/keep'
import { matchBins } from '../fleet/match'
import { placeMissing, type Launching, type Pack } from '../fleet/place-missing'
import { runningInstancesOf } from '../fleet/running-instances'
import { withdrawnClasses } from '../fleet/withdrawn-classes'
import { takeWhatPays, type Inertia } from '../fleet/worthwhile'
import { greedyPackings } from '../heuristics/initial-packings'
import { spreadPacking } from '../heuristics/spread'
import { demandsOf, sizedOfferings, type Demand } from '../model/demand'
import { groupBySize, type SizedGroups } from '../model/group-by-size'
import { launchableClasses, type SizedOffering } from '../model/instance-classes'
import { withUseAsAsked } from '../model/measured-use'
import { costTolerance, shareUsed, type InstanceClass, type PackingProblem } from '../model/packing-problem'
import { defaultSavingPerMove, type Plan, type Workload } from '../model/plan'
import { holds, totalLoad } from '../model/sizes'
import type { Sides } from '../model/zones'
import { Deadline, Effort } from '../search/effort'
import { Incumbent } from '../search/incumbent'
import { budget } from '../search/strategy'
import { chooseSides } from './choose-sides'
import { solvePacking, type Packing, type SolveOptions } from './solve-packing'

/** The best packing with the question that it answers. */
interface PackedAll extends Packing {
  problem: PackingProblem
  grouped: SizedGroups
}

interface PlanningOptions extends Omit<SolveOptions, 'deadline' | 'steps' | 'asked'> {
  deadlineMilliseconds: number
  /** A clock in milliseconds of any origin. */
  now: () => number
}

/** One workload on its way to its plan: the best packing of all, what of the fleet may stay, and then ever cheaper plans between the two. */
export class Planning {
  private readonly deadline: Deadline
  private readonly options: SolveOptions
  private readonly inertia: Inertia
  private readonly sides: Sides | undefined
  private readonly offerings: SizedOffering[]
  private readonly demands: Demand[]
  private readonly mostShareUsed: number
  private readonly launchable: InstanceClass[]
  private readonly fleet: RunningInstance[]

  constructor(
    private readonly workload: Workload,
    { deadlineMilliseconds, now, ...options }: PlanningOptions,
  ) {
    this.deadline = new Deadline(now, now() + deadlineMilliseconds * budget.searchShare)
    const steps = deadlineMilliseconds * budget.stepsPerMillisecond
    this.options = {
      ...options,
      deadline: this.deadline,
      steps,
      asked: workload.withoutProof ? 'packing' : 'both',
    }
    this.inertia = {
      savingPerMove: workload.minimumSavingPerMove ?? defaultSavingPerMove,
      launchPremium: workload.launchPremium ?? 0,
    }
    this.sides = workload.goesOnWithout === 'ZONE' ? chooseSides(workload) : undefined
    this.offerings = sizedOfferings(workload, this.sides)
    this.demands = demandsOf(workload, this.offerings, this.sides)
    this.mostShareUsed = Math.max(0, ...this.demands.map(shareUsed))
    this.launchable = launchableClasses(this.offerings, this.mostShareUsed)
    this.fleet = runningInstancesOf(workload, this.offerings, this.demands, this.sides)
  }

  plan(): Plan {
    const mayMove = this.inertia.savingPerMove < Infinity
    const kept = keepFleet(this.fleet, this.demands, mayMove)
    // Where nothing may move, the best packing of everything is of no use.
    const best = mayMove || kept.length === 0 ? this.packAll() : this.packNothing()
    let drafts = this.firstDrafts(kept, best)
    const costOfStaying = costOfDrafts(drafts, this.demands)
    for (let round = 0; mayMove && round < budget.fleetRounds; round++) {
      const cost = costOfDrafts(drafts, this.demands)
      if (cost <= best.lowerBound + costTolerance) break
      drafts = this.improved(drafts, best)
      if (costOfDrafts(drafts, this.demands) >= cost - costTolerance || this.deadline.look()) break
    }
    const { workload, demands, offerings, fleet } = this
    const { lowerBound } = best
    const truncated = this.deadline.hasCut
    return planOf({ workload, drafts, demands, offerings, fleet, lowerBound, costOfStaying, truncated })
  }

  /** The best packing of everything, as if nothing ran yet. */
  private packAll(): PackedAll {
    const question = this.questionOfAll()
    const deadline = this.fleet.length > 0 ? this.deadline.part(budget.timeBesideFleet) : this.deadline
    const wider = this.widerQuestion()
    const knownBound =
      wider && this.options.asked === 'both'
        ? solvePacking(wider, {
            ...this.options,
            deadline: deadline.part(budget.timeForZones),
            asked: 'bound',
            onIncumbent: undefined,
          }).lowerBound
        : 0
    const asked = wider ? 'packing' : this.options.asked
    const packing = solvePacking(question.problem, { ...this.options, deadline, asked, knownBound })
    const bins = spreadPacking(question.problem, packing.bins, this.workload.spreadTolerance ?? 0)
    return { ...packing, ...(wider && { lowerBound: knownBound }), bins, ...question }
  }

  /** Only a bound, and that a simple one. */
  private packNothing(): PackedAll {
    const question = this.questionOfAll()
    const problem = withUseAsAsked(this.widerQuestion() ?? question.problem)
    const lowerBound = bendersCutFrom(problem, resourceDuals(problem), budget.boundNodes)?.need ?? 0
    return { bins: [], cost: 0, lowerBound, ...question }
  }

  /** Instances that cannot be launched any more may be used as often as they are there. */
  private questionOfAll(): { problem: PackingProblem; grouped: SizedGroups } {
    const grouped = groupBySize(this.demands)
    return { problem: { classes: this.classesWith(this.fleet), groups: grouped.groups }, grouped }
  }

  /**
   * The question of any one instance, whose bound holds for that of any one zone: where there are more than two zones, or where it was to be
   * chosen which process of an application may not use Spot, there are plans outside of the sides. Absent where there are none.
   */
  private widerQuestion(): PackingProblem | undefined {
    const { sides, demands, fleet, workload } = this
    if (!sides) return undefined
    const isWhole =
      sides.every(({ length }) => length === 1) &&
      fleet.every(({ side = -1 }) => side >= 0) &&
      demands.every(
        ({ zoned, spotLimit, count }) => !zoned?.pins.length || spotLimit === 0 || spotLimit === count,
      )
    if (isWhole) return undefined
    const classes = launchableClasses(sizedOfferings(workload), this.mostShareUsed)
    const anywhere = fleet.map((running) => ({ ...running, side: undefined }))
    return {
      classes: [...classes, ...withdrawnClasses(anywhere, classes, this.mostShareUsed)],
      groups: groupBySize(demands.map((demand) => ({ ...demand, zoned: undefined }))).groups,
    }
  }

  private classesWith(running: RunningInstance[]): InstanceClass[] {
    return [...this.launchable, ...withdrawnClasses(running, this.launchable, this.mostShareUsed)]
  }

  /** What runs stays, and what is missing is added; without a fleet, the best packing. */
  private firstDrafts(kept: Draft[], { bins, problem, grouped }: PackedAll): Draft[] {
    if (kept.length === 0) {
      const target = matchBins(problem, bins, grouped, this.demands, this.fleet.map(draftOf), this.sides)
      if (target.every((draft) => this.canBeHad(draft))) return target
    }
    const idleOnes = this.idleBeside(kept)
    const classes = this.classesWith(idleOnes.flatMap(({ running }) => running ?? []))
    const pack: Pack = (residual) => {
      const share = bins.length === 0 ? 1 : budget.residualShare
      const [steps, deadline] = [this.options.steps * share, this.deadline.part(share)]
      return solvePacking(residual, {
        ...this.options,
        steps,
        deadline,
        asked: 'packing',
        onIncumbent: undefined,
      }).bins
    }
    return placeMissing(kept, idleOnes, this.demands, { classes, pack, sides: this.sides }) ?? kept
  }

  private improved(drafts: Draft[], best: PackedAll): Draft[] {
    const { without } = this.options
    const paying = this.fleet.length > 0 && without !== 'takeOver' ? this.withWhatPays(drafts, best) : drafts
    // Spreading that was paid for must not be taken back to save.
    if ((this.workload.spreadTolerance ?? 0) > 0 || without === 'dissolve') return paying
    const pack: Pack = (residual) => {
      const incumbent = new Incumbent(residual)
      for (const packing of greedyPackings(residual, resourceDuals(residual))) incumbent.offer(packing)
      return incumbent.cost < Infinity ? incumbent.bins : undefined
    }
    const { fleet, demands, inertia } = this
    const launching: Launching = { classes: this.launchable, pack, sides: this.sides }
    const effort = new Effort(this.options.steps * budget.dissolveShare, this.deadline)
    return dissolveInstances({ drafts: paying, fleet, demands, ...launching, ...inertia, effort })
  }

  /** What of the best packing pays to be taken over. */
  private withWhatPays(drafts: Draft[], { bins, problem, grouped }: PackedAll): Draft[] {
    const current = [...drafts, ...this.idleBeside(drafts)]
    const target = matchBins(problem, bins, grouped, this.demands, current, this.sides)
    const canCompare = this.placesAsMuch(drafts) && target.every((draft) => this.canBeHad(draft))
    return canCompare ? takeWhatPays(drafts, target, this.demands, this.inertia) : drafts
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

  private canBeHad({ running, isSpot, side, processes }: Draft): boolean {
    if (running) return true
    const needed = totalLoad(this.demands, processes)
    return this.launchable.some((one) => (isSpot || !one.isSpot) && one.side === side && holds(one, needed))
  }
}
