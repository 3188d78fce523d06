import type { AgentStatus } from '../../core/agent/protocol'
import type { Failure } from '../../core/resources/environment-told'
import type { ConditionReason } from '../../core/resources/metadata'
import type { AgentAddress } from '../agents/agents'
import type { Instance, TargetHealth } from '../cloud/cloud'
import type { Outcome } from '../reconcile/outcome'
import type { Demand } from './workload/goal'
import type { SizedPool } from '../../core/catalogue/pool'

// What each concern learns in a pass, for those that take it as a parameter. None ever changes. Instances are known by client token.

export interface NetworkFacts {
  /** Whether a recorded part of the network was not listed at the last look. */
  readonly isNetworkMissed: boolean
  /**
   * When the network was last seen to lack a part, or not to be whole yet, epoch in milliseconds: until then nobody could offer instances in it.
   * Absent where this controller never saw it so.
   */
  readonly networkHeldUpEpoch: number | undefined
}

export interface FleetFacts {
  readonly refusedLaunches: readonly RefusedLaunch[]
  readonly areInstancesListed: boolean
  /** Instances that run with our tags and for which no intent stands. */
  readonly orphans: readonly Instance[]
  /** Whether instances were found of which there is no record: then nothing can be known of what is wanted. */
  readonly isRecordLost: boolean
  readonly agentAddresses: ReadonlyMap<string, AgentAddress>
  /** The first of the unanswered calls in a row, up to the last pass. */
  readonly silentSince: ReadonlyMap<string, number>
}

/** An instance that could not be had, and why, for the customer. */
export interface RefusedLaunch {
  pool: SizedPool
  reason: Extract<ConditionReason, 'InsufficientCapacity' | 'QuotaExceeded'>
  /** Whether the account may not have the type at all, whatever the zone and market. */
  isOfType?: true
  /** Whether it is something of the account that ends launches, whatever is launched. */
  isOfAccount?: true
  message: string
}

export interface ProcessesFacts {
  /** Answers of agents, by instance; agents that did not answer are absent. */
  readonly reports: ReadonlyMap<string, AgentStatus>
}

export interface LoadBalancersFacts {
  /** Whether a recorded part of load balancing was not listed at the last look. */
  readonly isLoadBalancingMissed: boolean
  readonly activeLoadBalancers: ReadonlySet<string>
  /** Applications with a load balancer that AWS could not make. */
  readonly failedLoadBalancers: ReadonlySet<string>
  /** Refusals of what a move needs: whoever is served does not feel them. */
  readonly balancerObstacles: readonly Outcome[]
}

export interface TrafficFacts {
  /** By purpose of the load balancer; nothing for a target group that would not tell. */
  readonly targets: ReadonlyMap<string, readonly TargetHealth[]>
  /** Process id to how many seconds it was seen to wait for its load balancers to let it in. */
  readonly waitedSeconds: ReadonlyMap<string, number>
  /** Process id to since when a load balancer finds fault with its answers. */
  readonly refusedSince: ReadonlyMap<string, number>
}

export interface MoveFacts {
  /** Obstacles to the network that the environment moves to. */
  readonly networkObstacles: readonly Outcome[]
}

export interface InterruptionsFacts {
  /** Pools of which an instance was found interrupted in this pass. */
  readonly interruptedPools: readonly SizedPool[]
  /** Pools of which AWS recommended in this pass to move away. */
  readonly riskyPools: readonly SizedPool[]
}

export interface RolloutFacts {
  readonly unplaced: readonly Unplaced[]
  /** The decision about the desired deployment, once there is one. */
  readonly verdict: Verdict | undefined
  /** Obstacles to running all in another network as well, when the environment moves. */
  readonly placementObstacles: readonly Outcome[]
}

/** Processes that find no instance. */
export interface Unplaced {
  demand: Demand
  reason: ConditionReason
  message: string
}

/** The facts by which the desired deployment is judged. */
export interface Verdict {
  /** Why it cannot succeed, once that is certain. */
  failure: Failure | undefined
  /** Whether everything it does not want was out of service already when this pass began to decide. */
  isOldOut: boolean
}

/** Why a deployment can no longer succeed, for the customer. */
export interface PeeringFacts {
  /**
   * Why the range of the environment does not do, for people, and that of the network to which it moves. Unless `isKnown`, there may be more.
   * Absent until links were judged.
   */
  readonly overlap: { present: string | undefined; next: string | undefined; isKnown: boolean } | undefined
}
