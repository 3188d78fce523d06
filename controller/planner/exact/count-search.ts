import type { Effort } from '../packing/effort'
import { at, costTolerance, type Bin, type PackingProblem } from '../packing/problem'
import type { CountsLp } from './counts-lp'
import type { Cut } from './cut'
import type { FractionalPacking } from './fractional-packing'
import { packInto, packOneByOne, type Packing } from './pack-into'

export interface CountSearchAnswer {
  /** A cheaper packing than the one given, if there is one. */
  bins?: Bin[]
  /** No packing costs less. */
  lowerBound: number
}

/** A cut in use, with what it still needs after the decisions so far. */
interface Demanding {
  cut: Cut
  /** From each place on, what a unit of the cut's value costs at least. */
  priceFrom: Float64Array
  rest: number
}

/**
 * Decides how many instances of each class to run: depth-first over the classes, the dearest first (whether there is
 * one of those decides most), and pruned by cuts. A choice that satisfies all cuts is packed; if that fails, the reason becomes a new cut where there is one.
 */
export class CountSearch {
  /** Class at each place. */
  private readonly order: number[]
  private readonly placeOf: Int32Array
  private readonly numbers: Int32Array
  private readonly known: Omit<Demanding, 'rest'>[]
  /** From each place on, the price of the cheapest class. */
  private readonly cheapestFrom: Float64Array
  private found?: Bin[]
  /** The least cost at which something was left undecided. */
  private undecided = Infinity
  private nodesUntilLp = 0
  readonly statistics = {
    nodes: 0,
    lps: 0,
    lpPruned: 0,
    separated: 0,
    candidates: 0,
    lpCuts: 0,
    unknown: 0,
    refuted: 0,
    dived: 0,
  }

  constructor(
    private readonly problem: PackingProblem,
    private readonly cuts: Cut[],
    private readonly fractional: FractionalPacking,
    private readonly countsLp: CountsLp,
    private upperBound: number,
    private readonly effort: Effort,
  ) {
    this.numbers = new Int32Array(problem.classes.length)
    this.order = problem.classes
      .map((_, index) => index)
      .sort((a, b) => at(problem.classes, b).price - at(problem.classes, a).price || a - b)
    this.placeOf = new Int32Array(this.order.length)
    this.order.forEach((classIndex, place) => {
      this.placeOf[classIndex] = place
    })
    this.cheapestFrom = this.leastFrom((classIndex) => at(problem.classes, classIndex).price)
    this.known = cuts.map((cut) => this.prepared(cut))
  }

  run(): CountSearchAnswer {
    const start = this.upperBound
    this.decide(0, 0, [])
    return {
      bins: this.upperBound < start ? this.found : undefined,
      lowerBound: Math.min(this.upperBound, this.undecided),
    }
  }

  private leastFrom(figureOf: (classIndex: number) => number): Float64Array {
    const least = new Float64Array(this.order.length + 1).fill(Infinity)
    for (let place = this.order.length - 1; place >= 0; place--)
      least[place] = Math.min(at(least, place + 1), figureOf(at(this.order, place)))
    return least
  }

  private prepared(cut: Cut): Omit<Demanding, 'rest'> {
    const priceFrom = this.leastFrom((classIndex) => {
      const held = at(cut.holds, classIndex)
      return held > 0 ? at(this.problem.classes, classIndex).price / held : Infinity
    })
    return { cut, priceFrom }
  }

  /** What is missing in `demanding` of the cuts that were found meanwhile. */
  private withNewCuts(demanding: Demanding[], seen: number): Demanding[] {
    if (seen === this.known.length) return demanding
    return [...demanding, ...this.known.slice(seen).map((one) => ({ ...one, rest: this.restOf(one.cut) }))]
  }

  private restOf(cut: Cut): number {
    let rest = cut.need
    for (let index = 0; index < this.numbers.length; index++)
      rest -= at(this.numbers, index) * at(cut.holds, index)
    return rest
  }

  /** Counts of the classes from `place` on are open, all 0 for now. `seen` cuts are among the demanding. */
  private decide(place: number, cost: number, given: Demanding[], seen = 0): void {
    if (place === this.order.length || cost + at(this.cheapestFrom, place) >= this.goal) return
    let demanding = this.withNewCuts(given, seen)
    if (this.boundAt(place, cost, demanding) >= this.goal) return
    if (this.effort.isOver) return this.leaveUndecided(place, cost, demanding)
    if (this.nodesUntilLp-- <= 0) {
      const tightened = this.tighten(place, cost, demanding)
      this.nodesUntilLp = nodesBetweenLps
      if (!tightened) return
      demanding = tightened
    }
    this.tryNumbers(place, cost, demanding)
  }

