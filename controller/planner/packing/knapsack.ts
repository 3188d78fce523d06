import { fillBalanced } from './fill'
import { at, capacityFor, type Counts, type InstanceClass, type PackingProblem } from './problem'

export interface Filling {
  content: Int32Array
  value: number
  /** No content of this class is worth more. Equal to `value` when the search came to its end. */
  upperBound: number
}

/** What one instance can hold, as candidates in the order in which they are worth most for the room they take. */
interface Candidate {
  group: number
  value: number
  cpu: number
  memory: number
  most: number
  weight: number
  /** Place of the candidate of the same size that is worth no less: it is used up first. */
  twin: number
}

/**
 * The most valuable content of one instance: a bounded knapsack in two dimensions, by depth-first search under the bound of its surrogate
 * relaxation (both dimensions weighed into one).
 * @param nodes after so many nodes the best so far is returned, with a bound that still holds.
 */
export function fillBest(
  problem: PackingProblem,
  instanceClass: InstanceClass,
  values: ArrayLike<number>,
  available: Counts,
  nodes: number,
): Filling {
  const candidates = candidatesOf(problem, instanceClass, values, available)
  const everything = fillWithEverything(problem, instanceClass, candidates)
  if (everything) return everything
  const share = bestShare(instanceClass, candidates)
  weigh(instanceClass, candidates, share)
  findTwins(candidates)
  const rootBound = fractionalValue(candidates, 0, 1 + roundingRoom)
  const search = new FillingSearch(candidates, nodes)
  search.startWith(balancedCounts(problem, instanceClass, values, available, candidates))
  search.descend(0, instanceClass.cpu, instanceClass.memory, 1, 0)
  const content = new Int32Array(problem.groups.length)
  candidates.forEach(({ group }, index) => {
    content[group] = at(search.best, index)
  })
  return {
    content,
    value: search.bestValue,
    upperBound: search.hasEnded ? search.bestValue : Math.max(rootBound, search.bestValue),
  }
}

function candidatesOf(
  { groups }: PackingProblem,
  instanceClass: InstanceClass,
  values: ArrayLike<number>,
  available: Counts,
): Candidate[] {
  const candidates: Candidate[] = []
  for (let group = 0; group < groups.length; group++) {
    const value = at(values, group)
    const left = at(available, group)
    if (value <= 0 || left <= 0) continue
    const { cpu, memory } = at(groups, group)
    const most = Math.min(left, capacityFor(instanceClass, at(groups, group)))
    if (most > 0) candidates.push({ group, value, cpu, memory, most, weight: 0, twin: -1 })
  }
  return candidates
}

function fillWithEverything(
  { groups }: PackingProblem,
  instanceClass: InstanceClass,
  candidates: Candidate[],
): Filling | undefined {
  let cpu = 0
  let memory = 0
  let value = 0
  for (const candidate of candidates) {
    cpu += candidate.cpu * candidate.most
    memory += candidate.memory * candidate.most
    value += candidate.value * candidate.most
  }
  if (cpu > instanceClass.cpu || memory > instanceClass.memory) return undefined
  const content = new Int32Array(groups.length)
  for (const { group, most } of candidates) content[group] = most
  return { content, value, upperBound: value }
}

/** A good content at once: without it, the search may be lost where one dimension runs out early. */
function balancedCounts(
  problem: PackingProblem,
  instanceClass: InstanceClass,
  values: ArrayLike<number>,
  available: Counts,
  candidates: Candidate[],
): number[] {
  const content = new Int32Array(problem.groups.length)
  const worthwhile = available.map((count, group) => (at(values, group) > 0 ? count : 0))
  fillBalanced(values)(problem, instanceClass, worthwhile, content)
  return candidates.map(({ group }) => at(content, group))
}

/** The weight of CPU against memory under which the relaxation promises least: it is convex in the weight. */
function bestShare(instanceClass: InstanceClass, candidates: Candidate[]): number {
  const promise = (share: number) => {
    weigh(instanceClass, candidates, share)
    return fractionalValue(candidates, 0, 1)
  }
  let low = 0
  let high = 1
  for (let round = 0; round < 8; round++) {
    const third = (high - low) / 3
    if (promise(low + third) <= promise(high - third)) high -= third
    else low += third
  }
  return (low + high) / 2
}

