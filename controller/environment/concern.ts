import type { EnvironmentStatus } from '../../core/resources/environment'
import { CloudError } from '../cloud/cloud'
import { outcomeOfRefusal } from '../reconcile/cloud-refusal'
import type { Outcome } from '../reconcile/outcome'
import type { Draft } from './draft'
import type { FleetFacts } from './facts'
import type { Pass } from './pass'
import type { Limits } from './policy'

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
  /** What the next pass acts on: when it is not what it was, that pass follows at once. */
  readonly intents?: (status: EnvironmentStatus) => unknown
  /** Obstacles stay its own: the environment is Ready without it, and no deployment fails by it. */
  readonly isNonBlocking?: true
}

/** A concern of which others learn something. */
export interface Learning<Facts> extends Concern {
  /** What it knows before a step of this pass, from its memory: all that is known of it where its step is refused. */
  readonly recall?: (status: EnvironmentStatus) => Facts
}

/** A concern that acts, or looks; `Known` are the facts that it takes from others. */
export interface Looking<Facts, Known> extends Learning<Facts> {
  /** Does what stood in the status when it was read. */
  readonly carryOut?: Step<Facts, Known>
  /** Looks at what became of it. */
  readonly observe?: Step<Facts, Known>
}

/** A concern that compares what is with what is to be, and writes down what follows. */
export interface Deciding<Facts, Known> extends Learning<Facts> {
  readonly decide: Step<Facts, Known>
}

// As properties, which are compared strictly: a step that needs a fact that nobody has learned yet does not compile.
type Step<Facts, Known> = (
  work: Work,
  known: NoInfer<Known & Facts>,
) => Promise<Learned<NoInfer<Facts>>> | Learned<NoInfer<Facts>>

/** The input of a step: the pass, and its own copy of the status. */
export interface Work {
  readonly pass: Pass
  readonly draft: Draft
}

/** The facts that a step adds and its outcome, ready by default. */
export type Learned<Facts = object> = Partial<Facts> & {
  outcome?: Outcome
  /** AWS said of something that it is not there. */
  isSomethingMissing?: boolean
}

/** Runs a part of a step. A refusal of the cloud ends it and becomes its outcome, so that whatever it did before is written down. */
export async function attempt(part: () => Promise<Learned> | Learned, limits: Limits): Promise<Learned> {
  try {
    return await part()
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
  if (!isRestored || pass.hasPassed(limits.visibilitySeconds, createdEpoch)) return 0
  return limits.visibilitySeconds - pass.secondsSince(createdEpoch)
}
