import type { CloudError, CloudErrorKind, EndReason } from '../controller/cloud/cloud'
import { failureOf } from './fault-answers'
import type { Random } from './ids'
import type { Timings } from './timings'

/** Probability of each fault at every call, from 0 to 1. */
export interface FaultRates {
  throttle: number
  loseResponse: number
  insufficientCapacity: number
  neverBoot: number
}

interface Failure {
  action: string
  kind: CloudErrorKind
  times: number
  /** A policy above the account refuses it. */
  isFromAbove?: boolean
}

type Moment = 'before' | 'after'
type Hook = (action: string) => void | Promise<void>

/** Faults of the simulated cloud, by order of a test or by chance. Actions are named as in IAM, e.g. `ec2:RunInstances`. */
export class Faults {
  private readonly failures: Failure[] = []
  private readonly lostResponses: string[] = []
  private readonly hooks: { action: string; moment: Moment; hook: Hook }[] = []
  private deadInstances = 0
  private readonly failedLaunches: EndReason[] = []
  private readonly lags: number[] = []
  private readonly partLags: number[] = []

  constructor(
    private readonly random: Random,
    private readonly rates: Partial<FaultRates> = {},
  ) {}

  /** The next `times` calls of the action are throttled and do nothing. */
  throttle(action: string, times = 1): void {
    this.fail(action, 'throttled', times)
  }

  /** The next `times` calls of the action (`*` for any) fail and do nothing. */
  fail(action: string, kind: CloudErrorKind, times = 1): void {
    this.failures.push({ action, kind, times })
  }

  /**
   * Every call of the action (`*` for any) is refused and does nothing, or the next `times`. Takes the place of what was said of the
   * action before: 0 times ends a refusal.
   */
  refuse(action: string, kind: CloudErrorKind, times = Infinity): void {
    const others = this.failures.filter((failure) => failure.action !== action)
    this.failures.splice(0, Infinity, ...others)
    if (times > 0) this.failures.push({ action, kind, times })
  }

  /** Every call of the action is refused by a policy above the account, as by a service control policy. */
  refuseFromAbove(action: string): void {
    this.refuse(action, 'access-denied', 0)
    this.failures.push({ action, kind: 'access-denied', times: Infinity, isFromAbove: true })
  }

  /** The next call of the action takes effect, but its caller sees it fail as unavailable. */
  loseResponse(action: string): void {
    this.lostResponses.push(action)
  }

  /** The next new thing is missing from lists for `milliseconds`. */
  delayVisibility(milliseconds: number): void {
    this.lags.push(milliseconds)
  }

  /** The next new part of a thing, such as a route of a table, is missing in it for `milliseconds`. */
  delayPart(milliseconds: number): void {
    this.partLags.push(milliseconds)
  }

  /** The agents of the next `times` instances never start. */
  neverBoot(times = 1): void {
    this.deadInstances += times
  }

  /** AWS ends the next `times` instances before they are up. */
  failLaunch(reason: EndReason, times = 1): void {
    for (let time = 0; time < times; time++) this.failedLaunches.push(reason)
  }

  /** Takes back every fault that was ordered and has not happened. */
  clear(): void {
    this.failures.length = 0
    this.lostResponses.length = 0
    this.lags.length = 0
    this.partLags.length = 0
    this.deadInstances = 0
    this.failedLaunches.length = 0
  }

  /**
   * Calls back just before or after each call of the action (`*` for all) takes effect; what the hook throws the caller
   * gets. Returns how to stop.
   */
  onCall(action: string, hook: Hook, moment: Moment = 'before'): () => void {
    const entry = { action, moment, hook }
    this.hooks.push(entry)
    return () => {
      this.hooks.splice(this.hooks.indexOf(entry), 1)
    }
  }

  /** @throws CloudError if the action is to fail before it has any effect */
  async before(action: string): Promise<void> {
    await this.runHooks(action, 'before')
    this.requireAllowed(action)
    if (this.strikes('throttle')) throw failureOf('throttled', action)
    if (action === 'ec2:RunInstances' && this.strikes('insufficientCapacity'))
      throw failureOf('insufficient-capacity', action)
  }

  /** Refuses an action that AWS asks for besides the call itself, if that was ordered. @throws CloudError if it was ordered to be refused */
  requireAllowed(action: string): void {
    const failure = this.failures.find((candidate) => [action, '*'].includes(candidate.action))
    if (!failure) return
    failure.times -= 1
    if (failure.times <= 0) this.failures.splice(this.failures.indexOf(failure), 1)
    throw failureOf(failure.kind, action, failure.isFromAbove)
  }

  /** How every call of an action is refused; undefined where it is not, or only for some times. */
  lastingRefusalOf(action: string): CloudError | undefined {
    const failure = this.failures.find((one) => one.action === action && one.times === Infinity)
    return failure && failureOf(failure.kind, action, failure.isFromAbove)
  }

  /** @throws CloudError if the action, whose effect has happened, is to look as if it had not */
  async after(action: string): Promise<void> {
    await this.runHooks(action, 'after')
    const index = this.lostResponses.indexOf(action)
    if (index >= 0) this.lostResponses.splice(index, 1)
    if (index >= 0 || this.strikes('loseResponse')) throw failureOf('unavailable', action)
  }

  /** Whether the instance being launched is one whose agent never starts. */
  takeDeadInstance(): boolean {
    if (this.deadInstances > 0) {
      this.deadInstances -= 1
      return true
    }
    return this.strikes('neverBoot')
  }

  /** Why the instance being launched ends before it is up; undefined for one that comes up. */
  takeFailedLaunch(): EndReason | undefined {
    return this.failedLaunches.shift()
  }

  /** How long the thing being made is missing from lists. */
  takeLag({ visibilityLagMs, longAbsence }: Pick<Timings, 'visibilityLagMs' | 'longAbsence'>): number {
    return this.lags.shift() ?? this.takeChanceLag({ visibilityLagMs, longAbsence })
  }

  /** How long a new part of a thing is missing in it. What was ordered for the next new thing is not for parts. */
  takePartLag(timings: Pick<Timings, 'visibilityLagMs' | 'longAbsence'>): number {
    return this.partLags.shift() ?? this.takeChanceLag(timings)
  }

  /** How long something is not to be found, of what seldom is; mostly 0. */
  takeLongAbsence({ longAbsence }: Pick<Timings, 'longAbsence'>): number {
    return longAbsence && this.random() < longAbsence.chance ? this.upTo(longAbsence.ms) : 0
  }

  /** A time below `milliseconds`. */
  upTo(milliseconds: number): number {
    return milliseconds > 0 ? Math.floor(this.random() * milliseconds) : 0
  }

  private takeChanceLag(timings: Pick<Timings, 'visibilityLagMs' | 'longAbsence'>): number {
    return this.takeLongAbsence(timings) || this.upTo(timings.visibilityLagMs)
  }

  private strikes(fault: keyof FaultRates): boolean {
    const rate = this.rates[fault] ?? 0
    return rate > 0 && this.random() < rate
  }

  private async runHooks(action: string, moment: Moment): Promise<void> {
    for (const entry of [...this.hooks])
      if (entry.moment === moment && (entry.action === action || entry.action === '*'))
        await entry.hook(action)
  }
}
