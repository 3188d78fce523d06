import type { MailTransport } from '../../mail/mail-transport'
import type { Dependencies } from '../dependencies'
import { deliverMail } from '../mail/deliver-mail'
import { workOnOutbox } from '../outbox/work-on-outbox'

interface MailDeliveryOptions {
  dependencies: Dependencies
  /** Address of the database of `dependencies`: notifications are listened for there. */
  databaseUrl: string
  transport: MailTransport
  /** Ends the delivery after the attempts under way. */
  signal: AbortSignal
  random?: () => number
}

/** Number of deliveries at once, so that one slow server does not hold up every mail. */
const workers = 4

/**
 * Delivers what queueMail put in the outbox, each mail at most once however many processes do this, until `signal` aborts.
 *
 * @returns resolves when the attempts under way have ended; never rejects
 */
export function startMailDelivery({ random = Math.random, ...rest }: MailDeliveryOptions): Promise<void> {
  const options = { ...rest, random }
  const attempt = async () => {
    const result = await deliverMail(options)
    return result === undefined ? 'idle' : result === 'unavailable' ? 'unavailable' : 'made'
  }
  return workOnOutbox({ ...options, channel: 'sdo_mail', workers, attempt })
}
