import { createHmac } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { Webhook } from '../../../db/models/webhook'
import { WebhookDelivery } from '../../../db/models/webhook-delivery'
import { readAuditLog } from '../../../tests/builders/audit-entries'
import { buildTeam } from '../../../tests/builders/deployment-core'
import { useTestDatabase } from '../../../tests/postgres/test-database'
import type { OutgoingMessage, WebhookOutcome } from '../../webhook/webhook-transport'
import { createServices } from '../services'
import { deliverMessage } from './deliver-message'
import { queueDelivery } from './queue-delivery'
import { mostAttempts } from './record-delivery-outcome'
import { buildDependencies } from '../../../tests/builders/dependencies'

const database = useTestDatabase()
const url = 'https://hooks.example.com/services/T0001/B0001/very-secret-9x7q'
const refused: WebhookOutcome = { result: 'refused', again: true, status: 503, reason: 'It answered 503' }

beforeEach(() => Webhook.destroy({ where: {} }))

/** A team with a webhook, whose receiver answers what the test says. */
async function setUp() {
  const { dependencies, clock } = buildDependencies(database.sequelize)
  const { webhooks } = createServices(dependencies)
  const team = await buildTeam()
  const { secret } = await webhooks.createWebhook(team.admin, { url })
  const sent: (OutgoingMessage & { epoch: number })[] = []
  const receiver = {
    answer: (): WebhookOutcome | Promise<WebhookOutcome> => ({ result: 'delivered', status: 200 }),
  }
  const deliver = () =>
    deliverMessage({
      dependencies,
      transport: {
        send: async (message) => {
          sent.push({ ...message, epoch: clock.now() })
          return receiver.answer()
        },
      },
      signal: new AbortController().signal,
      random: () => 0.5,
    })
  const view = () => webhooks.getWebhook(team.admin)
  const queue = async () => {
    const webhook = await Webhook.findOne({ where: { teamId: team.teamId }, rejectOnEmpty: true })
    const news = {
      headline: 'It failed',
      details: 'Why',
      page: 'http://portal.test/x',
      data: { sequence: 7 },
    }
    return (await queueDelivery(dependencies, webhook, { kind: 'failed', ...news })) ?? ''
  }
  return { dependencies, clock, webhooks, ...team, secret, sent, receiver, deliver, view, queue }
}

const sign = (secret: string, { headers, body }: OutgoingMessage) =>
  `v1,${createHmac('sha256', Buffer.from(secret.replace('whsec_', ''), 'base64'))
    .update(`${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`)
    .digest('base64')}`

describe('a message', () => {
  it('is delivered once, signed, to the whole address, as chat programs and programs read it', async () => {
    const { queue, deliver, sent, secret, clock, view } = await setUp()
    const id = await queue()
    expect(await Promise.all([deliver(), deliver(), deliver()])).toContain(true)
    await clock.advance(24 * 60 * 60_000)
    expect(await deliver()).toBe(false)
    expect(sent).toHaveLength(1)
    const [message] = sent
    expect(message?.url).toBe(url)
    expect(message?.headers).toMatchObject({
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor((message?.epoch ?? 0) / 1000)),
      'webhook-signature': message && sign(secret, message),
    })
    expect(JSON.parse(message?.body ?? '')).toMatchObject({
      type: 'failed',
      text: 'It failed\nWhy',
      data: { sequence: 7, page: 'http://portal.test/x' },
    })
    expect((await view()).deliveries).toMatchObject([{ id, state: 'delivered', status: 200, numAttempts: 1 }])
  })

  it('is sent again under the same id after growing pauses, and given up in the end', async () => {
    const { queue, deliver, sent, receiver, clock, view } = await setUp()
    receiver.answer = () => refused
    const id = await queue()
    const pauses: number[] = []
    while ((await view()).deliveries[0]?.state === 'waiting') {
      await deliver()
      const { nextAttemptEpoch } = (await view()).deliveries[0] ?? {}
      if (nextAttemptEpoch === undefined) break
      pauses.push(nextAttemptEpoch - clock.now())
      await clock.advance(nextAttemptEpoch - clock.now())
    }
    expect(sent.map(({ headers }) => headers['webhook-id'])).toEqual(Array(mostAttempts).fill(id))
    expect(pauses.toSorted((one, other) => one - other)).toEqual(pauses)
    expect((await view()).deliveries).toMatchObject([
      { state: 'failed', numAttempts: mostAttempts, failure: 'It answered 503' },
    ])
    await clock.advance(7 * 24 * 60 * 60_000)
    expect(await deliver()).toBe(false)
  })

  it('waits as long as its receiver asks for, and is not tried again where that is for ever', async () => {
    const { queue, deliver, receiver, clock, view } = await setUp()
    receiver.answer = () => ({ ...refused, retryAfterMilliseconds: 50 * 60_000 }) as WebhookOutcome
    await queue()
    await deliver()
    expect((await view()).deliveries[0]?.nextAttemptEpoch).toBe(clock.now() + 50 * 60_000)
    await clock.advance(50 * 60_000)
    receiver.answer = () => ({ ...refused, again: false }) as WebhookOutcome
    await deliver()
    expect((await view()).deliveries[0]).toMatchObject({ state: 'failed', numAttempts: 2 })
  })

  it('is tried by one process at a time, and again when that one is gone', async () => {
    const { queue, deliver, receiver, sent, clock, view } = await setUp()
    let release = (_outcome: WebhookOutcome) => undefined as void
    receiver.answer = () => new Promise((resolve) => (release = resolve))
    await queue()
    const lost = deliver()
    await expect.poll(() => sent.length).toBe(1)
    expect(await deliver()).toBe(false)
    await clock.advance(2 * 60_000)
    receiver.answer = () => ({ result: 'delivered', status: 204 })
    expect(await deliver()).toBe(true)
    // The one that was believed to be gone has nothing to say any more.
    release(refused)
    await lost
    expect((await view()).deliveries).toMatchObject([{ state: 'delivered', status: 204, numAttempts: 2 }])
  })

  it('waits while another of its webhook is under way, and holds up nobody else', async () => {
    const slow = await setUp()
    const other = await setUp()
    let release = (_outcome: WebhookOutcome) => undefined as void
    slow.receiver.answer = () => new Promise((resolve) => (release = resolve))
    await slow.queue()
    await slow.queue()
    const first = slow.deliver()
    await expect.poll(() => slow.sent.length).toBe(1)
    await other.queue()
    expect(await other.deliver()).toBe(true)
    expect(other.sent.map((message) => message.headers['webhook-signature'])).toHaveLength(1)
    expect(await slow.deliver()).toBe(false)
    release({ result: 'delivered', status: 200 })
    await first
    slow.receiver.answer = () => ({ result: 'delivered', status: 200 })
    expect(await slow.deliver()).toBe(true)
  })

  it('is not queued beyond five hundred that wait', async () => {
    const { queue, webhooks, admin } = await setUp()
    await queue()
    const [one] = await WebhookDelivery.findAll({ raw: true })
    const { randomUUID } = await import('node:crypto')
    if (one)
      await WebhookDelivery.bulkCreate(Array.from({ length: 499 }, () => ({ ...one, id: randomUUID() })))
    expect(await queue()).toBe('')
    await expect(webhooks.sendTestMessage(admin)).rejects.toMatchObject({ code: 'conflict' })
  })
})

