import { totalLoad, type Load, type Size } from './sizes'
import { surplusCost, usableInPrice, type Tariff } from './tariff'

/**
 * The planner's question without names: which instances to run, and how many processes of each group on each of them, at the least
 * cost. All sizes are integers (millionths of a core, bytes), so that sums are exact and no instance is ever overfull by rounding.
 */
export interface PackingProblem {
  classes: InstanceClass[]
  groups: ProcessGroup[]
}

/** Offerings that differ in neither market, usable size nor cost. */
export interface InstanceClass extends Size, Tariff {
  isSpot: boolean
  /** On which side of the zones it is; absent where zones are of no account. */
  side?: number
  /** How many can be had; Infinity unless they can no longer be launched. */
  limit: number
}

/** Processes of one size that may run in the same markets. */
export interface ProcessGroup extends Load {
  count: number
  isOnDemandOnly: boolean
  /** The side of the zones on which they must run; absent: on any. */
  side?: number
  /** Of it and the group beside it that has the same one, at most how many one instance may have; absent: as many as fit. */
  cap?: InstanceCap
}

/** At most how many processes one instance may have, whatever fits, so that its loss takes no application whole. */
export interface InstanceCap {
  onSpot: number
  onDemand: number
}

/** One instance: its class, and of each group the number of processes on it. */
export interface Bin {
  classIndex: number
  content: Int32Array
}

export type Counts = Int32Array

/** Two costs closer than this are the same: far below a price's last digit, far above rounding of their sums. */
export const costTolerance = 1e-9

export const costOf = (problem: PackingProblem, bins: Bin[]): number =>
  bins.reduce((sum, bin) => sum + costOfBin(problem, bin), 0)

/** USD an hour. */
export const costOfBin = (problem: PackingProblem, bin: Bin): number =>
  problem.classes[bin.classIndex]!.price + surplusOfBin(problem, bin)

/** What of its cost is for CPU beyond the baseline. */
export function surplusOfBin({ classes, groups }: PackingProblem, { classIndex, content }: Bin): number {
  const instanceClass = classes[classIndex]!
  return instanceClass.surplus ? surplusCost(instanceClass, totalLoad(groups, content).cpuUsed) : 0
}

/** The class as one whose surplus costs so many times as much. */
export function withSurplusTimes(instanceClass: InstanceClass, times: number): InstanceClass {
  const { surplus } = instanceClass
  return surplus && times !== 1
    ? {
        ...instanceClass,
        surplus: times > 0 ? { ...surplus, pricePerCpu: surplus.pricePerCpu * times } : undefined,
      }
    : instanceClass
}

/** What the content is worth beyond what it costs in surplus: as much may be paid for the instance. @param values of a process of each group. */
export const netWorthOf = (problem: PackingProblem, bin: Bin, values: ArrayLike<number>): number =>
  worthOf(bin.content, values) - surplusOfBin(problem, bin)

/**
 * An instance without what costs extra, and with all that it has: between the two its cost is a straight line.
 * @param share of what they ask for that processes use.
 */
export function corners(instanceClass: InstanceClass, share: number): InstanceClass[] {
  const cpu = usableInPrice(instanceClass) / share
  return cpu < instanceClass.cpu ? [{ ...instanceClass, cpu }, instanceClass] : [instanceClass]
}

/** What share of the CPU that they ask for processes use; all of it where they ask for none. */
export const shareUsed = ({ cpu, cpuUsed }: Load): number => (cpu > 0 ? cpuUsed / cpu : 1)

export const shareUsedIn = (problem: PackingProblem): number =>
  shareUsed(totalLoad(problem.groups, countsOf(problem)))

export const countsOf = ({ groups }: PackingProblem): Counts => Int32Array.from(groups, ({ count }) => count)

/** Of each group, how many processes the instances hold together. */
export function contentOf({ groups }: PackingProblem, bins: Bin[]): Counts {
  const total = new Int32Array(groups.length)
  for (const { content } of bins)
    for (let group = 0; group < total.length; group++) total[group] = total[group]! + content[group]!
  return total
}

