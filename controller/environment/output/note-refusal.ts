import { outputLines } from '../../../core/environment-log/process-lines'
import { CloudError } from '../../cloud/cloud'
import { outcomeOfRefusal } from '../../reconcile/cloud-refusal'
import { findCondition } from '../../../core/resources/find-condition'
import type { Work } from '../concern'
import type { OutputMemory } from './memory'

export const conditionType = 'OutputReady'

/**
 * Says that log groups are refused, in the log once for each reason, and leaves AWS alone for a while. It is no fault of the environment's:
 * processes run without, so nothing else waits or fails for it.
 *
 * @throws what is no CloudError
 */
export function noteRefusal({ pass, draft, memory }: Work<OutputMemory>, error: unknown): void {
  const outcome = outcomeOfRefusal(error, pass.limits)
  if (outcome.kind === 'ready' || !(error instanceof CloudError)) return
  memory.pausedUntilEpoch = pass.now + outcome.seconds * 1000
  if (outcome.isOurs) return
  const why = error.message
  const message = outputLines.refused.text({ why })
  const { conditions } = draft.status
  const before = findCondition(conditions, conditionType)
  const isKnown = before?.reason === outcome.reason
  const isSaid = isKnown && before.status === 'False'
  const isAllRefused = findCondition(conditions, 'CloudAccess')?.status === 'False'
  // Whether everything else is refused too, which is said once for all, is known only after the first refusal.
  const isSure = outcome.kind !== 'stalled' || isSaid || (isKnown && !isAllRefused)
  if (outcome.kind === 'stalled' && isSure && !isSaid) draft.event(outputLines.refused, { why })
  const status = isSure ? 'False' : 'Unknown'
  draft.condition({ type: conditionType, status, reason: outcome.reason, message })
}
