import {
  costTolerance,
  isAllowed,
  isWithinCaps,
  needsOfBoth,
  noNeeds,
  type Bin,
  type InstanceClass,
  type Needs,
  type PackingProblem,
} from '../model/packing-problem'
import type { Load } from '../model/sizes'
import { hourlyCost } from '../model/tariff'
import { tuned } from '../search/strategy'

const { nodes, shuffling } = tuned.largeNeighbourhoods

/** Processes that stay together. */
export interface AggregatedItem extends Load {
  /** Of each group, how many processes. */
  content: Int32Array
  needs: Needs
  /** What it is worth under values by which no instance holds more than it costs. */
  value: number
  /** How many there are alike. */
  count: number
}

/** How many different contents the items can make. */
export const contentsOf = (counts: Iterable<number>): number => {
  let contents = 1
  for (const count of counts) contents *= count + 1
  return contents
}

interface SetPartitioningInput {
  /** That with the lowest price first. */
  classes: AvailableClass[]
  items: AggregatedItem[]
  groups: PackingProblem['groups']
  /** What it may cost at most. */
  budget: number
  /** Of each class, how many are taken already (counts against its limit). */
  used: ArrayLike<number>
  random: () => number
}

/**
 * Packs a few items at the least cost, as a set partitioning: lists every column that wastes no more of its price than there is to spare,
 * and tries them one beside another. Among packings of equal cost, chance decides.
 * @returns undefined where nothing was found within the budget, and how many steps it took.
 */
export function solveSetPartitioning(input: SetPartitioningInput): {
  bins: Bin[] | undefined
  steps: number
} {
  const { budget, used, random } = input
  const items = [...input.items].sort((a, b) => b.value - a.value)
  for (const one of input.classes) one.left = one.limit - used[one.classIndex]!
  const classes = input.classes.filter(({ left }) => left > 0)
  const worth = items.reduce((sum, { count, value }) => sum + count * value, 0)
  const partition = new Partition(items, input.groups, classes, budget - worth + costTolerance / 2, random)
  const bins = partition.run()?.map(({ instanceClass: { classIndex }, counts }) => {
    const content = new Int32Array(items[0]?.content.length ?? 0)
    items.forEach((item, place) => {
      const count = counts[place]!
      if (count > 0)
        for (let group = 0; group < content.length; group++) content[group]! += count * item.content[group]!
    })
    return { classIndex, content }
  })
  return { bins, steps: partition.steps }
}

interface AvailableClass extends InstanceClass {
  classIndex: number
  /** How many more of it there may be, while a packing is put together. */
  left: number
}

export const cheapestFirst = ({ classes }: PackingProblem): AvailableClass[] =>
  classes
    .map((one, classIndex) => ({ ...one, classIndex, left: one.limit }))
    .sort((a, b) => a.price - b.price || a.classIndex - b.classIndex)

/** What one instance could hold. */
interface Part {
  /** Of each item, how many. */
  counts: number[]
  /** All counts as one number. */
  number: number
  instanceClass: AvailableClass
  /** What of its price is not covered by the value it holds. */
  waste: number
  /** The least is tried first. */
  rank: number
}

/** What a content that is being listed holds so far. */
interface Held extends Load {
  worth: number
  needs: Needs
  /** Place of the first class that holds it. */
  first: number
  /** What it costs at least. */
  cost: number
  /** All its counts as one number. */
  number: number
}

const empty: Held = {
  cpu: 0,
  memory: 0,
  cpuUsed: 0,
  worth: 0,
  needs: noNeeds,
  first: 0,
  cost: 0,
  number: 0,
}

const canHold = (one: AvailableClass, held: Held) =>
  one.cpu >= held.cpu && one.memory >= held.memory && isAllowed(one, held.needs)

class Partition {
  steps = 0
  /** By the first item that they hold. */
  private readonly parts: Part[][]
  /** What all items from each place on are worth. */
  private readonly worthFrom: Float64Array
  private readonly counts: number[]
  private readonly hasCaps: boolean
  private readonly remaining: Int32Array
  private readonly chosen: Part[] = []
  private best: Part[] | undefined
  private nodes = nodes
  /** Of each item, by how much the number of what remains grows with it. */
  private readonly radix: number[]
  /** By the number of what remains, the most that was to spare when it failed. */
  private readonly failed: Float64Array

  constructor(
    private readonly items: AggregatedItem[],
    private readonly groups: PackingProblem['groups'],
    private readonly classes: AvailableClass[],
    private spare: number,
    private readonly random: () => number,
  ) {
    // Not of a typed array, of which a copy takes ten times as long: one is made of each content that is listed.
    this.counts = items.map(() => 0)
    this.hasCaps = groups.some(({ cap }) => cap)
    this.remaining = Int32Array.from(items, ({ count }) => count)
    this.parts = items.map(() => [])
    this.worthFrom = new Float64Array(items.length + 1)
    let contents = 1
    this.radix = items.map(({ count }) => {
      const radix = contents
      contents *= count + 1
      return radix
    })
    for (let place = items.length - 1; place >= 0; place--) {
      const { count, value } = items[place]!
      this.worthFrom[place] = this.worthFrom[place + 1]! + count * value
    }
    this.failed = new Float64Array(contents).fill(-Infinity)
  }

