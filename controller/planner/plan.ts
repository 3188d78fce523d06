import type { Market, SpotStrategy } from '../../core/resources/environment'

/** What the planner is asked. Units: cpu in cores, memoryMb in 1,000,000 bytes, memoryMib in 1,048,576 bytes, prices in USD an hour. */
export interface Workload {
  spotStrategy: SpotStrategy
  /** Identical processes of one application form one entry. */
  applications: WorkloadApplication[]
  offerings: WorkloadOffering[]
  /** Taken on every instance by the system and the agent. */
  overhead: { cpu: number; memoryMb: number }
  /** What runs now; absent means nothing. */
  fleet?: FleetInstance[]
}

export interface WorkloadApplication {
  name: string
  cpu: number
  memoryMb: number
  count: number
  /** Absent means 100. */
  maxSpotPercentage?: number
}

export interface WorkloadOffering {
  instanceType: string
  zone: string
  market: Market
  pricePerHour: number
  vcpu: number
  memoryMib: number
  penalty: number
}

export interface FleetInstance {
  id: string
  instanceType: string
  zone: string
  market: Market
  /** Application name to the number of its processes there. */
  processes: Record<string, number>
  /** Read only when the instance's offering is gone. */
  pricePerHour?: number
  vcpu?: number
  memoryMib?: number
}

export interface PlannedInstance {
  /** Present: one of the fleet. Absent: to be launched. */
  id?: string
  instanceType: string
  zone: string
  market: Market
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
}

export type Planner = (workload: Workload) => Plan
