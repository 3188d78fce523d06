import type { InstanceStatus } from '../../../core/resources/environment'
import type { EndReason } from '../../cloud/cloud'
import type { RefusedLaunch } from '../facts'
import { describePool } from '../../../core/catalogue/pool'
import { article } from '../../../core/text/words'

/** Why no instance could be had, apart from which one was asked for. */
export type Refusal = Omit<RefusedLaunch, 'pool'>

/** AWS's own text, which has its code only most of the time. */
export const inWords = ({ code, message }: EndReason): string => {
  const words = message.trim().replace(/\.$/, '')
  return words.includes(code) ? words : `${code}: ${words}`
}

/** Somebody's hand, and no refusal. */
const byHand = 'Client.UserInitiatedShutdown'

/** What to do where it is something of the account that ends instances before they are up, by AWS's code. */
const remedies: Record<string, string> = {
  'Client.InternalError':
    "Most often the account's default key for EBS encryption is its own, and SDO may not use it. Apply the current template of the account. The policy of the key has to leave access to IAM.",
  'Client.VolumeLimitExceeded': 'Ask AWS for a higher quota of EBS storage in Service Quotas.',
}

/** An instance that AWS ended before it was up, as a refusal; undefined where a hand did it. */
export function refusalByEnd(instance: InstanceStatus, reason: EndReason | undefined): Refusal | undefined {
  if (reason?.code === byHand) return undefined
  const said = reason ? ` AWS says: ${inWords(reason)}.` : ''
  if (reason?.code.startsWith('Client.')) {
    const remedy =
      remedies[reason.code] ?? 'SDO tries again every few minutes. If it continues, ask AWS Support.'
    return { reason: 'InsufficientCapacity', message: `${said} ${remedy}`.trim(), isOfAccount: true }
  }
  // What ends before it is up would most likely do so again.
  const message = `AWS ended ${article(describePool(instance))} before it was up.${said}`
  return { reason: 'InsufficientCapacity', message }
}