/** Of each class, how many of the instances are of it. */
export function numbersOf({ classes }: PackingProblem, bins: Bin[]): Int32Array {
  const numbers = new Int32Array(classes.length)
  for (const { classIndex } of bins) numbers[classIndex] = numbers[classIndex]! + 1
  return numbers
}

/** As much of the content as remains, and takes it from there. */
export function takeNeeded(remaining: Counts, content: Int32Array): Int32Array {
  const needed = content.map((count, group) => Math.min(count, remaining[group]!))
  needed.forEach((count, group) => {
    remaining[group]! -= count
  })
  return needed
}

type Market = Pick<InstanceClass, 'isSpot' | 'side'>
/** Where processes must run. */
export type Needs = Pick<ProcessGroup, 'isOnDemandOnly' | 'side'>

export const isAllowed = ({ isSpot, side }: Market, group: Needs): boolean =>
  !(isSpot && group.isOnDemandOnly) && (group.side === undefined || group.side === side)

export const noNeeds: Needs = { isOnDemandOnly: false }

/** What all of the content needs; of processes that one instance may have. */
export const needsOf = (
  { groups }: Pick<PackingProblem, 'groups'>,
  content: ArrayLike<number>,
): Needs | undefined =>
  groups.reduce<Needs | undefined>(
    (needs, group, index) => (needs && content[index]! > 0 ? needsOfBoth(needs, group) : needs),
    noNeeds,
  )

/** Whether the other may run wherever the one may. */
export const mayStandIn = (other: Needs, one: Needs): boolean =>
  (!other.isOnDemandOnly || one.isOnDemandOnly) && (other.side === undefined || other.side === one.side)

/** What processes with either need have together; undefined where no instance can have both. */
export const needsOfBoth = (one: Needs, other: Needs): Needs | undefined =>
  one.side !== undefined && other.side !== undefined && one.side !== other.side
    ? undefined
    : {
        isOnDemandOnly: one.isOnDemandOnly || other.isOnDemandOnly,
        side: one.side ?? other.side,
      }

/** At most how many processes of the group one instance of the class holds, whatever their number. */
export function capacityFor(instanceClass: InstanceClass, group: ProcessGroup): number {
  if (!isAllowed(instanceClass, group)) return 0
  return Math.min(
    timesIn(instanceClass.cpu, group.cpu),
    timesIn(instanceClass.memory, group.memory),
    capOn(instanceClass, group),
  )
}

/** Of the groups with the group's cap, how many an instance of the class may have. */
export const capOn = ({ isSpot }: Pick<InstanceClass, 'isSpot'>, { cap }: ProcessGroup): number =>
  cap ? (isSpot ? cap.onSpot : cap.onDemand) : Infinity

/** How many more processes of a group an instance may have beside its content, whatever fits. */
export function leftOfCap(
  { groups }: Pick<PackingProblem, 'groups'>,
  instanceClass: Pick<InstanceClass, 'isSpot'>,
  index: number,
  content: ArrayLike<number>,
): number {
  const group = groups[index]!
  if (!group.cap) return Infinity
  let left = capOn(instanceClass, group) - content[index]!
  for (const beside of [index - 1, index + 1]) if (groups[beside]?.cap === group.cap) left -= content[beside]!
  return left
}

/** Whether an instance of the class may have as many of each group. */
export const isWithinCaps = (
  problem: Pick<PackingProblem, 'groups'>,
  instanceClass: Pick<InstanceClass, 'isSpot'>,
  content: ArrayLike<number>,
): boolean =>
  problem.groups.every(({ cap }, index) => !cap || leftOfCap(problem, instanceClass, index, content) >= 0)

/** How many of a size fit into the room, in one dimension. */
export const timesIn = (room: number, size: number): number => (size > 0 ? Math.floor(room / size) : Infinity)

/** @param values of a process of each group. */
export function worthOf(counts: Counts, values: ArrayLike<number>): number {
  let worth = 0
  for (let group = 0; group < counts.length; group++) worth += counts[group]! * values[group]!
  return worth
}
