import { configFields } from '../../../core/application/config/fields'
import { invalid } from '../../../core/errors'
import { messages } from '../../messages/messages'

/**
 * An application is scaled up from its number of processes, in an environment from the number there.
 *
 * @throws DomainError `invalid` at the field of the most
 */
export function requireScalingRange({
  count,
  maxProcesses,
}: {
  count: number
  maxProcesses: number | null
}): void {
  if (maxProcesses === null || maxProcesses >= count) return
  const message = messages.processScalesBelow(count)
  throw invalid(message, { [configFields.maxProcesses.wire]: message })
}
