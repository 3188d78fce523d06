import type { Pool } from '../../../core/catalogue/pool'
import type { GoesOnWithout, SpotStrategy } from '../../../core/resources/environment'

/**
 * What the planner is asked. Units: cpu in cores, memoryMb in 1,000,000 bytes, memoryMib in 1,048,576 bytes, prices in USD an hour.
 * An instance costs pricePerHour + instancePerHour + surplusPerVcpuHour × max(0, cores that its processes use + overhead − baselineVcpu).
 */
export interface Workload {
  spotStrategy: SpotStrategy
  /** Identical processes of one application form one entry. */
  applications: WorkloadApplication[]
  offerings: WorkloadOffering[]
  /** Taken on every instance by the system and the agent. */
  overhead: { cpu: number; memoryMb: number }
  /**
   * What must be able to break without all processes of an application with two or more going with it. Absent means nothing. An instance: at
   * most all but one of an application's processes run on one. A zone: at most all but one run in one.
   */
  goesOnWithout?: GoesOnWithout
  /** Charged for every instance whatever its type, as for its address and disk; absent means 0. */
  instancePerHour?: number
  /** What runs now; absent means nothing. */
  fleet?: FleetInstance[]
  /**
   * A running process is moved only if that saves so much, in USD an hour for each process moved. Absent means
   * `defaultSavingPerMove`; Infinity (only from code) means that
   * nothing that runs is moved at all, not even for a Spot limit: for callers that carry out additions only.
   */
  minimumSavingPerMove?: number
  /**
   * By what share of its cost an instance to be launched counts as dearer than one that runs, where processes would move to it; absent means 0.
   * So no fleet follows every price that moves.
   */
  launchPremium?: number
  /** Nobody asks how cheap any plan can be at best: no time is spent only to prove it. Only from code. */
  withoutProof?: boolean
  /** Share of the cost that may be spent on spreading processes over more instances; absent means 0. */
  spreadTolerance?: number
}

export interface WorkloadApplication {
  name: string
  cpu: number
  /** Of it, what a process uses on the average; absent means all. What a surplus costs follows from it, and never what fits. */
  cpuUsed?: number
  memoryMb: number
  count: number
  /** Absent means 100. */
  maxSpotPercentage?: number
}

export interface WorkloadOffering extends Pool {
  pricePerHour: number
  vcpu: number
  memoryMib: number
  /** Of a burstable type, the cores that its price covers; absent means all. */
  baselineVcpu?: number
  /** For each core beyond the baseline. */
  surplusPerVcpuHour?: number
  penalty: number
}

export interface FleetInstance extends Pool {
  id: string
  /** Application name to the number of its processes there. */
  processes: Record<string, number>
  /** Read only when the instance's offering is gone. */
  pricePerHour?: number
  vcpu?: number
  memoryMib?: number
  baselineVcpu?: number
  surplusPerVcpuHour?: number
}

export interface PlannedInstance extends Pool {
  /** Present: one of the fleet. Absent: to be launched. */
  id?: string
  processes: Record<string, number>
}

export interface Plan {
  instances: PlannedInstance[]
  /** Fleet ids that are no longer needed. */
  retire: string[]
  unplaced: { application: string; count: number; reason: string }[]
  costPerHour: number
  /** No plan for this workload can cost less. */
  lowerBoundPerHour: number
  /** The cost is the least there is. */
  provenOptimal: boolean
  /** The deadline cut the search short: another run may find better. */
  truncated: boolean
  /** Running processes that change their instance, by what each regrouping saves. */
  moves: Move[]
}

/** Processes that go from some instances to others, together. */
export interface Move {
  processes: { application: string; count: number }[]
  /** Fleet ids. */
  from: string[]
  /** Fleet ids, and types of instances to be launched. */
  to: string[]
  savingPerHour: number
  /** For people: what moves where, and what for. */
  why: string
}

/**
 * What a move must save at least, in USD an hour: 7 cents a month. A move starts a process a second time for some minutes, at a
 * price of about a tenth of a cent, which this earns back within half a day.
 */
export const defaultSavingPerMove = 0.0001

export type Planner = (workload: Workload) => Plan
