import type { Effort } from '../search/effort'
import { costOf, costTolerance, type Bin, type PackingProblem } from '../model/packing-problem'
import type { MasterLp } from './master-lp'
import type { BendersCut } from './benders-cut'
import type { Choice, SubproblemLp } from './subproblem-lp'
import { packInto, packOneByOne, type Packing } from './subproblem'
import { tuned } from '../search/strategy'

const {
  windows,
  nodesBetweenLps,
  separatingNodes,
  refusingNodes,
  separationRounds,
  packingSteps,
  moreSteps,
} = tuned.benders

interface MasterSearchInput {
  problem: PackingProblem
  /** To begin with; those found are added. */
  cuts: BendersCut[]
  subproblemLp: Pick<SubproblemLp, 'findCut' | 'pack'>
  masterLp: MasterLp
  /** Cost of a packing that is known. */
  upperBound: number
  effort: Effort
}

interface MasterSearchAnswer {
  /** A cheaper packing than the one given, if there is one. */
  bins?: Bin[]
  /** No packing costs less. */
  lowerBound: number
}

/** A cut in use. */
interface Known {
  cut: BendersCut
  /** From each place on, what a unit of the cut's value costs at least. */
  priceFrom: Float64Array
}

/**
 * Decides how many instances of each class to run: depth-first over the classes, the dearest first (whether there is one of those decides
 * most), and pruned by cuts. What is left to a cost worth having may be spent on surplus. A choice that satisfies all cuts is packed; if that
 * fails, the reason becomes a new cut where there is one.
 */
export class MasterSearch {
  /** Class at each place. */
  private readonly order: number[]
  private readonly placeOf: Int32Array
  private readonly numbers: Int32Array
  /** Classes of which there are any so far, in the order of decision. */
  private readonly chosen: number[] = []
  private known: Known[] = []
  /** Of each class, more cannot be part of anything cheaper than the goal. */
  private readonly most: Float64Array
  /** Cuts made for the decisions so far: of no use for others. */
  private readonly own: Known[] = []
  /** From each place on, the price of the cheapest class. */
  private readonly cheapestFrom: Float64Array
  private found?: Bin[]
  /** Of search for each choice before it is left undecided; see packInto. */
  private packingSteps = packingSteps
  /** The least cost at which something was left undecided. */
  private undecided = Infinity
  private nodesUntilLp = 0
  /** Looks for cuts to pass over, twice as many each time that there is none, and how many of them were. */
  private looksToSkip = 0
  private looksSkipped = 0
  /** For now, nothing that costs as much is looked for. */
  private target = Infinity
  /** What choices of numbers came to that satisfy all cuts and could not be packed, with so much for surplus. */
  private readonly failed = new Map<string, { outcome: 'impossible' | 'unknown'; spent: number }>()
  private upperBound: number

  constructor(private readonly input: MasterSearchInput) {
    const { problem } = input
    this.upperBound = input.upperBound
    this.numbers = new Int32Array(problem.classes.length)
    this.order = problem.classes
      .map((_, index) => index)
      .sort((a, b) => problem.classes[b]!.price - problem.classes[a]!.price || a - b)
    this.placeOf = new Int32Array(this.order.length)
    this.order.forEach((classIndex, place) => {
      this.placeOf[classIndex] = place
    })
    this.cheapestFrom = this.leastFrom(Infinity, (classIndex) => problem.classes[classIndex]!.price)
    this.most = Float64Array.from(problem.classes, ({ limit }) => limit)
  }

  /** Goes through all choices, and again with more effort for each that could be packed or not. */
  run(): MasterSearchAnswer {
    const start = this.upperBound
    let lowerBound = Math.max(0, ...this.input.cuts.map(({ need }) => need))
    while (lowerBound < this.upperBound - costTolerance && !this.input.effort.isOver) {
      lowerBound = this.raise(lowerBound)
      for (const [key, { outcome }] of this.failed) if (outcome === 'unknown') this.failed.delete(key)
      this.packingSteps *= moreSteps
    }
    return { bins: this.upperBound < start ? this.found : undefined, lowerBound }
  }

