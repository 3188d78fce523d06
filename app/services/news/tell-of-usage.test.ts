import { describe, expect, it } from 'vitest'
import type { ProcessUsage } from '../../../core/agent/protocol'
import type { SettingsOf } from '../../../core/application/run-settings'
import { hourMilliseconds, minuteMilliseconds as minute } from '../../../core/time/durations'
import { deploymentStates } from '../../../core/resources/wire-states'
import type { Application } from '../../../db/models/application'
import { Deployment } from '../../../db/models/deployment'
import { MailMessage } from '../../../db/models/mail-message'
import { Webhook } from '../../../db/models/webhook'
import { WebhookDelivery } from '../../../db/models/webhook-delivery'
import { keepRequests } from '../../../db/queries/request-spans'
import { keepUsage } from '../../../db/queries/usage-minutes'
import { buildDependencies } from '../../../tests/builders/dependencies'
import { buildDeployment, buildReadyAccount, buildTeam } from '../../../tests/builders/deployment-core'
import { buildApplication, buildEnvironment, buildVersion } from '../../../tests/builders/team-rows'
import { useTestDatabase } from '../../../tests/postgres/test-database'
import { readMailContent } from '../mail/mail-content'
import { createServices } from '../services'
import { tellOfUsage } from './tell-of-usage'

const database = useTestDatabase()
const { LIVE, RETIRED } = deploymentStates
const nothing = { mails: [], messages: [] }

type Use = Omit<Partial<ProcessUsage>, 'applicationId'>

/** A team with an environment in which an application with these warnings is live since an hour ago; it asks for 0.25 cores and 300 MB. */
async function setUp(warnings?: SettingsOf<'warnings'>) {
  const { dependencies, clock } = buildDependencies(database.sequelize)
  const services = createServices(dependencies)
  const team = await buildTeam()
  const environment = await buildEnvironment(await buildReadyAccount(team))
  await services.webhooks.createWebhook(team.admin, { url: 'https://hooks.example.com/x' })
  clock.set(20_000 * minute)

  const build = async (name: string, own = warnings) => {
    const application = await buildApplication(team.teamId, name)
    return application.update({ runSettings: own ? { warnings: own } : {} })
  }
  let deployments = 0
  const deploy = async (applications: Application[], minutesAgo = 60) => {
    const name = `v${++deployments}`
    await Deployment.update({ state: RETIRED }, { where: { environmentId: environment.id } })
    return buildDeployment(
      environment,
      await Promise.all(applications.map((application) => buildVersion(application, name))),
      LIVE,
      new Date(clock.now() - minutesAgo * minute),
    )
  }
  const shop = await build('Shop')
  await deploy([shop])

  /** So many minutes that are known by now: the last one ended two minutes ago. */
  const use = (minutes: number, ...processes: Use[]) => useOf(shop, minutes, ...processes)
  const useOf = ({ id: applicationId }: { id: string }, minutes: number, ...processes: Use[]) =>
    keepUsage(
      database.sequelize,
      Array.from({ length: minutes }, (_, ago) => ({
        environmentId: environment.id,
        clientToken: applicationId,
        epoch: clock.now() - (ago + 3) * minute,
        processes: processes.map((process, index) => ({
          ...{ id: `p${index}`, applicationId, cores: 0.1, mostCores: 0.2, ...process },
        })),
      })),
    )
  const say = (...processes: object[]) => environment.update({ status: { processes } as never })

  /** Of what the admin was mailed, and the webhook told, since the last time. */
  const news = async () => {
    await Promise.all([tellOfUsage(dependencies), tellOfUsage(dependencies), tellOfUsage(dependencies)])
    await tellOfUsage(dependencies)
    const webhook = await Webhook.findOne({ where: { teamId: team.teamId }, rejectOnEmpty: true })
    const mails = await MailMessage.findAll({ where: { recipient: team.admin.email } })
    const told = await WebhookDelivery.findAll({ where: { webhookId: webhook.id } })
    await MailMessage.destroy({ where: { recipient: team.admin.email } })
    await WebhookDelivery.destroy({ where: { webhookId: webhook.id } })
    return {
      mails: mails
        .map((mail) => readMailContent(dependencies, mail))
        .map(({ subject, text }) => ({ subject, text })),
      messages: told.map(({ kind, body }) => ({
        kind,
        ...(JSON.parse(body) as { text: string; data: object }),
      })),
    }
  }
  return { ...services, clock, team, environment, shop, build, deploy, use, useOf, say, news }
}

