import type { AgentStatus } from '../../core/agent/protocol'
import type { EnvironmentStatus } from '../../core/resources/environment'
import type { ConditionReason } from '../../core/resources/metadata'
import type { AgentAddress } from '../agents/agents'
import { CloudError, type Instance, type TargetHealth } from '../cloud/cloud'
import { outcomeOfRefusal } from '../reconcile/cloud-refusal'
import type { Outcome } from '../reconcile/outcome'
import type { Draft } from './draft'
import type { Pass } from './pass'
import type { Limits } from './policy'
import type { Demand } from './workload/goal'
import type { SizedPool } from './workload/pools'

/** An instance that could not be had, and why, for the customer. */
export interface RefusedLaunch {
  pool: SizedPool
  reason: Extract<ConditionReason, 'InsufficientCapacity' | 'QuotaExceeded'>
  message: string
}

/** Why a deployment can no longer succeed, for the customer. */
export interface Failure {
  reason: ConditionReason
  message: string
  /** The last lines that the failing process printed, oldest first. */
  output?: string[]
}

/** Processes that find no instance. */
export interface Unplaced {
  demand: Demand
  reason: ConditionReason
  message: string
}

/**
 * Facts that the steps of a pass learned, each for those after it. None ever changes: a step returns what it adds. Instances are known
 * by client token.
 */
export interface Observation {
  /** AWS said of something that it is not there. */
  readonly isSomethingMissing: boolean
  /** Whether a recorded part of the network, or of load balancing, was not listed at the last look. */
  readonly isNetworkMissed: boolean
  readonly isLoadBalancingMissed: boolean
  readonly refusedLaunches: readonly RefusedLaunch[]
  /** Pools of which an instance was found interrupted in this pass. */
  readonly interruptedPools: readonly SizedPool[]
  /** Pools of which AWS recommended in this pass to move away. */
  readonly riskyPools: readonly SizedPool[]
  readonly areInstancesListed: boolean
  /** Instances that run with our tags and for which no intent stands. */
  readonly orphans: readonly Instance[]
  /** Whether instances were found of which there is no record: then nothing can be known of what is wanted. */
  readonly isRecordLost: boolean
  readonly agentAddresses: ReadonlyMap<string, AgentAddress>
  /** The first of the unanswered calls in a row, up to the last pass. */
  readonly silentSince: ReadonlyMap<string, number>
  /** Answers of agents, by instance; agents that did not answer are absent. */
  readonly reports: ReadonlyMap<string, AgentStatus>
  readonly activeLoadBalancers: ReadonlySet<string>
  /** Applications with a load balancer that AWS could not make. */
  readonly failedLoadBalancers: ReadonlySet<string>
  /** By purpose of the load balancer; nothing for a target group that would not tell. */
  readonly targets: ReadonlyMap<string, readonly TargetHealth[]>
  /** Process id to when it was first offered to its load balancers. */
  readonly registeredSince: ReadonlyMap<string, number>
  /** Process id to since when a load balancer finds fault with its answers. */
  readonly refusedSince: ReadonlyMap<string, number>
  readonly unplaced: readonly Unplaced[]
  /** Obstacles to the network that the environment moves to; whoever is served does not feel them. */
  readonly moveObstacles: readonly Outcome[]
  /**
   * Why the range of the environment does not do, for people, and that of the network to which it moves. Unless `isKnown`, there may be more.
   * Absent until links were judged.
   */
  readonly overlap: { present: string | undefined; next: string | undefined; isKnown: boolean } | undefined
  /** The decision about the desired deployment, once there is one. */
  readonly verdict: { failure: Failure | undefined; isOldOut: boolean } | undefined
}

export const nothingObserved: Observation = {
  isSomethingMissing: false,
  isNetworkMissed: false,
  isLoadBalancingMissed: false,
  refusedLaunches: [],
  interruptedPools: [],
  riskyPools: [],
  areInstancesListed: false,
  orphans: [],
  isRecordLost: false,
  agentAddresses: new Map(),
  silentSince: new Map(),
  reports: new Map(),
  activeLoadBalancers: new Set(),
  failedLoadBalancers: new Set(),
  targets: new Map(),
  registeredSince: new Map(),
  refusedSince: new Map(),
  unplaced: [],
  moveObstacles: [],
  overlap: undefined,
  verdict: undefined,
}

/** The facts that a step adds and its outcome, ready by default. */
export type Learned = Partial<Observation> & { outcome?: Outcome }

/** The input of a step: the pass, its own copy of the status, facts of the steps before it, and the memory of its concern. */
export interface Work<Memory = unknown> {
  readonly pass: Pass
  readonly draft: Draft
  readonly observed: Observation
  readonly memory: Memory
}

type Step<Memory> = (work: Work<Memory>) => Promise<Learned> | Learned

interface Definition<Memory> {
  /** The type of the condition that says how it is. */
  condition: string
  /** Message of the condition while it is true. Absent: a step says more. */
  readyMessage?: string
  /** Obstacles stay its own: the environment is Ready without it, and no deployment fails by it. */
  isApart?: true
  /** The part of its memory that other concerns may read. */
  recall?(status: EnvironmentStatus, memory: Memory): Partial<Observation>
  /** Does what stood in the status when it was read. */
  carryOut?: Step<Memory>
  /** Looks at what became of it. */
  observe?: Step<Memory>
  /** Compares what is with what is to be, and writes down what follows. */
  decide?: Step<Memory>
}

/**
 * One thing to take care of in an environment, apart from all others: a step that is refused, waits or stalls stops nobody else. What it
 * remembers from pass to pass are hints that save calls or measure impatience: losing them (another controller takes over) costs time,
 * never correctness.
 */
export type Concern = Definition<void>
export type BoundStep = Step<void>

export function concernWith<Memory>(memory: Memory, definition: Definition<Memory>): Concern {
  const { recall, carryOut, observe, decide, ...rest } = definition
  const bind = (step: Step<Memory> | undefined): BoundStep | undefined =>
    step && ((work) => step({ ...work, memory }))
  return {
    ...rest,
    recall: (status) => recall?.(status, memory) ?? {},
    carryOut: bind(carryOut),
    observe: bind(observe),
    decide: bind(decide),
  }
}

/** Runs a step. A refusal of the cloud ends it and becomes its outcome, so that whatever it did before is written down. */
export async function attempt(step: () => Promise<Learned> | Learned, limits: Limits): Promise<Learned> {
  try {
    return await step()
  } catch (error) {
    return learnedOfRefusal(error, limits)
  }
}

/** @throws what is no CloudError */
export function learnedOfRefusal(error: unknown, limits: Limits): Learned {
  const outcome = outcomeOfRefusal(error, limits)
  return error instanceof CloudError && error.kind === 'not-found'
    ? { outcome, isSomethingMissing: true }
    : { outcome }
}

/**
 * How long nothing is to be decided yet, or stopped: the status was written back after a loss, perhaps a little behind what was done
 * last, and the cloud may not show all of that yet.
 */
export function settlingSeconds({ pass, observed: { isRecordLost } }: Work): number {
  const { limits, isRestored, createdEpoch } = pass
  if (isRecordLost) return limits.stalledSeconds
  return isRestored ? Math.max(0, limits.visibilitySeconds - pass.secondsSince(createdEpoch)) : 0
}
