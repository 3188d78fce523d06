import { expect, it } from 'vitest'
import { useMailDelivery } from '../../../tests/builders/mail-delivery'

const delivery = useMailDelivery()
const { gauge, isSent, passUntil, queue, start } = delivery

const minute = 60_000

it('shows how many mails wait, and for how long the oldest, until they are sent', async () => {
  start()
  await passUntil('nothing waits', async () => (await gauge('sdo_mails_waiting')) === 0, 0)
  expect(await gauge('sdo_mail_wait_seconds_max')).toBe(0)

  await delivery.server.stop()
  const first = await queue()
  await delivery.clock.advance(20 * minute)
  const second = await queue()
  await passUntil('both are counted', async () => (await gauge('sdo_mails_waiting')) === 2)
  // When the alert SdoMailsWaiting begins to count.
  expect(await gauge('sdo_mail_wait_seconds_max')).toBeGreaterThan(15 * 60)

  await delivery.server.start()
  await passUntil('both are sent', async () => (await isSent(first)) && (await isSent(second)))
  await passUntil('nothing waits', async () => (await gauge('sdo_mails_waiting')) === 0)
  expect(await gauge('sdo_mail_wait_seconds_max')).toBe(0)
})

it('does not count a mail that was given up', async () => {
  delivery.server.atRecipient = () => 550
  const id = await queue()
  start()
  await passUntil('it failed', () => delivery.isFailed(id))
  await passUntil('nothing waits', async () => (await gauge('sdo_mails_waiting')) === 0)
})

it('shows nothing rather than what was, while the database is away', async () => {
  await delivery.server.stop()
  await queue()
  start()
  await passUntil('it is counted', async () => (await gauge('sdo_mails_waiting')) === 1, 0)
  delivery.database.interrupt()
  await passUntil('there is no figure', async () => (await gauge('sdo_mails_waiting')) === undefined)
  expect(await gauge('sdo_mail_wait_seconds_max')).toBeUndefined()
  delivery.database.restore()
  await passUntil('it is counted again', async () => (await gauge('sdo_mails_waiting')) === 1)
})