describe('memory over its threshold', () => {
  it('is warned of once, by mail and webhook, after ten minutes, with figure, threshold and remedy', async () => {
    const { use, news, clock, environment, shop } = await setUp({ memoryPercent: 90 })
    await use(9, { memoryMb: 280, mostMemoryMb: 290 })
    expect(await news()).toEqual(nothing)
    clock.set(minute)
    await use(1, { memoryMb: 275, mostMemoryMb: 290 })
    const { mails, messages } = await news()
    const sentence =
      'Shop: a process used at least 275 of 300 MB (91.7 %) for 10 minutes. The threshold is 90 %.'
    const remedy = 'Give each process more memory, or run fewer programs in it. Usage suggests a size.'
    expect(mails).toMatchObject([{ subject: 'Shop in Production uses more than 90 % of its memory' }])
    for (const part of ['Environment: Production', sentence, remedy, 'tab=usage#sizes'])
      expect(mails[0]?.text).toContain(part)
    expect(messages).toMatchObject([
      {
        kind: 'usage',
        text: expect.stringContaining(sentence) as string,
        data: {
          environment: { id: environment.id, name: 'Production' },
          warning: 'memory',
          applications: [{ id: shop.id, name: 'Shop', threshold: 90, usedMemoryMb: 275, memoryMb: 300 }],
        },
      },
    ])
    expect(await news()).toEqual(nothing)
  })

  it('is none where one of the ten minutes was below, no process had it all the time, or nobody could tell', async () => {
    const { use, news, clock } = await setUp({ memoryPercent: 90 })
    await use(5, { memoryMb: 299, mostMemoryMb: 299 })
    clock.set(minute)
    await use(1, { memoryMb: 200, mostMemoryMb: 299 })
    clock.set(4 * minute)
    await use(4, { memoryMb: 299, mostMemoryMb: 299 })
    expect(await news()).toEqual(nothing)
    const other = await setUp({ memoryPercent: 90 })
    await other.use(5, { id: 'one', memoryMb: 299, mostMemoryMb: 299 })
    other.clock.set(5 * minute)
    await other.use(5, { id: 'two', memoryMb: 299, mostMemoryMb: 299 }, { id: 'three' })
    expect(await other.news()).toEqual(nothing)
  })

  it('is judged by minutes since the deployment alone: before, another size may have been asked for', async () => {
    const { use, news, deploy, shop, clock } = await setUp({ memoryPercent: 90 })
    await deploy([shop], 8)
    await use(10, { memoryMb: 299, mostMemoryMb: 299 })
    expect(await news()).toEqual(nothing)
    clock.set(2 * minute)
    await use(2, { memoryMb: 299, mostMemoryMb: 299 })
    expect(await news()).toEqual(nothing)
    clock.set(3 * minute)
    await use(3, { memoryMb: 299, mostMemoryMb: 299 })
    expect((await news()).messages).toHaveLength(1)
  })

  it('is told again only once it was well for an hour', async () => {
    const { use, news, clock } = await setUp({ memoryPercent: 90 })
    const high = { memoryMb: 299, mostMemoryMb: 299 }
    await use(10, high)
    expect((await news()).messages).toHaveLength(1)
    for (let passed = 0; passed < 90; passed += 10) {
      clock.set(10 * minute)
      await use(10, high)
      expect(await news()).toEqual(nothing)
    }
    clock.set(hourMilliseconds - minute)
    await use(10, high)
    expect(await news()).toEqual(nothing)
    clock.set(hourMilliseconds)
    await use(10, high)
    expect((await news()).messages).toHaveLength(1)
  })
})

