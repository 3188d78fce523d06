import { isDeepStrictEqual } from 'node:util'
import type { AgentStatus } from '../../core/agent/protocol'
import { ownerTags, type Tags } from '../../core/aws/ownership'
import type { Deployment } from '../../core/resources/deployment'
import type { Environment, EnvironmentStatus } from '../../core/resources/environment'
import { mirroredEventsAnnotation, type ConditionReason } from '../../core/resources/metadata'
import type { CloudAccount } from '../cloud/cloud'
import { conditionSince, setCondition, type ConditionState } from '../runtime/conditions'
import type { EnvironmentDependencies } from './dependencies'
import { appendEvent, trimEvents, type NewEvent } from './events'
import type { Memory } from './memory'
import { goalOf, type Goal } from './workload/goal'

/** A resource that was lost and applied again carries on with its log where Postgres has it. */
const lastMirroredEvent = ({ metadata }: Environment): number =>
  Number(metadata.annotations[mirroredEventsAnnotation]) || 0

export const initialStatus = (environment: Environment): EnvironmentStatus => ({
  observedGeneration: 0,
  phase: 'Initial',
  message: 'Creating environment...',
  conditions: [],
  network: { subnets: [] },
  instances: [],
  processes: [],
  loadBalancers: [],
  costPerHour: 0,
  events: [],
  lastEventSequence: lastMirroredEvent(environment),
})

/**
 * One look at an environment and what is decided in it. Steps change `status`, a draft of the resource's status.
 *
 * Side effects with a cost or a victim (a launch, a process on an instance, a drained target, a termination) are only ever done for
 * what stood in the status when it was *read*; what a pass decides is carried out by the next one. So every intent is durable
 * before its effect, and a controller that dies anywhere repeats what it was about to do.
 */
export class Pass {
  readonly now: number
  readonly status: EnvironmentStatus
  /** What is to run, from the deployments and overrides as read. */
  readonly goal: Goal
  /** What agents answered in this pass, by client token; nothing for those that did not. */
  readonly reports = new Map<string, AgentStatus>()
  /** Applications with a load balancer that AWS could not make. */
  readonly failedLoadBalancers = new Set<string>()
  /** Whether somebody asked to have everything checked afresh. */
  readonly isExaminationDue: boolean
  /** Whether to look at everything in the account, not only at what is on its way. */
  readonly isSurveyDue: boolean
  /** Whether everything the desired deployment does not want was out of service already when this pass began to decide. */
  isOldOut = false
  /** Whether the cloud told in this pass which instances there are, and where. */
  hasSeenInstances = false
  /** Whether instances were found of which there is no record: then nothing can be known of what is wanted. */
  isRecordLost = false
  /** Whether it was decided in this pass what follows from what was seen. */
  isDecided = false
  /** Why the deployment under way cannot succeed, once that is certain. */
  failure: string | undefined
  /** Processes that found no place, in words. */
  shortage: string | undefined
  private cloudAccount: CloudAccount | undefined

  constructor(
    readonly dependencies: EnvironmentDependencies,
    readonly memory: Memory,
    public environment: Environment,
    readonly deployments: Deployment[],
  ) {
    this.now = dependencies.clock.now()
    this.status = structuredClone(environment.status ?? initialStatus(environment))
    this.isExaminationDue = (environment.spec.examineRequestedEpoch ?? 0) > (this.status.examinedEpoch ?? 0)
    this.isSurveyDue =
      this.isExaminationDue || this.secondsSince(memory.surveyedEpoch) >= dependencies.limits.surveySeconds
    this.goal = goalOf(environment.spec, this.status.liveDeployment, deployments)
  }

  get limits() {
    return this.dependencies.limits
  }

  /** The customer's account; known once `ensureAccount` is ready. */
  get account(): CloudAccount {
    if (!this.cloudAccount) throw new Error('The account was asked for before it was ensured.')
    return this.cloudAccount
  }

  set account(account: CloudAccount) {
    this.cloudAccount = account
  }

  /** What everything of this environment carries. */
  get environmentTags(): Tags {
    const { 'sdo:owner': owner, 'sdo:environment': environment } = this.tags('')
    return { 'sdo:owner': owner ?? '', 'sdo:environment': environment ?? '' }
  }

  tags(purpose: string): Tags {
    return ownerTags(this.environment.metadata.name, purpose)
  }

  secondsSince(epoch: number): number {
    return (this.now - epoch) / 1000
  }

  event(type: NewEvent['type'], message: string, severity: NewEvent['severity'] = 'INFO'): void {
    appendEvent(this.status, this.now, { type, severity, message })
  }

  condition(state: ConditionState<ConditionReason>): void {
    const { generation } = this.environment.metadata
    this.status.conditions = setCondition(this.status.conditions, state, generation, this.now)
  }

  /** When the resource was made, epoch in milliseconds. */
  get createdEpoch(): number {
    return Date.parse(this.environment.metadata.creationTimestamp)
  }

  /** Whether the status tells of a time before the resource was made: then it was lost, and written back. */
  get isRestored(): boolean {
    const networkSince = conditionSince(this.environment.status?.conditions ?? [], 'NetworkReady', 'True')
    return networkSince !== undefined && networkSince < this.createdEpoch
  }

  /**
   * How long nothing is to be decided yet, or stopped: the status was written back after a loss, perhaps a little behind what was done
   * last, and the cloud may not show all of that yet.
   */
  get settlingSeconds(): number {
    if (this.isRecordLost) return this.limits.stalledSeconds
    if (!this.isRestored) return 0
    return Math.max(0, this.limits.visibilitySeconds - this.secondsSince(this.createdEpoch))
  }

  /** Whether the draft differs from what is stored. */
  get isChanged(): boolean {
    return !isDeepStrictEqual(asStored(this.status), this.environment.status)
  }

  /**
   * Writes the draft if it differs from what is stored.
   * @throws ConflictError if the resource changed since it was read
   */
  async persist(): Promise<void> {
    this.status.observedGeneration = this.environment.metadata.generation
    trimEvents(this.status, lastMirroredEvent(this.environment))
    if (!this.isChanged) return
    const { store } = this.dependencies
    this.environment = await store.replaceStatus('Environment', this.environment, asStored(this.status))
  }
}

/** As it comes back from a store: fields that are undefined are absent. */
const asStored = (status: EnvironmentStatus): EnvironmentStatus =>
  JSON.parse(JSON.stringify(status)) as EnvironmentStatus
