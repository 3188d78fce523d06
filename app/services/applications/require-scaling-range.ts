import { mostScheduled } from '../../../core/application/scaling-bounds'
import type { ScheduleEntry } from '../../../core/application/schedule'
import { configFields } from '../../../core/application/config/fields'
import { invalid } from '../../../core/errors'
import { messages } from '../../messages/messages'

interface Range {
  count: number
  maxProcesses: number | null
  targetRequests: number | null
  ports: readonly unknown[]
  schedule: ScheduleEntry[] | null
}

/**
 * An application is scaled up from its number of processes, in an environment from the number there, by requests where it exposes a port, and its
 * schedule never asks for more than the most.
 *
 * @throws DomainError `invalid` at the field of the requests or of the most, or at the schedule
 */
export function requireScalingRange({ count, maxProcesses, targetRequests, ports, schedule }: Range): void {
  if (targetRequests !== null && ports.length === 0) {
    const message = messages.processCountsNoRequests
    throw invalid(message, { [configFields.targetRequests.wire]: message })
  }
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
