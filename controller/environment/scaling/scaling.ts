import { decidedBy, figureOf, type ScalingMeasure } from '../../../core/application/scaling-measures'
import type { EnvironmentStatus, InstanceStatus, ScalingStatus } from '../../../core/resources/environment'
import { scalingLines } from '../../../core/environment-log/scaling-lines'
import { findCondition } from '../../../core/resources/find-condition'
import { isHealthy } from '../../../core/process/process-phases'
import { environmentManagerRoleName } from '../../../core/roles/names'
import { minuteMilliseconds } from '../../../core/time/durations'
import type { ConditionReason } from '../../../core/resources/metadata'
import { AgentUnreachableError } from '../../agents/agents'
import type { CloudError } from '../../cloud/cloud'
import { settlingSeconds, type Concern, type Learned, type Work } from '../concern'
import type { FleetFacts } from '../facts'
import { isDeploying } from '../summarize'
import { applicationOf } from '../workload/application-of'
import type { Demand } from '../workload/goal'
import { lastScalingOf } from '../workload/scaled-application'
import { scheduledEntryOf, tellOfSchedule } from './by-schedule'
import { RecentMinutes } from './recent-minutes'
import { RecentRequests } from './recent-requests'
import { staleMilliseconds } from './number-by-measure'
import { wantedNumber, type Use, type WantedNumber } from './wanted-number'

/** Its condition. */
const type = 'ScalingFollows'

type ScaledDemand = Demand & Required<Pick<Demand, 'scaling'>>

/**
 * The numbers of processes that follow their use of CPU and memory and their requests, and what is told of schedules. What it decides is in the
 * status, where the next pass takes it as what is wanted.
 */
export class Scaling implements Concern {
  readonly condition = type
  readonly isNonBlocking = true
  readonly intents = ({ scaling }: EnvironmentStatus) =>
    scaling?.map(({ applicationId, number }) => [applicationId, number])
  private readonly recent = new RecentMinutes()
  private readonly requests = new RecentRequests()
  private firstLookEpoch: number | undefined

  /** Asks for the minutes that are over: from there until a launch, no other figure is waited for. */
  async observe(work: Work, fleet: FleetFacts): Promise<Learned> {
    this.firstLookEpoch ??= work.pass.now
    const scaled = scaledIn(work.pass.goal.wanted)
    // Who scales nothing does not ask for the time, and so can rest.
    if (scaled.length === 0) {
      this.recent.keep(new Set())
      return {}
    }
    const counted = scaled.filter(countsRequests)
    await Promise.all([
      this.askAgents(work, fleet, idsOf(scaled)),
      counted.length > 0 && this.requests.read(work, idsOf(counted)),
    ])
    return {}
  }

  private async askAgents(
    { pass, draft: { status } }: Work,
    fleet: FleetFacts,
    applicationIds: ReadonlySet<string>,
  ): Promise<void> {
    const tokens = new Set(
      status.processes.flatMap((process) =>
        applicationIds.has(process.applicationId) && isHealthy(process) ? process.clientToken : [],
      ),
    )
    this.recent.keep(tokens)
    const isAsked = ({ clientToken }: InstanceStatus) =>
      tokens.has(clientToken) && !fleet.silentSince.has(clientToken)
    await Promise.all(
      status.instances.filter(isAsked).map(async ({ clientToken }) => {
        const address = fleet.agentAddresses.get(clientToken)
        const after = this.recent.askAfter(clientToken, pass.now)
        if (!address || after === undefined) return
        try {
          const { minutes } = await pass.dependencies.agents.usage(address, after)
          this.recent.take(clientToken, minutes, pass.now)
        } catch (error) {
          // It is away, or of an older release.
          if (!(error instanceof AgentUnreachableError)) throw error
          this.recent.take(clientToken, undefined, pass.now)
        }
      }),
    )
  }

  decide(work: Work, fleet: FleetFacts): Learned {
    const { pass, draft } = work
    if (settlingSeconds(pass, fleet) > 0) return {}
    const scaling = pass.goal.wanted.flatMap((demand): ScalingStatus[] => {
      tellOfSchedule(work, demand)
      const now = demand.scheduled?.now
      if (!isScaled(demand)) return now ? [{ ...scheduledEntryOf(work, demand), schedule: now }] : []
      const { schedule: _, countsRequests: __, ...entry } = this.decideOne(work, demand)
      const isCounted = countsRequests(demand) && { countsRequests: true as const }
      return [{ ...entry, ...isCounted, ...(now && { schedule: now }) }]
    })
    if (scaling.length > 0) draft.status.scaling = scaling
    else delete draft.status.scaling
    sayHow(work, this.requests)
    return {}
  }