  /** Looks for what costs little more than the bound first, and then for ever more: the less is to be spent, the fewer choices there are. */
  private raise(from: number): number {
    const start = this.upperBound
    const step = Math.max((start - from) / windows, costTolerance)
    let lowerBound = from
    for (
      let target = lowerBound + step;
      lowerBound < this.upperBound - costTolerance && !this.input.effort.isOver;
      target += step
    ) {
      this.target = target < start - step / 2 ? target : Infinity
      this.undecided = Infinity
      this.prepare()
      this.decide(0, 0)
      lowerBound = Math.max(lowerBound, Math.min(this.upperBound, this.target, this.undecided))
      if (this.target >= this.upperBound) break
    }
    return lowerBound
  }

  private prepare(): void {
    this.input.problem.classes.forEach(({ price, limit }, index) => {
      let most = limit
      for (const { need, holds } of this.input.cuts) {
        const waste = price - holds[index]!
        if (waste > 0) most = Math.min(most, Math.floor((this.goal - need) / waste + countTolerance))
      }
      this.most[index] = Math.max(0, most)
    })
    this.known = this.input.cuts.map((cut) => this.prepared(cut))
  }

  private leastFrom(atEnd: number, figureOf: (classIndex: number) => number): Float64Array {
    const least = new Float64Array(this.order.length + 1).fill(atEnd)
    for (let place = this.order.length - 1; place >= 0; place--)
      least[place] = Math.min(least[place + 1]!, figureOf(this.order[place]!))
    return least
  }

  private prepared(cut: BendersCut): Known {
    const surplusPrice = cut.surplusHolds > 0 ? 1 / cut.surplusHolds : Infinity
    const priceFrom = this.leastFrom(surplusPrice, (classIndex) => {
      const held = cut.holds[classIndex]!
      return held > 0 && this.most[classIndex]! > 0
        ? this.input.problem.classes[classIndex]!.price / held
        : Infinity
    })
    return { cut, priceFrom }
  }

  private add(cut: BendersCut): void {
    this.input.cuts.push(cut)
    this.known.push(this.prepared(cut))
  }

  /** What the instances decided on so far cannot hold of the cut's value. */
  private restOf({ need, holds }: BendersCut): number {
    let rest = need
    for (const index of this.chosen) rest -= this.numbers[index]! * holds[index]!
    return rest
  }

  /** Counts of the classes from `place` on are open, all 0 for now. */
  private decide(place: number, cost: number): void {
    if (place === this.order.length || cost + this.cheapestFrom[place]! >= this.goal) return
    if (this.isTooDear(place, cost)) return
    if (this.input.effort.isOver) return this.leaveUndecided(place, cost)
    if (this.nodesUntilLp-- > 0) return this.tryNumbers(place, cost)
    const cut = this.tighten(place, cost)
    this.nodesUntilLp = nodesBetweenLps
    if (cut === 'impossible') return
    if (cut) this.own.push(this.prepared(cut))
    this.tryNumbers(place, cost)
    if (cut) this.own.pop()
  }

  /** Looks for new cuts that rule out these decisions. If there are none, makes one cut for them of all together. */
  private tighten(place: number, cost: number): BendersCut | 'impossible' | undefined {
    for (let round = 0; ; round++) {
      this.input.effort.spend(lpSteps)
      const answer = this.input.masterLp.aggregate(
        this.input.cuts,
        this.numbers,
        this.most,
        (index) => this.placeOf[index]! < place,
      )
      if (!answer || answer === 'impossible') return answer
      if (this.boundBy(this.prepared(answer.cut), place, cost) >= this.goal) return 'impossible'
      if (round >= separationRounds || this.input.effort.isOver) return answer.cut
      if (this.looksSkipped++ < this.looksToSkip) return answer.cut
      const cut = this.input.subproblemLp.findCut(answer, separatingNodes)
      this.looksSkipped = 0
      this.looksToSkip = cut ? 0 : Math.min(mostLooksToSkip, 2 * this.looksToSkip + 1)
      if (!cut) return answer.cut
      this.add(cut)
    }
  }

