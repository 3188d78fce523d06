import type { ScalingStatus } from '../../../core/resources/environment'
import { scalingLines } from '../../../core/environment-log/scaling-lines'
import { localTime } from '../../../core/time/local-time'
import type { Work } from '../concern'
import type { Demand } from '../workload/goal'
import { lastScalingOf } from '../workload/scaled-application'

/** An entry of an application that only its schedule scales. It asks for no time, so that the environment rests until its end. */
export function scheduledEntryOf({ pass, draft }: Work, { application }: Demand): ScalingStatus {
  const { applicationId, count: number } = application
  const before = lastScalingOf(draft.status, applicationId)
  return {
    ...{ applicationId, number },
    sinceEpoch: before?.number === number ? before.sinceEpoch : pass.stamp,
  }
}

/** Says that a time of the schedule has come, where that changed the number. */
export function tellOfSchedule({ draft }: Work, { application, scheduled }: Demand): void {
  if (!scheduled) return
  const { applicationId, name, count: to } = application
  const before = lastScalingOf(draft.status, applicationId)
  const from = before?.number ?? scheduled.askedCount
  const { now } = scheduled
  if (from === to || before?.schedule?.processes === now?.processes) return
  if (now)
    draft.eventOf({ applicationId }, scalingLines.scheduled, {
      ...{ name, from, to },
      until: localTime(now.untilEpoch, now.timeZone),
    })
  else draft.eventOf({ applicationId }, scalingLines.scheduleEnded, { name, from, to })
}
