import { withJitter } from '../../../core/time/backoff'
import type { MailTransport } from '../../mail/mail-transport'
import type { Dependencies } from '../dependencies'
import { deliverMail, type DeliverOptions } from '../mail/deliver-mail'
import { tidyMail } from '../mail/tidy-mail'
import { workOnOutbox } from '../outbox/work-on-outbox'
import { repeat } from './repeat'
import { countWaitingMails } from '../../../db/queries/mails'

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
const tidyMilliseconds = 60 * 60_000
/** Not whenever metrics are read, which must not wait for a database that is away or busy. */
const measureMilliseconds = 60_000

/**
 * Delivers what queueMail put in the outbox, each mail at most once however many processes do this, until `signal` aborts.
 *
 * @returns resolves when the attempts under way have ended; never rejects
 */
export async function startMailDelivery({
  random = Math.random,
  ...rest
}: MailDeliveryOptions): Promise<void> {
  const options = { ...rest, random }
  const attempt = async () => {
    const result = await deliverMail(options)
    return result === undefined ? 'idle' : result === 'unavailable' ? 'unavailable' : 'made'
  }
  await Promise.all([
    workOnOutbox({ ...options, channel: 'sdo_mail', workers, attempt }),
    tidy(options),
    measure(options),
  ])
}

const tidy = ({ dependencies, transport, signal, random }: DeliverOptions): Promise<void> =>
  repeat(
    {
      dependencies,
      signal,
      pauseMilliseconds: () => withJitter(tidyMilliseconds, random),
      failure: 'Old e-mails could not be deleted',
    },
    () => tidyMail(dependencies, { keepsContent: transport.showsStoredMails }),
  )

const measure = ({ dependencies, signal, random }: DeliverOptions): Promise<void> =>
  repeat(
    {
      dependencies,
      signal,
      pauseMilliseconds: () => withJitter(measureMilliseconds, random),
      failure: 'Waiting e-mails could not be counted',
    },
    () => measureMails(dependencies),
  )

/** Shows in the metrics what waits to be mailed. */
async function measureMails({ sequelize, clock, metrics }: Dependencies): Promise<void> {
  try {
    const { count, oldestAt } = await countWaitingMails(sequelize)
    const longestSeconds = oldestAt ? Math.max(0, clock.now() - oldestAt.getTime()) / 1000 : 0
    metrics?.showWaitingMails({ count, longestSeconds })
  } catch (error) {
    metrics?.showWaitingMails(undefined)
    throw error
  }
}
