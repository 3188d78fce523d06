import { outputLines } from '../../../core/environment-log/process-lines'
import { logRetentionDays } from '../../../core/aws/log-groups'
import type { LogGroupStatus } from '../../../core/resources/environment'
import { findCondition } from '../../../core/resources/find-condition'
import type { Learned, Work } from '../concern'
import type { OutputMemory } from './memory'
import { conditionType, noteRefusal } from './note-refusal'

/** At once; AWS makes ten a second for an account. */
const mostAtOnce = 10

/** Makes the log groups that are written down and not there, each with its retention: before the processes that are to write to them. */
export async function carryOut(work: Work<OutputMemory>): Promise<Learned> {
  const { pass, draft, memory } = work
  const missing = (draft.status.logGroups ?? []).filter(({ isMade }) => !isMade)
  if (missing.length === 0 || pass.now < memory.pausedUntilEpoch) return {}
  const refusals = await Promise.all(missing.slice(0, mostAtOnce).map((group) => make(work, group)))
  const [refusal] = refusals.filter((error) => error !== undefined)
  if (refusal === undefined) noteReady(work)
  else noteRefusal(work, refusal)
  return {}
}

/** @returns why it could not be made */
async function make({ pass, draft }: Work<OutputMemory>, group: LogGroupStatus): Promise<unknown> {
  try {
    await pass.account.logs.createGroup({ name: group.name, retentionDays: logRetentionDays })
    group.isMade = true
    draft.event(outputLines.groupMade, { group: group.name })
    return undefined
  } catch (error) {
    return error
  }
}

function noteReady({ draft }: Work<OutputMemory>): void {
  if (findCondition(draft.status.conditions, conditionType)?.status === 'False')
    draft.event(outputLines.madeAgain)
  const message = 'What processes print goes to CloudWatch Logs.'
  draft.condition({ type: conditionType, status: 'True', reason: 'Ready', message })
}
