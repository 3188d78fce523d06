import { randomUUID } from 'node:crypto'
import { Writable } from 'node:stream'
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { systemClock, type Clock } from '../../../core/time/clock'
import { createLogger } from '../../../core/logging/logger'
import { MailMessage } from '../../../db/models/mail-message'
import { inTransaction } from '../../../db/transaction'
import { testKeys } from '../../../tests/builders/authenticator-keys'
import { eventually } from '../../../tests/builders/eventually'
import { useInterruptibleDatabase } from '../../../tests/builders/interruptible-database'
import { MailServer } from '../../../tests/builders/mail-server'
import { header, readMime } from '../../../tests/builders/read-mime'
import { VirtualClock } from '../../../tests/builders/virtual-clock'
import type { MailTransport } from '../../mail/mail-transport'
import { createMailbox } from '../../mail/mailbox'
import { readSmtpUrl } from '../../mail/smtp-settings'
import { createSmtpTransport } from '../../mail/smtp-transport'
import { startMailDelivery } from '../background/start-mail-delivery'
import type { Dependencies } from '../dependencies'
import { usualQuotas } from '../quotas/quotas'
import { mailServices } from './index'
import { readMailContent } from './mail-content'
import { queueMail } from './queue-mail'

const database = useInterruptibleDatabase()
const credentials = { user: 'sdo', pass: 'mail-server-password' }
let server: MailServer
let clock: VirtualClock
/** Everything logged. */
let logged: string

beforeEach(async () => {
  server = new MailServer({ credentials })
  await server.start()
  clock = new VirtualClock()
  logged = ''
  await MailMessage.destroy({ where: {} })
})
afterEach(() => server.stop())

const dependenciesAt = (at: Clock): Dependencies => ({
  sequelize: database.sequelize,
  clock: at,
  log: createLogger(
    'test',
    'trace',
    new Writable({
      write(chunk: Buffer, _encoding, done) {
        logged += chunk.toString()
        done()
      },
    }),
  ),
  publicUrl: 'http://portal.test',
  registrationOpen: true,
  supportEmail: 'support@example.com',
  authenticatorKeys: testKeys,
  quotas: usualQuotas,
  platformAccountNumber: '000000000001',
})

const smtp = (): MailTransport =>
  createSmtpTransport({
    settings: readSmtpUrl(server.url),
    sender: { name: 'SDO', address: 'no-reply@sdo.example' },
    timeouts: { connectMilliseconds: 2_000, answerMilliseconds: 5_000 },
  })

/** A process that delivers. On the virtual clock it looks at the outbox when the test moves time. */
function start(transport: MailTransport = smtp(), at: Clock = clock) {
  const stopping = new AbortController()
  const ended = startMailDelivery({
    dependencies: dependenciesAt(at),
    databaseUrl: database.url,
    transport,
    signal: stopping.signal,
    random: () => 0.5,
  })
  const stop = async () => {
    stopping.abort()
    await ended
  }
  onTestFinished(stop)
  return { stop }
}

/** Queues a mail as a use case does and gives its id. */
async function queue(recipient = 'ada@example.com', at: Clock = clock): Promise<string> {
  const subject = `Code ${randomUUID()}`
  const mail = { subject, text: 'secret-code 123456', html: '<p>secret-code 123456</p>' }
  return inTransaction(database.sequelize, async () => {
    await queueMail(dependenciesAt(at), recipient, mail)
    const rows = await MailMessage.findAll({ where: { recipient } })
    return rows.find((row) => readMailContent(dependenciesAt(at), row).subject === subject)?.id ?? ''
  })
}

const row = (id: string) => MailMessage.findByPk(id, { rejectOnEmpty: true })
const isSent = async (id: string) => (await row(id)).sentAt !== null
const isFailed = async (id: string) => (await row(id)).failedAt !== null
/** Lets virtual time pass while the real mail server and database do their part. */
const passUntil = (what: string, look: () => Promise<boolean> | boolean, stepMilliseconds = 5_000) =>
  eventually(what, async () => {
    if (await look()) return true
    await clock.advance(stepMilliseconds)
    return false
  })
const idsReceived = () =>
  server.received.map(({ raw }) => header(readMime(raw), 'message-id').replace(/^<|@.*$/g, ''))

