import { beforeEach, expect, it } from 'vitest'
import { Webhook } from '../../../db/models/webhook'
import { WebhookDelivery } from '../../../db/models/webhook-delivery'
import { buildTeam } from '../../../tests/builders/deployment-core'
import { eventually } from '../../../tests/builders/eventually'
import { useTestDatabase } from '../../../tests/postgres/test-database'
import type { WebhookTransport } from '../../webhook/webhook-transport'
import { startWebhookDelivery } from '../background/start-webhook-delivery'
import { createServices } from '../services'
import { deliverMessage } from './deliver-message'
import { queueDelivery } from './queue-delivery'
import { buildDependencies } from '../../../tests/builders/dependencies'

const database = useTestDatabase()
beforeEach(() => Webhook.destroy({ where: {} }))

const attemptMilliseconds = 10_000

function setUp() {
  const { dependencies, clock } = buildDependencies(database.sequelize)
  const { webhooks } = createServices(dependencies)
  /** Hosts at which an attempt is under way. */
  const underWay: string[] = []
  const delivered: string[] = []
  const transport: WebhookTransport = {
    async send({ url }) {
      const { hostname } = new URL(url)
      underWay.push(hostname)
      if (hostname.startsWith('silent')) await clock.sleep(attemptMilliseconds)
      underWay.splice(underWay.indexOf(hostname), 1)
      if (hostname.startsWith('silent')) return { result: 'refused', again: true, reason: 'Silence.' }
      delivered.push(hostname)
      return { result: 'delivered', status: 200 }
    },
  }
  const addTeam = async (host: string) => {
    const team = await buildTeam()
    const add = () => webhooks.createWebhook(team.admin, { url: `https://${host}/hook` })
    await add()
    const queue = async (count = 1) => {
      const webhook = await Webhook.findOne({ where: { teamId: team.teamId }, rejectOnEmpty: true })
      const news = { kind: 'test', headline: 'A test.', details: '', page: '/', data: {} } as const
      for (let index = 0; index < count; index++) await queueDelivery(dependencies, webhook, news)
    }
    const replace = async () => {
      await webhooks.deleteWebhook(team.admin)
      await add()
    }
    return { queue, replace }
  }
  const options = { dependencies, transport, random: () => 0.5 }
  const deliver = (quickOnly = false) =>
    deliverMessage({ ...options, quickOnly, signal: new AbortController().signal })
  /** One attempt at a receiver that is silent, to its end. */
  const deliverInSilence = async () => {
    const attempt = deliver()
    await eventually('it is asked', () => Promise.resolve(underWay.length === 1))
    await clock.advance(attemptMilliseconds)
    return attempt
  }
  return { clock, options, underWay, delivered, addTeam, deliver, deliverInSilence }
}

it('holds up nobody, however many teams have receivers that never answer', async () => {
  const { clock, options, underWay, delivered, addTeam } = setUp()
  const silent = await Promise.all(Array.from({ length: 12 }, (_, index) => addTeam(`silent-${index}.test`)))
  for (const team of silent) await team.queue(20)
  const prompt = await addTeam('prompt.test')
  const stopping = new AbortController()
  const ended = startWebhookDelivery({ ...options, databaseUrl: database.url, signal: stopping.signal })
  // Once each, they are known for what they are.
  for (let attempts = 0; attempts < silent.length;) {
    await clock.advance(attemptMilliseconds)
    attempts = new Set(
      (await WebhookDelivery.findAll({ where: { isClaimed: false } }))
        .filter((delivery) => delivery.attempts > 0)
        .map(({ webhookId }) => webhookId),
    ).size
  }
  await eventually('no more than half of the workers wait for them', () =>
    Promise.resolve(underWay.length === 4),
  )
  await prompt.queue(10)
  await eventually('all messages to others are delivered', () => Promise.resolve(delivered.length === 10))
  expect(underWay).toHaveLength(4)
  stopping.abort()
  await clock.advance(attemptMilliseconds)
  await ended
})

it('serves teams in turn, whatever the number of messages that one of them has', async () => {
  const { clock, addTeam, deliver, delivered } = setUp()
  const busy = await addTeam('busy.test')
  await busy.queue(20)
  await clock.advance(1_000)
  const calm = await addTeam('calm.test')
  await calm.queue()
  await clock.advance(1_000)
  for (let count = 0; count < 3; count++) await deliver()
  expect(delivered).toEqual(['busy.test', 'calm.test', 'busy.test'])
})

it('knows a team that let us wait by more than its webhook, for an hour', async () => {
  const { clock, addTeam, deliver, deliverInSilence, underWay } = setUp()
  const team = await addTeam('silent.test')
  await team.queue()
  expect(await deliverInSilence()).toBe(true)
  await team.replace()
  await team.queue()
  expect(await deliver(true)).toBe(false)
  await clock.advance(60 * 60_000 + 1)
  const attempt = deliver(true)
  await eventually('it is asked again', () => Promise.resolve(underWay.length === 1))
  await clock.advance(attemptMilliseconds)
  expect(await attempt).toBe(true)
})