describe('CPU that is throttled over its threshold', () => {
  it('is warned of by the mean of ten minutes, with figure, threshold and remedy', async () => {
    const { use, news, clock } = await setUp({ throttledPercent: 20 })
    await use(5, { throttled: 0.1 })
    clock.set(5 * minute)
    await use(5, { throttled: 0.3 })
    expect(await news()).toEqual(nothing)
    clock.set(minute)
    await use(1, { throttled: 0.14 })
    const { mails, messages } = await news()
    expect(mails).toMatchObject([{ subject: 'Shop in Production is throttled by its CPU limit' }])
    expect(mails[0]?.text).toContain(
      'Shop: the limit of 0.25 CPU throttled a process for 20.4 % of 10 minutes. The threshold is 20 %.',
    )
    expect(messages).toMatchObject([
      {
        kind: 'usage',
        data: { warning: 'throttled', applications: [{ throttledPercent: 20.4, threshold: 20 }] },
      },
    ])
    expect(await news()).toEqual(nothing)
  })
})

describe('answers with 5xx over their threshold', () => {
  const span = (shop: { id: string }, environmentId: string, begunAgo: number, now: number) => ({
    ...{ environmentId, applicationId: shop.id, targetGroup: 'tg', epoch: now - begunAgo * minute },
  })

  it('are warned of by what was answered in the last minutes, with figures, threshold and remedy', async () => {
    const { news, clock, environment, shop } = await setUp({ errorPercent: 2 })
    const at = (begunAgo: number) => span(shop, environment.id, begunAgo, clock.now())
    await keepRequests(database.sequelize, [
      { ...at(30), requests: 1000, errors: 1000 },
      { ...at(15), requests: 900, errors: 0 },
      { ...at(10), requests: 600, errors: 40 },
    ])
    const { mails, messages } = await news()
    expect(mails).toMatchObject([
      { subject: 'Shop in Production answers more than 2 % of its requests with 5xx' },
    ])
    const sentence =
      'Shop: its processes answered 2.7 % of 1,500 requests in 15 minutes with 5xx. The threshold is 2 %.'
    for (const part of [sentence, 'Look at the logs of the application'])
      expect(mails[0]?.text).toContain(part)
    const told = { id: shop.id, name: 'Shop', threshold: 2, errorPercent: 2.7, requests: 1500 }
    expect(messages).toMatchObject([{ data: { warning: 'errors', applications: [told] } }])
    expect(await news()).toEqual(nothing)
  })

  it('are none at the threshold, of a few requests, before the deployment, or without a threshold', async () => {
    const { news, clock, environment, shop, deploy } = await setUp({ errorPercent: 2 })
    const keep = (requests: number, errors: number) =>
      keepRequests(database.sequelize, [{ ...span(shop, environment.id, 10, clock.now()), requests, errors }])
    await keep(1000, 20)
    expect(await news()).toEqual(nothing)
    await keep(19, 19)
    expect(await news()).toEqual(nothing)
    await keep(1000, 1000)
    await deploy([shop], 9)
    expect(await news()).toEqual(nothing)
    const other = await setUp()
    await keepRequests(database.sequelize, [
      { ...span(other.shop, other.environment.id, 10, other.clock.now()), requests: 1000, errors: 1000 },
    ])
    expect(await other.news()).toEqual(nothing)
  })
})

