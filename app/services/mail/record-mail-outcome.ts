import { backoffMilliseconds, type BackoffLimits } from '../../../core/time/backoff'
import { MailMessage } from '../../../db/models/mail-message'
import type { MailOutcome } from '../../mail/mail-transport'
import type { Dependencies } from '../dependencies'

/** Servers that defer one mail (greylisting) want minutes; one that is away may be back in seconds. */
const retry: Record<'deferred' | 'unavailable', BackoffLimits> = {
  deferred: { baseMilliseconds: 60_000, capMilliseconds: 30 * 60_000 },
  unavailable: { baseMilliseconds: 2_000, capMilliseconds: 60_000 },
}
/** How long a mail is tried: as long as mail servers themselves keep trying. */
const tryingMilliseconds = 5 * 24 * 60 * 60_000

/** Subjects and texts carry codes: they are gone as soon as nobody needs them. */
export const noContent = { content: null }

interface RecordOptions {
  /** Whether people read the mails in their rows, which then keep them. */
  keepsContent: boolean
  random: () => number
}

/** Writes down what became of an attempt, and when the next one is due if there is to be one. */
export async function recordMailOutcome(
  { clock }: Dependencies,
  { id, attempts, createdAt }: MailMessage,
  outcome: MailOutcome,
  { keepsContent, random }: RecordOptions,
): Promise<void> {
  const now = clock.now()
  const { result } = outcome
  const content = keepsContent ? {} : noContent
  // By the number of the attempt: one whose claim was lost has nothing to say any more.
  const where = { id, attempts, sentAt: null, failedAt: null }
  if (result === 'sent') {
    await MailMessage.update({ sentAt: new Date(now), failure: null, ...content }, { where })
    return
  }
  const failure = outcome.reason
  const isOver = !(result in retry) || now - createdAt.getTime() >= tryingMilliseconds
  if (isOver) await MailMessage.update({ failedAt: new Date(now), failure, ...content }, { where })
  else {
    const pause = backoffMilliseconds(attempts, retry[result as keyof typeof retry], random)
    await MailMessage.update({ dueAt: new Date(now + pause), handedOverAt: null, failure }, { where })
  }
}