function weigh({ cpu, memory }: InstanceClass, candidates: Candidate[], share: number): void {
  for (const candidate of candidates)
    candidate.weight = (share * candidate.cpu) / (cpu || 1) + ((1 - share) * candidate.memory) / (memory || 1)
  candidates.sort((a, b) => b.value * a.weight - a.value * b.weight || a.group - b.group)
}

/** Processes of one size that may use Spot and those that must not are two groups of the same size. */
function findTwins(candidates: Candidate[]): void {
  candidates.forEach((candidate, place) => {
    candidate.twin = candidates.findLastIndex(
      (other, before) => before < place && other.cpu === candidate.cpu && other.memory === candidate.memory,
    )
  })
}

function fractionalValue(candidates: Candidate[], from: number, room: number): number {
  let value = 0
  let left = room
  for (let index = from; index < candidates.length; index++) {
    const candidate = at(candidates, index)
    const weight = candidate.weight * candidate.most
    if (weight >= left) return value + (candidate.value * left) / candidate.weight
    left -= weight
    value += candidate.value * candidate.most
  }
  return value
}

class FillingSearch {
  readonly best: Int32Array
  bestValue = 0
  hasEnded = true
  private readonly current: Int32Array

  constructor(
    private readonly candidates: Candidate[],
    private nodes: number,
  ) {
    this.best = new Int32Array(candidates.length)
    this.current = new Int32Array(candidates.length)
  }

  startWith(counts: number[]): void {
    this.best.set(counts)
    this.bestValue = counts.reduce((sum, count, index) => sum + count * at(this.candidates, index).value, 0)
  }

  /** Adds candidates from `from` on. Those passed over are not visited, so that a node is always a different content. */
  descend(from: number, cpu: number, memory: number, room: number, value: number): void {
    if (value > this.bestValue) {
      this.bestValue = value
      this.best.set(this.current)
    }
    for (let index = from; index < this.candidates.length && this.hasEnded; index++) {
      const candidate = at(this.candidates, index)
      if (candidate.cpu > cpu || candidate.memory > memory) continue
      if (candidate.twin >= 0 && at(this.current, candidate.twin) < at(this.candidates, candidate.twin).most)
        continue
      if (!this.mayBeat(index, cpu, memory, room, value)) return
      const most = Math.min(candidate.most, times(cpu, candidate.cpu), times(memory, candidate.memory))
      for (let count = most; count > 0 && this.hasEnded; count--) {
        if (this.nodes-- <= 0) {
          this.hasEnded = false
          break
        }
        const valueNow = value + candidate.value * count
        const cpuNow = cpu - candidate.cpu * count
        const memoryNow = memory - candidate.memory * count
        const roomNow = Math.max(0, room - candidate.weight * count)
        if (valueNow <= this.bestValue && !this.mayBeat(index + 1, cpuNow, memoryNow, roomNow, valueNow))
          continue
        this.current[index] = count
        this.descend(index + 1, cpuNow, memoryNow, roomNow, valueNow)
      }
      this.current[index] = 0
    }
  }

  /** Whether what still fits could, by fractions, make more of the room than the best content has. */
  private mayBeat(from: number, cpu: number, memory: number, room: number, value: number): boolean {
    const goal = this.bestValue * margin
    let worth = value
    let left = room + roundingRoom
    for (let index = from; index < this.candidates.length; index++) {
      const candidate = at(this.candidates, index)
      if (candidate.cpu > cpu || candidate.memory > memory) continue
      const most = Math.min(candidate.most, times(cpu, candidate.cpu), times(memory, candidate.memory))
      const weight = candidate.weight * most
      if (weight >= left) return worth + (candidate.value * left) / candidate.weight > goal
      left -= weight
      worth += candidate.value * most
      if (worth > goal) return true
    }
    return worth > goal
  }
}

const times = (room: number, size: number) => (size > 0 ? Math.floor(room / size) : Infinity)

const roundingRoom = 1e-12
/** Bounds that beat the best only by rounding are not followed. */
const margin = 1 + 1e-12
