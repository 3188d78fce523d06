import { describe, expect, it, onTestFinished } from 'vitest'
import { systemClock } from '../../../core/time/clock'
import { MailMessage } from '../../../db/models/mail-message'
import { eventually } from '../../../tests/builders/eventually'
import { useMailDelivery } from '../../../tests/builders/mail-delivery'

const delivery = useMailDelivery()
const { idsReceived, isFailed, isSent, passUntil, queue, row, smtp, start } = delivery

describe('sending at most once', () => {
  it('shares the mails among several processes', async () => {
    const ids = await Promise.all(Array.from({ length: 30 }, () => queue('ada@example.com', systemClock)))
    for (let process = 0; process < 3; process++) start(smtp(), systemClock)
    await eventually('all are sent', async () => (await MailMessage.count({ where: { sentAt: null } })) === 0)
    expect(idsReceived().sort()).toEqual(ids.sort())
  })

  it('never sends again what the server may have taken without saying so', async () => {
    delivery.server.atContent = () => 'vanish'
    const id = await queue()
    start()
    await passUntil('it failed', () => isFailed(id))
    delivery.server.atContent = () => 'accept'
    delivery.clock.set(24 * 60 * 60_000)
    const later = await queue()
    await passUntil('a later one is sent', () => isSent(later))
    expect(delivery.server.contents).toBe(2)
    expect(delivery.logged).toContain('unanswered')
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
    expect(delivery.server.contents).toBe(0)
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
    await eventually('the first stopped', () => delivery.logged.includes('Another process has taken over'))
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
          delivery.database.interrupt()
          setTimeout(() => delivery.database.restore(), 100)
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
        delivery.database.interrupt()
        setTimeout(() => delivery.database.restore(), 100)
        return outcome
      },
    })
    await passUntil('it is noted as sent', () => isSent(id).catch(() => false), 1_000)
    expect(idsReceived()).toEqual([id])
  })
})
