import { setMaxListeners } from 'node:events'
import { backoffMilliseconds, withJitter } from '../../../core/time/backoff'
import { Doorbell } from '../../../core/time/doorbell'
import { listen } from '../../../db/listen'
import type { MailTransport } from '../../mail/mail-transport'
import type { Dependencies } from '../dependencies'
import { deliverMail, type DeliverOptions } from '../mail/deliver-mail'
import { tidyMail } from '../mail/tidy-mail'
import { repeat } from './repeat'

interface MailDeliveryOptions {
  dependencies: Dependencies
  /** Address of the database of `dependencies`: notifications are listened for there. */
  databaseUrl: string
  transport: MailTransport
  /** Ends the delivery after the attempts under way. */
  signal: AbortSignal
  random?: () => number
}

/** One slow server must not hold up every mail. */
const workers = 4
/** Notifications wake us for new mails; this finds the ones whose pause is over. */
const lookMilliseconds = 5_000
const tidyMilliseconds = 60 * 60_000
const trouble = { baseMilliseconds: 1_000, capMilliseconds: 60_000 }

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
  const { dependencies, databaseUrl, signal } = options
  setMaxListeners(0, signal)
  const bells = Array.from({ length: workers }, () => new Doorbell())
  const ring = () => bells.forEach((bell) => bell.ring())
  signal.addEventListener('abort', ring, { once: true })
  await Promise.all([
    listen({
      url: databaseUrl,
      channel: 'sdo_mail',
      onNotify: ring,
      onConnect: ring,
      signal,
      log: dependencies.log,
      clock: dependencies.clock,
    }),
    ...bells.map((bell) => work(options, bell)),
    tidy(options),
  ])
}

async function work(options: DeliverOptions, bell: Doorbell): Promise<void> {
  const { signal, random } = options
  const { clock, log } = options.dependencies
  let failures = 0
  while (!signal.aborted) {
    const result = await deliverMail(options).catch((error: unknown) => {
      log.warn({ err: error }, 'The outbox could not be worked on')
      return 'unavailable' as const
    })
    failures = result === 'unavailable' ? failures + 1 : 0
    // New mails must not make us hammer on a server that is away.
    if (failures > 0) await clock.sleep(backoffMilliseconds(failures, trouble, random), signal)
    else if (!result) await bell.wait(clock, withJitter(lookMilliseconds, random))
  }
}

const tidy = ({ dependencies, transport, signal, random }: DeliverOptions): Promise<void> =>
  repeat(
    {
      dependencies,
      signal,
      pauseMilliseconds: () => withJitter(tidyMilliseconds, random),
      failure: 'Old mails could not be deleted',
    },
    () => tidyMail(dependencies, { keepsContent: transport.showsStoredMails }),
  )