describe('a webhook', () => {
  it('keeps its address and secrets sealed, shows neither, and leaves neither in the audit log', async () => {
    const { webhooks, admin, secret, view } = await setUp()
    const rotated = await webhooks.rotateWebhookSecret(admin)
    const stored = JSON.stringify(await Webhook.findAll({ raw: true }))
    const shown = JSON.stringify(await view())
    const audited = await readAuditLog()
    for (const text of [stored, shown, audited])
      for (const kept of [secret, rotated.secret, 'very-secret']) expect(text).not.toContain(kept)
    expect(shown).toContain('https://hooks.example.com/…9x7q')
    expect(audited).toContain('hooks.example.com')
  })

  it('signs with the former secret as well for a day after a rotation', async () => {
    const { webhooks, admin, secret, sent, queue, deliver, clock } = await setUp()
    const { secret: next } = await webhooks.rotateWebhookSecret(admin)
    await queue()
    await deliver()
    await clock.advance(24 * 60 * 60_000)
    await queue()
    await deliver()
    const [first, second] = sent
    expect(first?.headers['webhook-signature']).toBe(
      first && [next, secret].map((one) => sign(one, first)).join(' '),
    )
    expect(second?.headers['webhook-signature']).toBe(second && sign(next, second))
  })

  it('is one for a team, admins’ alone to change, and none of another team', async () => {
    const { webhooks, admin, member, view } = await setUp()
    const stranger = (await buildTeam()).admin
    await expect(webhooks.createWebhook(admin, { url })).rejects.toMatchObject({ code: 'conflict' })
    for (const write of [
      () => webhooks.editWebhook(member, { teamEvents: [] }),
      () => webhooks.rotateWebhookSecret(member),
      () => webhooks.sendTestMessage(member),
      () => webhooks.deleteWebhook(member),
    ])
      await expect(write()).rejects.toMatchObject({ code: 'forbidden' })
    for (const write of [
      () => webhooks.editWebhook(stranger, { teamEvents: [] }),
      () => webhooks.rotateWebhookSecret(stranger),
      () => webhooks.sendTestMessage(stranger),
      () => webhooks.deleteWebhook(stranger),
    ])
      await expect(write()).rejects.toMatchObject({ code: 'not-found' })
    expect((await webhooks.getWebhook(stranger)).webhook).toBeUndefined()
    expect((await view()).webhook?.teamEvents).toEqual(['account-unhealthy', 'token-expiring'])
  })

  it('refuses an address that is none, or in a private network, at its field', async () => {
    const { webhooks, admin } = await setUp()
    for (const bad of ['', 'http://example.com', 'https://169.254.169.254/'])
      await expect(webhooks.editWebhook(admin, { url: bad })).rejects.toMatchObject({
        code: 'invalid',
        fields: { url: expect.any(String) as string },
      })
  })

  it('takes what waits to another address, and nothing after it was deleted', async () => {
    const { webhooks, admin, queue, deliver, sent } = await setUp()
    await queue()
    await webhooks.editWebhook(admin, { url: 'https://other.example.com/hook' })
    await deliver()
    expect(sent.map((message) => message.url)).toEqual(['https://other.example.com/hook'])
    await queue()
    await webhooks.deleteWebhook(admin)
    expect(await deliver()).toBe(false)
  })

  it('is sealed anew with the current key at the start of the app', async () => {
    const { dependencies, webhooks, admin, queue, deliver, sent, secret } = await setUp()
    await webhooks.rotateWebhookSecret(admin)
    const keys = dependencies.authenticatorKeys
    const next = { currentId: 'next', keys: new Map([['next', Buffer.alloc(32, 9)], ...keys.keys]) }
    dependencies.authenticatorKeys = next
    expect(await webhooks.sealWebhooks()).toBe(3)
    expect(await webhooks.sealWebhooks()).toBe(0)
    dependencies.authenticatorKeys = { currentId: 'next', keys: new Map([['next', Buffer.alloc(32, 9)]]) }
    await queue()
    await deliver()
    expect(sent[0]?.headers['webhook-signature']).toContain(sent[0] && sign(secret, sent[0]))
  })
})