  run(): Part[] | undefined {
    this.items.forEach((_, first) => {
      this.list(first, first, empty)
    })
    for (const parts of this.parts) parts.sort((a, b) => a.rank - b.rank)
    this.cover(0, 0, this.failed.length - 1)
    return this.best
  }

  /** Goes through all contents whose first item is `first`, adding to `counts` from `place` on. */
  private list(first: number, place: number, held: Readonly<Held>): void {
    const { items, counts, classes, hasCaps } = this
    if (place === items.length) return
    // Even with all that is left to add, too little would be held.
    if (held.cost - held.worth - this.worthFrom[place]! > this.spare) return
    const item = items[place]!
    const now = { ...held }
    const needs = needsOfBoth(held.needs, item.needs)
    for (let count = 0; count <= item.count; count++) {
      if (count > 0) {
        this.steps++
        now.cpu += item.cpu
        now.memory += item.memory
        now.cpuUsed += item.cpuUsed
        now.worth += item.value
        now.number += this.radix[place]!
        counts[place] = count
        if (!needs || (hasCaps && this.exceedsCaps(false))) break
        now.needs = hasCaps && this.exceedsCaps(true) ? { ...needs, isOnDemandOnly: true } : needs
        while (now.first < classes.length && !canHold(classes[now.first]!, now)) now.first++
        const instanceClass = this.cheapestFor(now)
        if (!instanceClass) break
        now.cost = hourlyCost(instanceClass, now.cpuUsed)
        const waste = now.cost - now.worth
        if (waste <= this.spare)
          this.parts[first]!.push({
            counts: counts.slice(),
            number: now.number,
            instanceClass,
            waste,
            rank: waste + this.random() * shuffling * this.spare,
          })
      }
      if (count > 0 || place > first) this.list(first, place + 1, now)
    }
    counts[place] = 0
  }

  /** Whether `counts` are more than one instance of the market may have. */
  private exceedsCaps(isSpot: boolean): boolean {
    const content = new Int32Array(this.groups.length)
    this.items.forEach((item, place) => {
      const count = this.counts[place]!
      if (count > 0)
        for (let group = 0; group < content.length; group++) content[group]! += count * item.content[group]!
    })
    return !isWithinCaps({ groups: this.groups }, { isSpot }, content)
  }

  /** The class with the least cost, of those from `first` on; one with a lower price may cost more for its surplus. */
  private cheapestFor(held: Held): AvailableClass | undefined {
    const { classes } = this
    let best = classes[held.first]
    let least = best ? hourlyCost(best, held.cpuUsed) : Infinity
    for (let place = held.first + 1; place < classes.length && classes[place]!.price < least; place++) {
      const one = classes[place]!
      const cost = canHold(one, held) ? hourlyCost(one, held.cpuUsed) : Infinity
      if (cost >= least) continue
      best = one
      least = cost
    }
    return best
  }

  /** Covers what remains, from `place` on; `wasted` so far. */
  private cover(place: number, wasted: number, restNumber: number): void {
    const { remaining } = this
    let first = place
    while (first < remaining.length && remaining[first] === 0) first++
    if (first === remaining.length) {
      this.best = [...this.chosen]
      // From now on only for less.
      this.spare = wasted - costTolerance
      return
    }
    if (this.nodes-- <= 0) return
    if (this.failed[restNumber]! >= this.spare - wasted) return
    for (const part of this.parts[first]!) {
      if (this.nodes <= 0) break
      this.steps++
      if (wasted + part.waste > this.spare || !this.take(part, first)) continue
      this.chosen.push(part)
      this.cover(first, wasted + part.waste, restNumber - part.number)
      this.chosen.pop()
      this.giveBack(part, first)
    }
    this.failed[restNumber] = this.spare - wasted
  }

  private take({ counts, instanceClass }: Part, first: number): boolean {
    const { remaining } = this
    if (instanceClass.left === 0) return false
    for (let item = first; item < remaining.length; item++) if (counts[item]! > remaining[item]!) return false
    for (let item = first; item < remaining.length; item++) remaining[item]! -= counts[item]!
    instanceClass.left -= 1
    return true
  }

  private giveBack({ counts, instanceClass }: Part, first: number): void {
    for (let item = first; item < this.remaining.length; item++) this.remaining[item]! += counts[item]!
    instanceClass.left += 1
  }
}
