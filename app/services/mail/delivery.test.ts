import { describe, expect, it } from 'vitest'
import { systemClock } from '../../../core/time/clock'
import { MailMessage } from '../../../db/models/mail-message'
import { inTransaction } from '../../../db/transaction'
import { eventually } from '../../../tests/builders/eventually'
import { useMailDelivery } from '../../../tests/builders/mail-delivery'
import { createMailbox } from '../../mail/mailbox'
import { queueMail } from './queue-mail'
import { createServices } from '../services'

const delivery = useMailDelivery()
const { dependenciesAt, idsReceived, isFailed, isSent, passUntil, queue, row, smtp, start } = delivery

describe('delivering mail', () => {
  it('sends what was queued, at once, and forgets its content', async () => {
    start(smtp(), systemClock)
    const id = await queue('ada@example.com', systemClock)
    await eventually('the mail is sent', () => isSent(id), 3_000)
    expect(idsReceived()).toEqual([id])
    expect(delivery.server.received[0]?.raw).toContain('secret-code 123456')
    expect(await row(id)).toMatchObject({ content: null, failure: null, attempts: 1 })
  })

  it('sends nothing for a transaction that was rolled back', async () => {
    await expect(
      inTransaction(delivery.database.sequelize, async () => {
        await queueMail(dependenciesAt(), 'ada@example.com', { subject: 'x', text: 'x', html: 'x' })
        throw new Error('changed my mind')
      }),
    ).rejects.toThrow('changed my mind')
    expect(await MailMessage.count()).toBe(0)
  })

  it('loses nothing while the mail server is away, and sends it all when it is back', async () => {
    await delivery.server.stop()
    const ids = [await queue(), await queue(), await queue(), await queue(), await queue(), await queue()]
    start()
    await passUntil('all were tried', async () => (await MailMessage.min('attempts')) !== 0)
    expect(await MailMessage.count({ where: { sentAt: null, failedAt: null } })).toBe(ids.length)
    await delivery.server.start()
    await passUntil('all are sent', async () => (await MailMessage.count({ where: { sentAt: null } })) === 0)
    expect(idsReceived().sort()).toEqual(ids.sort())
  })

  it('tries again after growing pauses when the server defers a mail, and sends the others meanwhile', async () => {
    delivery.server.atRecipient = (address) => (address === 'greylisted@example.com' ? 450 : 'accept')
    const deferred = await queue('greylisted@example.com')
    const other = await queue()
    start()
    const pauseAfter = async (attempt: number) => {
      await passUntil(`attempt ${attempt} is over`, async () => {
        const { attempts, failure } = await row(deferred)
        return attempts === attempt && failure !== null
      })
      return (await row(deferred)).dueAt.getTime() - delivery.clock.now()
    }
    const pauses = [await pauseAfter(1), await pauseAfter(2), await pauseAfter(3)]
    expect(pauses.toSorted((one, other) => one - other)).toEqual(pauses)
    await passUntil('the other is sent', () => isSent(other))
    delivery.server.atRecipient = () => 'accept'
    await passUntil('the deferred one is sent', () => isSent(deferred))
    expect(idsReceived()).toEqual([other, deferred])
  })

  it('records why a mail was refused for good, and does not try again', async () => {
    delivery.server.atRecipient = () => 550
    const id = await queue()
    start()
    await passUntil('it failed', () => isFailed(id))
    delivery.clock.set(24 * 60 * 60_000)
    delivery.server.atRecipient = () => 'accept'
    const later = await queue()
    await passUntil('a later one is sent', () => isSent(later))
    expect(idsReceived()).toEqual([later])
    expect(await row(id)).toMatchObject({ attempts: 1, sentAt: null, content: null })
    expect((await row(id)).failure).toContain('550')
  })

  it('gives a mail up after five days', async () => {
    delivery.server.atRecipient = () => 450
    const id = await queue()
    start()
    await passUntil('it was tried', async () => (await row(id)).failure !== null)
    // Set, not passed: the outbox is looked at every few seconds, and a database that answers fast would be asked 100,000 times.
    delivery.clock.set(5 * 24 * 60 * 60_000)
    await passUntil('it failed', () => isFailed(id))
    expect((await row(id)).failure).toContain('450')
  })
})

describe('what is kept', () => {
  it('is in the mailbox of one machine the whole mail, and one line for the terminal without its control characters', async () => {
    const lines: string[] = []
    await queueMail(dependenciesAt(), 'ada@example.com', {
      subject: 'Hi\u001b[2J',
      text: 't',
      html: 'h',
    })
    start(createMailbox((line) => lines.push(line)))
    await passUntil('it is sent', async () => (await MailMessage.count({ where: { sentAt: null } })) === 0)
    expect(await createServices(dependenciesAt()).mail.listMail()).toMatchObject([{ text: 't', html: 'h' }])
    expect(lines).toEqual(['E-mail to ada@example.com: Hi [2J'])
  })

  it('is no secret in the log, whatever happens', async () => {
    const behaviours = [550, 450, 'accept', 'vanish'] as const
    const ids: string[] = []
    start()
    for (const behaviour of behaviours) {
      delivery.server.atContent = () => behaviour
      const id = await queue()
      ids.push(id)
      await passUntil('something came of it', async () => {
        const { sentAt, failedAt, failure } = await row(id)
        return sentAt !== null || failedAt !== null || failure !== null
      })
    }
    await eventually('it is all logged', () => ids.every((id) => delivery.logged.includes(id)))
    for (const secret of [
      'secret-code',
      '123456',
      delivery.credentials.pass,
      Buffer.from(`\0sdo\0${delivery.credentials.pass}`).toString('base64'),
    ])
      expect(delivery.logged).not.toContain(secret)
  })
})

describe('stopping', () => {
  it('finishes the attempt under way', async () => {
    const id = await queue()
    const real = smtp()
    let began = () => undefined as void
    const hasBegun = new Promise<void>((resolve) => (began = resolve))
    const running = start({
      ...real,
      send(mail, handOver) {
        began()
        return real.send(mail, handOver)
      },
    })
    await hasBegun
    await running.stop()
    expect(await isSent(id)).toBe(true)
  })

  it('is possible while the database is away', async () => {
    const running = start(smtp(), systemClock)
    delivery.database.interrupt()
    await running.stop()
    delivery.database.restore()
  })
})
