import type { EnvironmentStatus } from '../../core/resources/environment'
import { CloudError } from '../cloud/cloud'
import { outcomeOfRefusal } from '../reconcile/cloud-refusal'
import type { Outcome } from '../reconcile/outcome'
import type { Draft } from './draft'
import type {
  FleetFacts,
  InterruptionsFacts,
  LoadBalancersFacts,
  MoveFacts,
  NetworkFacts,
  PeeringFacts,
  ProcessesFacts,
  RolloutFacts,
  TrafficFacts,
} from './facts'
import type { Pass } from './pass'
import type { Limits } from './policy'

/** What the concerns that are not asked by parameter learned: all of it at once. */
export interface Observation
  extends
    NetworkFacts,
    FleetFacts,
    ProcessesFacts,
    LoadBalancersFacts,
    TrafficFacts,
    MoveFacts,
    InterruptionsFacts,
    RolloutFacts,
    PeeringFacts {
  /** AWS said of something that it is not there. */
  readonly isSomethingMissing: boolean
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
  balancerObstacles: [],
  networkObstacles: [],
  placementObstacles: [],
  overlap: undefined,
  verdict: undefined,
}

/** The facts that a step adds and its outcome, ready by default. */
export type Learned<Facts = Observation> = Partial<Facts> & {
  outcome?: Outcome
  /** AWS said of something that it is not there. */
  isSomethingMissing?: boolean
}

/** The input of a step: the pass, and its own copy of the status. */
export interface Work {
  readonly pass: Pass
  readonly draft: Draft
}

/**
 * One thing to take care of in an environment, apart from all others: a step that is refused, waits or stalls stops nobody else. What it
 * remembers from pass to pass are hints that save calls or measure impatience: losing them (another controller takes over) costs time,
 * never correctness.
 */
export interface Concern {
  /** The type of the condition that says how it is. */
  readonly condition: string
  /** Message of the condition while it is true. Absent: a step says more. */
  readonly readyMessage?: string
  /** Obstacles stay its own: the environment is Ready without it, and no deployment fails by it. */
  readonly isApart?: true
  /** The part of its memory that other concerns may read. */
  recall?(status: EnvironmentStatus): Partial<Observation>
  /** Does what stood in the status when it was read. */
  carryOut?(work: Work, known: Observation): Promise<Learned> | Learned
  /** Looks at what became of it. */
  observe?(work: Work, known: Observation): Promise<Learned> | Learned
  /** Compares what is with what is to be, and writes down what follows. */
  decide?(work: Work, known: Observation): Promise<Learned> | Learned
}

export type StepName = 'carryOut' | 'observe' | 'decide'

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
export function settlingSeconds(pass: Pass, { isRecordLost }: Pick<FleetFacts, 'isRecordLost'>): number {
  const { limits, isRestored, createdEpoch } = pass
  if (isRecordLost) return limits.stalledSeconds
  return isRestored ? Math.max(0, limits.visibilitySeconds - pass.secondsSince(createdEpoch)) : 0
}