  private tryNumbers(place: number, cost: number): void {
    const classIndex = this.order[place]!
    const { price } = this.input.problem.classes[classIndex]!
    const most = this.most[classIndex]!
    this.decide(place + 1, cost)
    if (most === 0) return
    this.chosen.push(classIndex)
    for (let number = 1; number <= most; number++) {
      const costNow = cost + number * price
      if (costNow >= this.goal) break
      this.numbers[classIndex] = number
      if (!this.input.effort.spend(this.known.length)) {
        this.leaveUndecided(place, costNow)
        break
      }
      // Once packed, only for less in surplus.
      while (this.satisfiesCuts(costNow) && this.tryPacking(costNow));
      if (costNow >= this.goal) break
      this.decide(place + 1, costNow)
    }
    this.chosen.pop()
    this.numbers[classIndex] = 0
  }

  /** @param cost of the instances without surplus. */
  private satisfiesCuts(cost: number): boolean {
    const spent = this.goal - cost
    return (
      spent > 0 &&
      this.input.cuts.every((cut) => this.restOf(cut) <= cut.surplusHolds * spent + restTolerance)
    )
  }

  /** What costs this much is no improvement. */
  private get goal(): number {
    return Math.min(this.upperBound, this.target) - costTolerance
  }

  private isTooDear(place: number, cost: number): boolean {
    const isOne = (one: Known) => this.boundBy(one, place, cost) >= this.goal
    return this.own.some(isOne) || this.known.some(isOne)
  }

  private boundBy({ cut, priceFrom }: Known, place: number, cost: number): number {
    const rest = this.restOf(cut)
    return rest > restTolerance ? cost + rest * priceFrom[place]! : cost
  }

  private leaveUndecided(place: number, cost: number): void {
    const bounds = [...this.own, ...this.known].map((one) => this.boundBy(one, place, cost))
    this.undecided = Math.min(this.undecided, Math.max(cost, ...bounds))
  }

  private tryPacking(cost: number): boolean {
    const key = this.chosen.map((index) => `${index}:${this.numbers[index]!}`).join()
    const { problem, cuts, effort, subproblemLp } = this.input
    const choice: Choice = { numbers: this.numbers, spent: this.goal - cost }
    const known = this.failed.get(key)
    if (known && known.spent >= choice.spent) return this.refuse(known.outcome, cost, key, known.spent)
    const quick = packOneByOne(problem, this.numbers, cuts.slice(0, 6))
    effort.spend(2000)
    if (this.accept(quick)) return true
    const cut = subproblemLp.findCut(choice, refusingNodes)
    if (cut) {
      this.add(cut)
      return false
    }
    const dived = subproblemLp.pack(choice)
    if (dived && this.accept({ bins: dived })) return true
    const packing = packInto(problem, choice, cuts, this.packingSteps, effort)
    if (this.accept(packing)) return true
    return this.refuse(packing === 'impossible' ? packing : 'unknown', cost, key, choice.spent)
  }

  private refuse(outcome: 'impossible' | 'unknown', cost: number, key: string, spent: number): false {
    if (outcome === 'unknown')
      this.undecided = Math.min(
        this.undecided,
        Math.max(cost, ...this.known.map((one) => this.boundBy(one, this.order.length, cost))),
      )
    this.failed.set(key, { outcome, spent })
    return false
  }

  /** Says whether there is a packing and it costs less. */
  private accept(packing: Packing): boolean {
    if (packing === 'unknown' || packing === 'impossible') return false
    const cost = costOf(this.input.problem, packing.bins)
    if (cost > this.upperBound - costTolerance / 2) return false
    this.found = packing.bins
    this.upperBound = cost
    return true
  }
}

const restTolerance = 1e-9
const countTolerance = 1e-9
const lpSteps = 4000
const mostLooksToSkip = 15