describe('memory that ran out', () => {
  it('is warned of by default: programs and whole containers, of processes that are not on their way out', async () => {
    const { say, news, clock, shop } = await setUp()
    const process = { applicationId: shop.id, phase: 'Serving' }
    await say({ ...process, phase: 'Draining', memoryKills: 9, memoryEpoch: clock.now() })
    expect(await news()).toEqual(nothing)
    await say(
      { ...process, memoryKills: 2, memoryEpoch: clock.now() },
      { ...process, memoryEnds: 1, memoryEpoch: 5 },
    )
    const { mails, messages } = await news()
    expect(mails).toMatchObject([{ subject: 'Shop in Production ran out of memory' }])
    expect(mails[0]?.text).toContain(
      'Shop: its memory of 300 MB ran out, and 3 processes or programs were killed.',
    )
    expect(messages).toMatchObject([{ data: { warning: 'out-of-memory', applications: [{ kills: 3 }] } }])
    expect(await news()).toEqual(nothing)
  })

  it('is told again only once nothing was killed for an hour, and not of what was killed long ago', async () => {
    const { say, news, clock, shop } = await setUp()
    const kill = (memoryEnds: number, epoch = clock.now()) =>
      say({ applicationId: shop.id, phase: 'Starting', memoryEnds, memoryEpoch: epoch })
    await kill(1, clock.now() - 16 * minute)
    expect(await news()).toEqual(nothing)
    await kill(1)
    expect((await news()).messages).toHaveLength(1)
    for (const [wait, isTold] of [
      [50, false],
      [59, false],
      [60, true],
    ] as const) {
      clock.set(wait * minute)
      await kill(wait)
      expect((await news()).messages).toHaveLength(isTold ? 1 : 0)
    }
  })
})

describe('warnings', () => {
  const most: Use = { memoryMb: 300, mostMemoryMb: 300, throttled: 1 }

  it('are none where no threshold was set, or memory that runs out is to be no warning', async () => {
    const { use, say, news, clock, shop } = await setUp({ outOfMemory: false })
    await use(10, most)
    await say({ applicationId: shop.id, phase: 'Serving', memoryKills: 1, memoryEpoch: clock.now() })
    expect(await news()).toEqual(nothing)
  })

  it('of many applications are one message, and what comes within ten minutes waits', async () => {
    const { build, deploy, useOf, news, clock } = await setUp({ memoryPercent: 50 })
    const all = await Promise.all(Array.from({ length: 8 }, (_, index) => build(`App ${index}`)))
    await deploy(all)
    const [last, ...others] = all
    if (!last) throw new Error('There is none')
    for (const one of others) await useOf(one, 10, most)
    const { mails } = await news()
    expect(mails).toMatchObject([{ subject: '7 applications in Production use nearly all of their memory' }])
    expect(mails[0]?.text).toContain('And 2 more.')
    clock.set(minute)
    for (const one of all) await useOf(one, 10, most)
    expect(await news()).toEqual(nothing)
    clock.set(9 * minute)
    for (const one of all) await useOf(one, 10, most)
    expect((await news()).mails).toMatchObject([
      { subject: 'App 0 in Production uses more than 50 % of its memory' },
    ])
  })

  it('are told where they were chosen, and of the own environments alone', async () => {
    const [one, other] = [await setUp({ memoryPercent: 50 }), await setUp({ memoryPercent: 50 })]
    await one.environments.setNotifications(one.team.admin, {
      id: one.environment.id,
      mailEvents: [],
      webhookEvents: ['usage'],
    })
    await one.use(10, most)
    // What an agent says of an application of others is nobody's.
    await other.useOf(one.shop, 10, most)
    expect(await other.news()).toEqual(nothing)
    const { mails, messages } = await one.news()
    expect([mails, messages.length]).toEqual([[], 1])
  })

  it('are none of an environment that is being deleted', async () => {
    const { use, news, environment, clock } = await setUp({ memoryPercent: 50 })
    await use(10, most)
    await environment.update({ deletingAt: new Date(clock.now()) })
    expect(await news()).toEqual(nothing)
  })
})