describe('delivering mail', () => {
  it('sends what was queued, at once, and forgets its content', async () => {
    start(smtp(), systemClock)
    const id = await queue('ada@example.com', systemClock)
    await eventually('the mail is sent', () => isSent(id), 3_000)
    expect(idsReceived()).toEqual([id])
    expect(server.received[0]?.raw).toContain('secret-code 123456')
    expect(await row(id)).toMatchObject({ content: null, failure: null, attempts: 1 })
  })

  it('sends nothing for a transaction that was rolled back', async () => {
    await expect(
      inTransaction(database.sequelize, async () => {
        await queueMail(dependenciesAt(clock), 'ada@example.com', { subject: 'x', text: 'x', html: 'x' })
        throw new Error('changed my mind')
      }),
    ).rejects.toThrow('changed my mind')
    expect(await MailMessage.count()).toBe(0)
  })

  it('loses nothing while the mail server is away, and sends it all when it is back', async () => {
    await server.stop()
    const ids = [await queue(), await queue(), await queue(), await queue(), await queue(), await queue()]
    start()
    await passUntil('all were tried', async () => (await MailMessage.min('attempts')) !== 0)
    expect(await MailMessage.count({ where: { sentAt: null, failedAt: null } })).toBe(ids.length)
    await server.start()
    await passUntil('all are sent', async () => (await MailMessage.count({ where: { sentAt: null } })) === 0)
    expect(idsReceived().sort()).toEqual(ids.sort())
  })

  it('tries again after growing pauses when the server defers a mail, and sends the others meanwhile', async () => {
    server.atRecipient = (address) => (address === 'greylisted@example.com' ? 450 : 'accept')
    const deferred = await queue('greylisted@example.com')
    const other = await queue()
    start()
    const pauseAfter = async (attempt: number) => {
      await passUntil(`attempt ${attempt} is over`, async () => {
        const { attempts, failure } = await row(deferred)
        return attempts === attempt && failure !== null
      })
      return (await row(deferred)).dueAt.getTime() - clock.now()
    }
    const pauses = [await pauseAfter(1), await pauseAfter(2), await pauseAfter(3)]
    expect(pauses.toSorted((one, other) => one - other)).toEqual(pauses)
    await passUntil('the other is sent', () => isSent(other))
    server.atRecipient = () => 'accept'
    await passUntil('the deferred one is sent', () => isSent(deferred))
    expect(idsReceived()).toEqual([other, deferred])
  })

  it('records why a mail was refused for good, and does not try again', async () => {
    server.atRecipient = () => 550
    const id = await queue()
    start()
    await passUntil('it failed', () => isFailed(id))
    await clock.advance(24 * 60 * 60_000)
    expect(await row(id)).toMatchObject({ attempts: 1, sentAt: null, content: null })
    expect((await row(id)).failure).toContain('550')
  })

  it('gives a mail up after five days', async () => {
    server.atRecipient = () => 450
    const id = await queue()
    start()
    await passUntil('it was tried', async () => (await row(id)).failure !== null)
    await clock.advance(5 * 24 * 60 * 60_000)
    await passUntil('it failed', () => isFailed(id))
    expect((await row(id)).failure).toContain('450')
  })
})

