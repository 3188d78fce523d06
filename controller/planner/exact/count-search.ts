import type { Effort } from '../packing/effort'
import { at, costTolerance, type Bin, type PackingProblem } from '../packing/problem'
import type { Cut } from './cut'
import type { FractionalPacking } from './fractional-packing'
import { packInto } from './pack-into'

export interface CountSearchAnswer {
  /** A cheaper packing than the one given, if there is one. */
  bins?: Bin[]
  /** No packing costs less. */
  lowerBound: number
}

/**
 * Decides how many instances of each class to run, cheapest first in hope and all of them in the end: depth-first over the classes, pruned by
 * cuts. A choice that passes all cuts is packed; if that fails, the reason becomes a new cut.
 */
export class CountSearch {
  private readonly order: number[]
  private readonly numbers: Int32Array
  private suffixes: Float64Array[] = []
  private cheapestAfter: Float64Array
  private found?: Bin[]
  /** The least cost at which something was left undecided. */
  private undecided = Infinity
  readonly statistics = { nodes: 0, candidates: 0, lpCuts: 0, unknown: 0, refuted: 0 }

  constructor(
    private readonly problem: PackingProblem,
    private readonly cuts: Cut[],
    private readonly fractional: FractionalPacking,
    private upperBound: number,
    private readonly effort: Effort,
  ) {
    this.numbers = new Int32Array(problem.classes.length)
    const [first] = cuts
    const waste = (index: number) => (first ? 1 - at(first.holds, index) / at(problem.classes, index).price : 0)
    this.order = problem.classes.map((_, index) => index).sort((a, b) => waste(a) - waste(b) || a - b)
    this.cheapestAfter = new Float64Array(this.order.length + 1).fill(Infinity)
    for (let place = this.order.length - 1; place >= 0; place--)
      this.cheapestAfter[place] = Math.min(at(this.cheapestAfter, place + 1), this.priceAt(place))
    this.suffixes = cuts.map((cut) => this.suffixOf(cut))
  }

  run(): CountSearchAnswer {
    const start = this.upperBound
    this.decide(0, 0, this.cuts.map(({ need }) => need))
    const lowerBound = Math.min(this.upperBound, this.undecided)
    return { bins: this.upperBound < start ? this.found : undefined, lowerBound }
  }

  private priceAt(place: number): number {
    return at(this.problem.classes, at(this.order, place)).price
  }

  /** From each place on, what a unit of the cut's value costs at least. */
  private suffixOf(cut: Cut): Float64Array {
    const suffix = new Float64Array(this.order.length + 1).fill(Infinity)
    for (let place = this.order.length - 1; place >= 0; place--) {
      const held = at(cut.holds, at(this.order, place))
      suffix[place] = Math.min(at(suffix, place + 1), held > 0 ? this.priceAt(place) / held : Infinity)
    }
    return suffix
  }

  private lowerBoundAt(place: number, cost: number, rest: number[]): number {
    let more = 0
    for (let index = 0; index < rest.length; index++) {
      const left = at(rest, index)
      if (left > restTolerance) more = Math.max(more, left * at(at(this.suffixes, index), place))
    }
    return cost + more
  }

  /** Counts of the classes from `place` on are open. `rest` is what each cut still needs. */
  private decide(place: number, cost: number, rest: number[]): void {
    if (place === this.order.length) return
    const classIndex = at(this.order, place)
    const { price, limit } = at(this.problem.classes, classIndex)
    this.decide0(place, cost, rest)
    let left = rest
    let costNow = cost
    for (let number = 1; number <= limit; number++) {
      costNow += price
      if (costNow >= this.upperBound - costTolerance) break
      this.numbers[classIndex] = number
      left = this.cuts.map((cut, index) => (index < left.length ? at(left, index) : this.restOf(cut, number - 1, classIndex)) - at(cut.holds, classIndex))
      this.statistics.nodes++
      if (!this.effort.spend(left.length * 2)) {
        this.undecided = Math.min(this.undecided, this.lowerBoundAt(place, costNow, left))
        break
      }
      if (left.every((need) => need <= restTolerance)) {
        const isPacked = this.tryPacking(costNow)
        if (isPacked) break
        left = this.cuts.map((cut, index) => (index < left.length ? at(left, index) : this.restOf(cut, number, classIndex)))
        if (left.every((need) => need <= restTolerance)) {
          if (costNow + at(this.cheapestAfter, place) >= this.upperBound - costTolerance) continue
        }
      }
      this.decide0(place, costNow, left)
    }
    this.numbers[classIndex] = 0
  }

  /** Goes on with the next class, if that can pay. */
  private decide0(place: number, cost: number, rest: number[]): void {
    const complete = this.cuts.length === rest.length ? rest : this.cuts.map((cut, index) => (index < rest.length ? at(rest, index) : this.restOf(cut, undefined, 0)))
    const bound = Math.max(this.lowerBoundAt(place + 1, cost, complete), cost + (cost > 0 ? 0 : 0))
    if (bound >= this.upperBound - costTolerance) return
    if (cost + at(this.cheapestAfter, place + 1) >= this.upperBound - costTolerance) return
    if (this.effort.isOver) {
      this.undecided = Math.min(this.undecided, bound)
      return
    }
    this.decide(place + 1, cost, complete)
  }

  /** What a cut that came later still needs, given the present numbers. */
  private restOf(cut: Cut, number: number | undefined, classIndex: number): number {
    let need = cut.need
    for (let index = 0; index < this.numbers.length; index++) {
      const count = number !== undefined && index === classIndex ? number : at(this.numbers, index)
      if (count > 0) need -= count * at(cut.holds, index)
    }
    return need
  }

  private tryPacking(cost: number): boolean {
    this.statistics.candidates++
    this.effort.spend(2000)
    let packing = packInto(this.problem, this.numbers, this.cuts.slice(0, 6), 50)
    if (packing === 'unknown') {
      const cut = this.fractional.findCut(this.numbers, 3000)
      this.effort.spend(20_000)
      if (cut) {
        this.statistics.lpCuts++
        this.cuts.push(cut)
        this.suffixes.push(this.suffixOf(cut))
        return false
      }
      packing = packInto(this.problem, this.numbers, this.cuts, 5000)
      this.effort.spend(50_000)
    }
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
