import { scheduledNumber } from '../../core/application/scheduled-number'
import { ownerTags, type Tags } from '../../core/aws/ownership'
import type { Deployment } from '../../core/resources/deployment'
import type { Environment, EnvironmentStatus } from '../../core/resources/environment'
import { isExaminationAsked, isToGo } from '../../core/resources/metadata'
import type { CloudAccount } from '../cloud/cloud'
import type { EnvironmentDependencies } from './dependencies'
import type { Limits } from './policy'
import type { LinkedResources } from './linked/linked-resources'
import type { Answered, Grounds } from './rest/grounds'
import type { HeardSince } from './rest/rest'
import type { Moment } from './rest/moment'
import { goalOf, type Goal } from './workload/goal'

/** Hints of earlier passes to this one. */
export interface Hints {
  /** Epoch of the last look at everything. */
  surveyedEpoch: number
  /** Whether AWS said of something recorded that it is not there. */
  isNetworkInDoubt: boolean
  /** What agents said while a pass was spared. */
  heard: HeardSince
}

/** The resources that a pass is about, as read before it. */
interface PassResources {
  environment: Environment
  deployments: Deployment[]
  linked: LinkedResources
}

/**
 * One look at an environment: what is known when it begins, and nothing that changes while it lasts.
 *
 * Side effects with a cost or a victim (a launch, a process on an instance, a drained target, a termination) are only ever done for
 * what stood in the status when it was *read*; what a pass decides is carried out by the next one. So every intent is durable
 * before its effect, and a controller that dies anywhere repeats what it was about to do.
 */
export class Pass {
  readonly environment: Environment
  readonly deployments: Deployment[]
  readonly linked: LinkedResources
  /** The status as read. */
  readonly stored: Readonly<EnvironmentStatus> | undefined
  /** The processes that are to run, from the deployments and overrides as read. */
  readonly goal: Goal
  /** Whether somebody asked to have everything checked afresh. */
  readonly isExaminationDue: boolean
  /** Whether that was somebody in the portal. */
  readonly isExaminationRequested: boolean
  /** Whether to look at everything in the account, not only at what is on its way. */
  readonly isSurveyDue: boolean
  /**
   * How many times more seldom than usual what is settled is looked at where nothing has changed for long: each look is some calls that the
   * customer's account counts. What agents and warnings tell is heard as ever.
   */
  readonly patience: number
  /** When the resource was made, epoch in milliseconds. */
  readonly createdEpoch: number
  /** Whether the status tells of a time before the resource was made: then it was lost, and written back. */
  readonly isRestored: boolean
  private readonly cloudAccount: CloudAccount | undefined
  private readonly liveAccount: CloudAccount | undefined

  constructor(
    readonly dependencies: EnvironmentDependencies,
    { environment, deployments, linked }: PassResources,
    readonly hints: Readonly<Hints>,
    readonly grounds: Grounds,
  ) {
    this.environment = environment
    this.deployments = deployments
    this.linked = linked
    const { spec, status, metadata } = environment
    this.stored = status
    this.isExaminationRequested = (spec.examineRequestedEpoch ?? 0) > (status?.examinedEpoch ?? 0)
    this.isExaminationDue = isExaminationAsked(metadata) || this.isExaminationRequested
    this.patience = patienceWith(status, grounds.moment, dependencies.limits)
    this.isSurveyDue =
      this.isExaminationDue ||
      isToGo(metadata) ||
      this.isTurn(dependencies.limits.surveySeconds * this.patience, hints.surveyedEpoch)
    this.goal = goalOf(spec, status ?? {}, deployments, (schedule) => {
      const scheduled = scheduledNumber(schedule, grounds.moment.stamp)
      grounds.moment.noteSpan(scheduled.fromEpoch, scheduled.untilEpoch)
      return scheduled
    })
    this.createdEpoch = Date.parse(metadata.creationTimestamp)
    this.isRestored = (status?.conditions ?? []).some(
      (condition) =>
        condition.status === 'True' && Date.parse(condition.lastTransitionTime) < this.createdEpoch,
    )
    const { cloud, sharedLooks, limits } = dependencies
    const access = linked.awsAccount?.spec
    const account = access && cloud.account(access)
    const isAtRest = status?.phase === 'Ready' && !isToGo(metadata)
    const longestSeconds = isAtRest ? 1.5 * limits.resyncSeconds : limits.pollSeconds
    const asker = { name: metadata.name, longestMilliseconds: 1000 * longestSeconds }
    this.liveAccount = account && sharedLooks.open(account, access)
    // Somebody, or AWS itself, says that things have changed just now.
    const isInDoubt = this.isExaminationDue || hints.isNetworkInDoubt
    this.cloudAccount = isInDoubt ? this.liveAccount : account && sharedLooks.open(account, access, asker)
  }