  private decideOne(work: Work, demand: ScaledDemand): ScalingStatus {
    const { pass, draft } = work
    const { applicationId, count: number } = demand.application
    const before = lastScalingOf(draft.status, applicationId)
    const serving = draft.status.processes.filter(
      (process) => process.applicationId === applicationId && isHealthy(process),
    )
    const wanted = wantedNumber({
      ...demand.scaling,
      ...{ now: pass.now, number },
      ...{ scaledOutEpoch: before?.scaledOutEpoch, scaledInEpoch: before?.scaledInEpoch },
      minutes: this.recent.of(serving, (process) => applicationOf(pass, process)),
      requests: this.requests.of(applicationId, serving.length),
    })
    const isFollowed = wanted.reason === 'more' || (wanted.reason === 'fewer' && !isDeploying(pass))
    const entry = entryOf({ applicationId, before, number, now: pass.now }, isFollowed ? wanted : undefined)
    const healthySince = Math.min(...serving.map(({ healthyEpoch = pass.now }) => healthyEpoch))
    this.tellOfFigures(work, demand, entry, {
      unknown: wanted.reason === 'stale' ? wanted.unknown : [],
      sinceEpoch: Math.max(healthySince, entry.sinceEpoch, this.firstLookEpoch ?? pass.now),
    })
    this.tellOfMost(work, demand, entry, wanted)
    if (isFollowed && 'used' in wanted)
      draft.eventOf({ applicationId }, wanted.reason === 'more' ? scalingLines.out : scalingLines.in, {
        name: demand.application.name,
        ...{ from: number, to: wanted.number },
        ...toldOf(wanted),
      })
    return entry
  }

  /** Marks an application that needs more processes than it may have, and says so once. */
  private tellOfMost(
    { draft }: Work,
    { application: { applicationId, name, count } }: ScaledDemand,
    entry: ScalingStatus,
    wanted: WantedNumber,
  ): void {
    if (wanted.reason === 'short' && !entry.isShort) {
      entry.isShort = true
      draft.eventOf({ applicationId }, scalingLines.short, {
        ...{ name, count },
        ...toldOf(wanted),
      })
    } else if (entry.isShort && 'used' in wanted && wanted.used <= wanted.target) delete entry.isShort
  }

  /** Marks an application of which nobody knows for long what it uses, and says so once. */
  private tellOfFigures(
    { pass, draft }: Work,
    { application: { applicationId, name, count } }: ScaledDemand,
    entry: ScalingStatus,
    { unknown, sinceEpoch }: { unknown: ScalingMeasure[]; sinceEpoch: number },
  ): void {
    const isUnknown = unknown.length > 0
    const isLong = pass.now - sinceEpoch > staleMilliseconds + minuteMilliseconds
    if (isUnknown && isLong && !entry.isBlind) {
      entry.isBlind = true
      draft.eventOf({ applicationId }, scalingLines.blind, { name, count, unknown })
    } else if (!isUnknown && entry.isBlind) {
      delete entry.isBlind
      draft.eventOf({ applicationId }, scalingLines.sighted, { name })
    }
  }
}

/** An environment in which nothing was ever scaled has no condition of it. */
function sayHow({ pass, draft }: Work, { refusal }: RecentRequests): void {
  const { scaling = [], conditions } = draft.status
  const scaled = scaledIn(pass.goal.wanted)
  if (scaled.length === 0 && !findCondition(conditions, type)) return
  const blind = scaled.filter(({ application: { applicationId } }) =>
    scaling.some((one) => one.applicationId === applicationId && one.isBlind),
  )
  const names = blind.map(({ application }) => application.name).join(', ')
  draft.condition({
    type,
    ...(blind.length === 0
      ? { status: 'True', reason: 'Ready', message: 'Numbers of processes follow what they use.' }
      : {
          status: 'False',
          ...blindness(names, blind.some(countsRequests) ? refusal : undefined),
        }),
  })
}

function blindness(
  names: string,
  refusal: CloudError | undefined,
): { reason: ConditionReason; message: string } {
  if (!refusal)
    return {
      reason: 'AgentUnreachable',
      message: `Nothing tells how much is used by ${names}. The number of processes stays.`,
    }
  return refusal.kind === 'access-denied'
    ? {
        reason: 'AccessDenied',
        message: `The role ${environmentManagerRoleName} may not read how many requests ${names} gets. The number of processes stays. Apply the CloudFormation template of the account again.`,
      }
    : {
        reason: 'CloudError',
        message: `CloudWatch does not tell how many requests ${names} gets. The number of processes stays.`,
      }
}

const isScaled = (one: Demand): one is ScaledDemand => one.scaling !== undefined
const scaledIn = (demands: Demand[]) => demands.filter(isScaled)

const idsOf = (demands: Demand[]) => new Set(demands.map(({ application }) => application.applicationId))
const countsRequests = ({ scaling }: ScaledDemand) => scaling.targets.requests !== undefined

const toldOf = ({ measure, used, target }: Use) => ({
  ...{ measure, used: figureOf(measure, used), target: figureOf(measure, target) },
})

interface Known {
  applicationId: string
  before: ScalingStatus | undefined
  /** As it is wanted in this pass: another one than before where people changed its bounds. */
  number: number
  now: number
}

/** @param decided absent where use changes nothing */
function entryOf(
  { applicationId, before, number: wanted, now }: Known,
  decided: WantedNumber | undefined,
): ScalingStatus {
  const number = decided?.number ?? wanted
  if (before?.number === number) return { ...before }
  const { scaledOutEpoch, scaledInEpoch, isBlind } = before ?? {}
  const isMore = before !== undefined && number > before.number
  const epochs = {
    scaledOutEpoch: isMore ? now : scaledOutEpoch,
    scaledInEpoch: before !== undefined && !isMore ? now : scaledInEpoch,
  }
  return {
    ...{ applicationId, number, sinceEpoch: now },
    ...(decided && 'used' in decided && decidedBy(decided.measure, decided.used)),
    ...(epochs.scaledOutEpoch !== undefined && { scaledOutEpoch: epochs.scaledOutEpoch }),
    ...(epochs.scaledInEpoch !== undefined && { scaledInEpoch: epochs.scaledInEpoch }),
    ...(isBlind && { isBlind }),
  }
}
