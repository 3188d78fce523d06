import type { ScheduleEntry } from '../../../core/application/schedule'
import type { ScheduledNumber } from '../../../core/application/scheduled-number'
import { scalingBoundsOf, type ScalingBounds } from '../../../core/application/scaling-bounds'
import { isOnItsWayOut } from '../../../core/process/process-phases'
import type { ApplicationSpec } from '../../../core/resources/application'
import type { EnvironmentStatus, ProcessStatus, ScalingStatus } from '../../../core/resources/environment'

/** What a schedule wants at the moment. */
type AskSchedule = (schedule: readonly ScheduleEntry[]) => Pick<ScheduledNumber, 'processes' | 'until'>

/** For who does not ask for numbers. */
export const noSchedule: AskSchedule = () => ({ processes: 0 })

/** What an environment says of how many processes there are to be, besides what people asked for. */
export interface ScalingFacts extends Pick<EnvironmentStatus, 'scaling' | 'processes'> {
  /** Whether two releases may share the load, so that none is to be removed. */
  isDeploying: boolean
  askSchedule: AskSchedule
}

export interface ScaledApplication {
  /** With the number of processes that it is scaled to. */
  application: ApplicationSpec
  /** Absent where its use does not change the number. */
  scaling?: ScalingBounds
  /** Absent where it has no schedule. */
  scheduled?: {
    /** The number that people asked for. */
    askedCount: number
    /** Present while the schedule wants some. */
    now?: ScalingStatus['schedule']
  }
}

/** How many processes of an application there are to be: what people asked for, what its schedule wants, or what its use was found to need. */
export function scaledApplication(asked: ApplicationSpec, facts: ScalingFacts): ScaledApplication {
  const { schedule = [], count } = asked
  const now = schedule.length > 0 ? scheduledNow(asked.applicationId, schedule, facts) : undefined
  const least = Math.max(count, now?.processes ?? 0)
  const scaling = scalingBoundsOf(asked, now?.processes)
  const number = scaling ? scaledNumber(asked, scaling, facts) : least
  return {
    application: number === count ? asked : { ...asked, count: number },
    ...(scaling && { scaling }),
    ...(schedule.length > 0 && { scheduled: { askedCount: count, ...(now && { now }) } }),
  }
}

function scheduledNow(
  applicationId: string,
  schedule: readonly ScheduleEntry[],
  { scaling, isDeploying, askSchedule }: ScalingFacts,
): ScalingStatus['schedule'] {
  const { processes, until } = askSchedule(schedule)
  const before = lastScalingOf({ scaling }, applicationId)?.schedule
  if (isDeploying && before && before.processes > processes) return before
  return until && { processes, untilEpoch: until.epoch, timeZone: until.timeZone }
}

/** The number that was decided last, or what there is already when scaling begins, within the bounds. */
function scaledNumber(
  { applicationId }: ApplicationSpec,
  { min, max }: ScalingBounds,
  { scaling, processes }: ScalingFacts,
): number {
  const isPresent = (one: ProcessStatus) => one.applicationId === applicationId && !isOnItsWayOut(one)
  const number = lastScalingOf({ scaling }, applicationId)?.number ?? processes.filter(isPresent).length
  return Math.min(Math.max(number, min), max)
}

/** What was decided last of an application. */
export const lastScalingOf = (
  { scaling }: Pick<EnvironmentStatus, 'scaling'>,
  applicationId: string,
): ScalingStatus | undefined => scaling?.find((one) => one.applicationId === applicationId)
