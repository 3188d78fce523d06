import type { EnvironmentStatus } from '../../core/resources/environment'
import { joinOutcomes, ready, type Outcome } from '../reconcile/outcome'
import {
  learnedOfRefusal,
  type Concern,
  type Deciding,
  type Learned,
  type Learning,
  type Looking,
  type Work,
} from './concern'
import { Draft } from './draft'
import type { Pass } from './pass'

/**
 * Runs the steps of a pass in turn, each with a copy of the status as the one before it left it; what a concern is refused stops no other.
 * What a step learned is its result, for those that take it as a parameter.
 */
export class Course {
  private readonly found = new Map<Concern, Outcome>()
  private isMissing = false

  constructor(
    private readonly pass: Pass,
    /** The status to write. */
    public status: EnvironmentStatus,
  ) {}

  /** The outcome of each concern that had a step. */
  get outcomes(): ReadonlyMap<Concern, Outcome> {
    return this.found
  }

  /** Whether AWS said of something that it is not there. */
  get isSomethingMissing(): boolean {
    return this.isMissing
  }

  outcomeOf(concern: Concern): Outcome {
    return this.found.get(concern) ?? ready
  }

  record(concern: Concern, outcome: Outcome): void {
    this.found.set(concern, joinOutcomes([this.outcomeOf(concern), outcome]))
  }

  /** Lets a concern act and look. */
  async look<Facts extends object, Known extends object>(
    concern: Looking<Facts, Known>,
    known: Known,
  ): Promise<Facts> {
    let facts = this.recall(concern)
    for (const step of ['carryOut', 'observe'] as const)
      if (concern[step])
        facts = await this.step(concern, facts, (work) => concern[step]?.(work, { ...known, ...facts }) ?? {})
    return facts
  }

  /** Lets a concern decide. */
  decide<Facts extends object, Known extends object>(
    concern: Deciding<Facts, Known>,
    known: Known,
  ): Promise<Facts> {
    const facts = this.recall(concern)
    return this.step(concern, facts, (work) => concern.decide(work, { ...facts, ...known }))
  }

  /** Runs one step. @returns what it learned on top of `before`; that alone when it is refused */
  async step<Facts extends object>(
    concern: Concern,
    before: Facts,
    step: (work: Work) => Promise<Learned<NoInfer<Facts>>> | Learned<NoInfer<Facts>>,
  ): Promise<Facts> {
    const draft = new Draft(this.status, this.pass)
    const { outcome = ready, isSomethingMissing = false, ...facts } = await this.attempt(step, draft)
    this.status = draft.status
    this.isMissing ||= isSomethingMissing
    this.record(concern, outcome)
    return { ...before, ...facts }
  }

  /** A refusal of the cloud ends a step and becomes its outcome, so that whatever it did before is written down. */
  private async attempt<Facts>(
    step: (work: Work) => Promise<Learned<Facts>> | Learned<Facts>,
    draft: Draft,
  ): Promise<Learned<Facts> | Learned> {
    try {
      return await step({ pass: this.pass, draft })
    } catch (error) {
      return learnedOfRefusal(error, this.pass.limits)
    }
  }

  /** A concern that recalls nothing has no facts for others. */
  private recall<Facts extends object>(concern: Learning<Facts>): Facts {
    return concern.recall?.(this.status) ?? ({} as Facts)
  }
}