  get moment(): Moment {
    return this.grounds.moment
  }

  /** The time to calculate with. A pass that needs it comes again at the usual pace: `isPast` and `stamp` leave it at rest. */
  get now(): number {
    return this.moment.now
  }

  /** The time to write down, which no step compares with another. */
  get stamp(): number {
    return this.moment.stamp
  }

  get limits() {
    return this.dependencies.limits
  }

  /** The customer's account. Its lists by tags may be some seconds old, as other environments in it got them. */
  get account(): CloudAccount {
    this.grounds.noteMore()
    return required(this.cloudAccount)
  }

  /** The account with lists as it is now: for who makes what a list lacks, or takes its silence as proof that something is gone. */
  get live(): CloudAccount {
    this.grounds.noteMore()
    return required(this.liveAccount)
  }

  /** What the account answered last, unless it is time to ask again: [while the environment rests](rest/grounds.ts), the same is asked. */
  recall<Answer>(
    answered: Answered<Answer>,
    seconds: number,
    ask: (account: CloudAccount) => Promise<Answer>,
  ): Answer | undefined {
    const account = required(this.cloudAccount)
    return this.grounds.recall(answered, { seconds, ask: () => ask(account) })
  }

  get accountNumber(): string {
    return this.linked.awsAccount?.spec.accountNumber ?? ''
  }

  /** The tags that everything of this environment carries. */
  get environmentTags(): Tags {
    const { 'sdo:owner': owner, 'sdo:environment': environment } = this.tags('')
    return { 'sdo:owner': owner ?? '', 'sdo:environment': environment ?? '' }
  }

  tags(purpose: string): Tags {
    return ownerTags(this.environment.metadata.name, purpose)
  }

  /**
   * Whether a look that is taken every so many seconds, and was at `lastEpoch`, is to be taken again. All environments of an account take it
   * within the same seconds, so that they share what AWS answers; accounts take turns.
   */
  isTurn(seconds: number, lastEpoch: number): boolean {
    return this.moment.isTurn(seconds * 1000, lastEpoch, Number(this.accountNumber))
  }

  /** Whether so much time has passed since then. */
  hasPassed(seconds: number, sinceEpoch: number): boolean {
    return this.moment.isPast(sinceEpoch + seconds * 1000)
  }

  secondsSince(epoch: number): number {
    return (this.now - epoch) / 1000
  }
}

function required(account: CloudAccount | undefined): CloudAccount {
  if (!account) throw new Error('An account that is not linked was requested.')
  return account
}

/** 1 for an environment that is not as it should be, or was not a moment ago. */
function patienceWith(status: EnvironmentStatus | undefined, moment: Moment, limits: Limits): number {
  if (status?.phase !== 'Ready') return 1
  const changes = status.conditions.map(({ lastTransitionTime }) => Date.parse(lastTransitionTime))
  return moment.isPast(Math.max(...changes) + limits.quietSeconds * 1000) ? limits.quietPatience : 1
}