describe('sending at most once', () => {
  it('shares the mails among several processes', async () => {
    const ids = await Promise.all(Array.from({ length: 30 }, () => queue('ada@example.com', systemClock)))
    for (let process = 0; process < 3; process++) start(smtp(), systemClock)
    await eventually('all are sent', async () => (await MailMessage.count({ where: { sentAt: null } })) === 0)
    expect(idsReceived().sort()).toEqual(ids.sort())
  })

  it('never sends again what the server may have taken without saying so', async () => {
    server.atContent = () => 'vanish'
    const id = await queue()
    start()
    await passUntil('it failed', () => isFailed(id))
    server.atContent = () => 'accept'
    await clock.advance(24 * 60 * 60_000)
    expect(server.contents).toBe(1)
    expect(logged).toContain('unanswered')
  })

  it('does not send again after a process died at the hand-over, and says so later', async () => {
    const id = await queue()
    start({
      showsStoredMails: false,
      async send(_mail, handOver) {
        await handOver()
        // As far as the database knows, a process whose outcome never comes has died.
        return new Promise((resolve) => onTestFinished(() => resolve({ result: 'sent' })))
      },
    })
    await passUntil('it is handed over', async () => (await row(id)).handedOverAt !== null)
    start()
    await passUntil('it is given up', () => isFailed(id), 10 * 60_000)
    expect(server.contents).toBe(0)
    expect(await row(id)).toMatchObject({ content: null, attempts: 1 })
  })

  it('sends a mail whose process died before the hand-over, and stops that process should it live', async () => {
    const id = await queue()
    let wake = () => undefined as void
    const asleep = new Promise<void>((resolve) => (wake = resolve))
    let isAsleep = false
    const real = smtp()
    start({
      ...real,
      async send(mail, handOver) {
        isAsleep = true
        await asleep
        return real.send(mail, handOver)
      },
    })
    await passUntil('the first has it', () => isAsleep)
    start()
    await passUntil('the second sent it', () => isSent(id), 5 * 60_000)
    wake()
    await eventually('the first stopped', () => logged.includes('Another process has taken over'))
    expect(idsReceived()).toEqual([id])
  })

  it('tries again when the database went away at the hand-over', async () => {
    const id = await queue()
    const real = smtp()
    let interruptions = 0
    start({
      ...real,
      send: (mail, handOver) =>
        real.send(mail, async () => {
          if (interruptions++ > 0) return handOver()
          database.interrupt()
          setTimeout(() => database.restore(), 100)
          return handOver()
        }),
    })
    await passUntil('it is sent', () => isSent(id).catch(() => false), 1_000)
    expect(idsReceived()).toEqual([id])
  })

  it('writes the outcome down also when the database is away then', async () => {
    const id = await queue()
    const real = smtp()
    start({
      ...real,
      async send(mail, handOver) {
        const outcome = await real.send(mail, handOver)
        database.interrupt()
        setTimeout(() => database.restore(), 100)
        return outcome
      },
    })
    await passUntil('it is noted as sent', () => isSent(id).catch(() => false), 1_000)
    expect(idsReceived()).toEqual([id])
  })
})

describe('what is kept', () => {
  it('is in the mailbox of one machine the whole mail, and one line for the terminal without its control characters', async () => {
    const lines: string[] = []
    await queueMail(dependenciesAt(clock), 'ada@example.com', {
      subject: 'Hi\u001b[2J',
      text: 't',
      html: 'h',
    })
    start(createMailbox((line) => lines.push(line)))
    await passUntil('it is sent', async () => (await MailMessage.count({ where: { sentAt: null } })) === 0)
    expect(await mailServices(dependenciesAt(clock)).listMail()).toMatchObject([{ text: 't', html: 'h' }])
    expect(lines).toEqual(['Mail to ada@example.com: Hi [2J'])
  })

  it('is nothing 30 days after a mail was settled; one that waits stays', async () => {
    const old = await queue()
    await MailMessage.update(
      { sentAt: new Date(clock.now() - 31 * 24 * 60 * 60_000) },
      { where: { id: old } },
    )
    await server.stop()
    const waiting = await queue()
    start()
    await passUntil('the old one is gone', async () => (await MailMessage.findByPk(old)) === null)
    expect(await row(waiting)).toMatchObject({ sentAt: null })
  })

  it('is no secret in the log, whatever happens', async () => {
    const behaviours = [550, 450, 'accept', 'vanish'] as const
    const ids: string[] = []
    start()
    for (const behaviour of behaviours) {
      server.atContent = () => behaviour
      const id = await queue()
      ids.push(id)
      await passUntil('something came of it', async () => {
        const { sentAt, failedAt, failure } = await row(id)
        return sentAt !== null || failedAt !== null || failure !== null
      })
    }
    await eventually('it is all logged', () => ids.every((id) => logged.includes(id)))
    for (const secret of [
      'secret-code',
      '123456',
      credentials.pass,
      Buffer.from(`\0sdo\0${credentials.pass}`).toString('base64'),
    ])
      expect(logged).not.toContain(secret)
  })
})

describe('stopping', () => {
  it('finishes the attempt under way', async () => {
    const id = await queue()
    const real = smtp()
    let began = () => undefined as void
    const hasBegun = new Promise<void>((resolve) => (began = resolve))
    const delivery = start({
      ...real,
      send(mail, handOver) {
        began()
        return real.send(mail, handOver)
      },
    })
    await hasBegun
    await delivery.stop()
    expect(await isSent(id)).toBe(true)
  })

  it('is possible while the database is away', async () => {
    const delivery = start(smtp(), systemClock)
    database.interrupt()
    await delivery.stop()
    database.restore()
  })
})
