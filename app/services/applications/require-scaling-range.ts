import { mostScheduled } from '../../../core/application/scaling-bounds'
import type { ScheduleEntry } from '../../../core/application/schedule'
import { configFields } from '../../../core/application/config/fields'
import { invalid } from '../../../core/errors'
import { messages } from '../../messages/messages'

/**
 * An application is scaled up from its number of processes, in an environment from the number there, and its schedule never asks for more than
 * the most.
 *
 * @throws DomainError `invalid` at the field of the most, or at the schedule
 */
export function requireScalingRange({
  count,
  maxProcesses,
  schedule,
}: {
  count: number
  maxProcesses: number | null
  schedule: ScheduleEntry[] | null
}): void {
  if (maxProcesses === null) return
  const scheduled = mostScheduled(schedule)
  if (maxProcesses < count) {
    const message = messages.processScalesBelow(count)
    throw invalid(message, { [configFields.maxProcesses.wire]: message })
  }
  if (maxProcesses < scheduled) {
    const message = messages.processScheduledAbove({ scheduled, maxProcesses })
    throw invalid(message, { [configFields.schedule.wire]: message })
  }
}