  /** Adds a cut for these decisions made of all cuts together; while that does not rule them out, looks for new cuts that do. */
  private tighten(place: number, cost: number, given: Demanding[]): Demanding[] | undefined {
    let demanding = given
    let own: Demanding[] = []
    for (let round = 0; ; round++) {
      this.statistics.lps++
      this.effort.spend(lpSteps)
      const answer = this.countsLp.aggregate(
        this.cuts,
        this.numbers,
        (index) => at(this.placeOf, index) < place,
      )
      if (answer === 'impossible') return undefined
      if (!answer) break
      own = [{ ...this.prepared(answer.cut), rest: this.restOf(answer.cut) }]
      if (this.boundAt(place, cost, own) >= this.goal) {
        this.statistics.lpPruned++
        return undefined
      }
      if (round >= separationRounds || this.effort.isOver) break
      const cut = this.fractional.findCut(answer.numbers, 3000)
      if (!cut) break
      this.statistics.separated++
      this.cuts.push(cut)
      this.known.push(this.prepared(cut))
      demanding = [...demanding, { ...this.prepared(cut), rest: this.restOf(cut) }]
    }
    return [...demanding, ...own]
  }

  private tryNumbers(place: number, cost: number, given: Demanding[]): void {
    const classIndex = at(this.order, place)
    const { price, limit } = at(this.problem.classes, classIndex)
    let demanding = given
    let seen = this.known.length
    this.decide(place + 1, cost, demanding, seen)
    for (let number = 1; number <= limit; number++) {
      const costNow = cost + number * price
      if (costNow >= this.goal) break
      this.statistics.nodes++
      demanding = demanding.map((one) => ({ ...one, rest: one.rest - at(one.cut.holds, classIndex) }))
      this.numbers[classIndex] = number
      demanding = this.withNewCuts(demanding, seen)
      seen = this.known.length
      if (!this.effort.spend(demanding.length * 3)) {
        this.leaveUndecided(place, costNow, demanding)
        break
      }
      if (demanding.every(({ rest }) => rest <= restTolerance) && this.tryPacking(costNow)) break
      demanding = this.withNewCuts(demanding, seen)
      seen = this.known.length
      this.decide(place + 1, costNow, demanding, seen)
    }
    this.numbers[classIndex] = 0
  }

  /** What costs this much is no improvement. */
  private get goal(): number {
    return this.upperBound - costTolerance
  }

  private boundAt(place: number, cost: number, demanding: Demanding[]): number {
    let more = 0
    for (const { rest, priceFrom } of demanding)
      if (rest > restTolerance) more = Math.max(more, rest * at(priceFrom, place))
    return cost + more
  }

  private leaveUndecided(place: number, cost: number, demanding: Demanding[]): void {
    this.undecided = Math.min(this.undecided, this.boundAt(place, cost, demanding))
  }

  private tryPacking(cost: number): boolean {
    this.statistics.candidates++
    const quick = packOneByOne(this.problem, this.numbers, this.cuts.slice(0, 6))
    this.effort.spend(2000)
    if (quick !== 'unknown') return this.accept(quick, cost)
    const cut = this.fractional.findCut(this.numbers, 3000)
    if (cut) {
      this.statistics.lpCuts++
      this.cuts.push(cut)
      this.known.push(this.prepared(cut))
      return false
    }
    const dived = this.fractional.pack(this.numbers)
    if (dived) {
      this.statistics.dived++
      return this.accept({ bins: dived }, cost)
    }
    return this.accept(packInto(this.problem, this.numbers, this.cuts, packingSteps, this.effort), cost)
  }

  private accept(packing: Packing, cost: number): boolean {
    if (packing === 'unknown') {
      this.statistics.unknown++
      this.undecided = Math.min(this.undecided, cost)
      return false
    }
    if (packing === 'impossible') {
      this.statistics.refuted++
      return false
    }
    this.found = packing.bins
    this.upperBound = cost
    return true
  }
}

const restTolerance = 1e-9
const nodesBetweenLps = 5
const lpSteps = 4000
const packingSteps = 20_000
const separationRounds = 6
