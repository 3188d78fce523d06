import { processLines } from '../../../core/environment-log/process-lines'
import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { environmentNews, type LoggedNews } from '../../../core/news/news-kinds'
import { deploymentStates, type AwsAccountState } from '../../../core/resources/wire-states'
import { IntegrationToken } from '../../../db/models/integration-user'
import { LogMessage } from '../../../db/models/log-message'
import { MailMessage } from '../../../db/models/mail-message'
import { Webhook } from '../../../db/models/webhook'
import { WebhookDelivery } from '../../../db/models/webhook-delivery'
import { buildDeployment, buildReadyAccount, buildTeam } from '../../../tests/builders/deployment-core'
import { buildAwsAccountStatus } from '../../../tests/builders/resource-status'
import { buildEnvironment } from '../../../tests/builders/team-rows'
import { useTestDatabase } from '../../../tests/postgres/test-database'
import { readMailContent } from '../mail/mail-content'
import { createServices } from '../services'
import { keepSample } from '../../../db/queries/environment-samples'
import { pauseMilliseconds } from './tell-of-budgets'
import { quietMilliseconds } from './tell-of-log-lines'
import { tellOfNews } from './tell-of-news'
import { buildDependencies } from '../../../tests/builders/dependencies'

const database = useTestDatabase()
const dayMilliseconds = 24 * 60 * 60_000

async function setUp() {
  const { dependencies, clock } = buildDependencies(database.sequelize)
  const services = createServices(dependencies)
  const team = await buildTeam()
  const account = await buildReadyAccount(team)
  const environment = await buildEnvironment(account)
  await services.webhooks.createWebhook(team.admin, { url: 'https://hooks.example.com/x' })
  const tell = () => tellOfNews(dependencies)
  /** Of what the admin was mailed, and the webhook told, since the last time. */
  const news = async () => {
    await tell()
    const webhook = await Webhook.findOne({ where: { teamId: team.teamId }, rejectOnEmpty: true })
    const mine = await MailMessage.findAll({ where: { recipient: team.admin.email } })
    const told = await WebhookDelivery.findAll({ where: { webhookId: webhook.id } })
    await MailMessage.destroy({ where: { recipient: team.admin.email } })
    await WebhookDelivery.destroy({ where: { webhookId: webhook.id } })
    return {
      mails: mine.map((mail) => readMailContent(dependencies, mail)).map(({ subject }) => subject),
      messages: told.map(({ kind, body }) => ({
        kind,
        ...(JSON.parse(body) as { text: string; data: object }),
      })),
    }
  }
  let sequence = 0
  const log = (kind: LoggedNews, message: string, code?: string) =>
    LogMessage.create({
      environmentId: environment.id,
      sequence: ++sequence,
      type: 'network',
      severity: 'INFO',
      message,
      code: code ?? null,
      news: kind,
      createdAt: new Date(clock.now()),
    })
  return { ...services, clock, dependencies, ...team, account, environment, tell, news, log }
}

const { crashLoop } = processLines
const nothing = { mails: [], messages: [] }

describe('a crash loop and a Spot interruption', () => {
  it('are told once, with what the log says, however many processes tell it at a time', async () => {
    const { environments, admin, environment, log, tell, news } = await setUp()
    await environments.setNotifications(admin, {
      id: environment.id,
      mailEvents: [...environmentNews],
      webhookEvents: [...environmentNews],
    })
    await log('crash-loop', 'A process of <!channel> web crashed 3 times.', crashLoop.code)
    await log('interrupted', 'AWS reclaims i-1.')
    await Promise.all([tell(), tell(), tell()])
    const { mails, messages } = await news()
    expect(mails.sort()).toEqual([
      `A process in ${environment.name} is crash-looping`,
      `AWS reclaims Spot instances of ${environment.name}`,
    ])
    expect(messages.map(({ kind }) => kind).sort()).toEqual(['crash-loop', 'interrupted'])
    const crash = messages.find(({ kind }) => kind === 'crash-loop')
    expect(crash?.text).toBe(
      `A process in ${environment.name} is crash-looping\nA process of &lt;!channel&gt; web crashed 3 times.`,
    )
    expect(crash?.data).toMatchObject({
      environment: { id: environment.id },
      count: 1,
      codes: [crashLoop.code],
    })
    expect(await news()).toEqual(nothing)
  })

  it('are told together when many come within minutes', async () => {
    const { log, news, clock } = await setUp()
    for (let instance = 0; instance < 40; instance++) await log('interrupted', `AWS reclaims i-${instance}.`)
    const { messages } = await news()
    expect(messages).toHaveLength(1)
    expect(messages[0]?.data).toMatchObject({ count: 40 })
    expect(messages[0]?.text.split('\n')).toHaveLength(7)
    await clock.advance(60_000)
    await log('interrupted', 'AWS reclaims i-40.')
    await log('interrupted', 'AWS reclaims i-41.')
    expect(await news()).toEqual(nothing)
    await clock.advance(quietMilliseconds)
    expect((await news()).messages).toMatchObject([{ data: { count: 2 } }])
  })

  it('are told where they were chosen, and not later', async () => {
    const { environments, admin, environment, log, news, clock } = await setUp()
    await environments.setNotifications(admin, { id: environment.id, mailEvents: [], webhookEvents: [] })
    await log('crash-loop', 'It crashed.')
    expect(await news()).toEqual(nothing)
    await environments.setNotifications(admin, {
      id: environment.id,
      mailEvents: [],
      webhookEvents: ['crash-loop'],
    })
    await clock.advance(quietMilliseconds)
    expect(await news()).toEqual(nothing)
    await log('crash-loop', 'It crashed.')
    expect(await news()).toMatchObject({ mails: [], messages: [{ kind: 'crash-loop' }] })
  })
})

describe('an outage', () => {
  it('is told in the next turn, by mail and webhook unless somebody chose otherwise, and so is its end', async () => {
    const { environment, log, news, clock } = await setUp()
    await log('outage', 'web is down: none of its 3 processes is healthy.')
    const began = await news()
    expect(began.mails).toEqual([`An application in ${environment.name} is down`])
    expect(began.messages).toMatchObject([
      { kind: 'outage', text: expect.stringContaining('web is down: none of its 3') as string },
    ])
    await clock.advance(20_000)
    await log('recovered', 'web is up again. It was down for 20 s.')
    const ended = await news()
    expect(ended.mails).toEqual([`An application in ${environment.name} is up again`])
    expect(ended.messages).toMatchObject([
      { kind: 'recovered', text: expect.stringContaining('It was down for 20 s.') as string },
    ])
  })
})

describe('an AWS account', () => {
  it('is told of when it is not right any more, once, and at most every hour', async () => {
    const { account, news, clock } = await setUp()
    const becomes = (state: AwsAccountState) =>
      account.update({ state, status: buildAwsAccountStatus({ message: 'A role is missing.' }) })
    expect(await news()).toEqual(nothing)
    await becomes('UPDATING_STATUS')
    expect(await news()).toEqual(nothing)
    await becomes('FAILURE')
    const told = {
      mails: [`Action needed: AWS account ${account.name}`],
      messages: [{ kind: 'account-unhealthy' }],
    }
    const first = await news()
    expect(first).toMatchObject(told)
    expect(first.messages[0]?.text).toContain('A role is missing.')
    expect(await news()).toEqual(nothing)
    for (const wait of [0, 60 * 60_000]) {
      await becomes('SUCCESS')
      expect(await news()).toEqual(nothing)
      await clock.advance(wait + 1)
      await becomes('CONFIGURATION_CHANGE')
      expect(await news()).toMatchObject(wait === 0 ? nothing : told)
    }
  })

  it('is not told of while it is set up for the first time, or deleted', async () => {
    const { account, news, clock, teamId } = await setUp()
    await buildReadyAccount({ teamId }, 'New').then((fresh) => fresh.update({ state: 'INITIAL_SETUP' }))
    await news()
    await account.update({ state: 'CONFIGURATION_CHANGE', deletingAt: new Date(clock.now()) })
    expect(await news()).toEqual(nothing)
  })
})

describe('a token of an integration user', () => {
  it('is told of two weeks before its end and two days, and then no more', async () => {
    const { integration, news, clock, dependencies } = await setUp()
    await IntegrationToken.create({
      id: randomUUID(),
      integrationUserId: integration.integrationUserId,
      tokenHash: randomUUID(),
      maskedToken: 'abcd…wxyz',
      expiresAt: new Date(clock.now() + 20 * dayMilliseconds),
    })
    const told = []
    for (let day = 0; day < 25; day++) {
      const { mails, messages } = await news()
      if (mails.length > 0) told.push({ day, mails, kinds: messages.map(({ kind }) => kind) })
      await clock.advance(dayMilliseconds)
    }
    const both = {
      mails: [`An integration token of ${integration.integrationUserId} expires soon`],
      kinds: ['token-expiring'],
    }
    expect(told).toEqual([{ day: 6, ...both }, { day: 18, ...both }]) // prettier-ignore
    expect(dependencies.publicUrl).toBeTruthy()
  })
})

describe('whoever does not want a mail', () => {
  it('gets none of that kind, and can change that; every mail says where', async () => {
    const { accounts, admin, environment, tell, news, dependencies } = await setUp()
    await accounts.setMails(admin, ['failed'])
    expect((await accounts.getAccount(admin)).unwantedMails).toEqual(['failed'])
    await buildDeployment(environment, [], deploymentStates.FAILED)
    expect(await news()).toMatchObject({ mails: [], messages: [{ kind: 'failed' }] })
    await accounts.setMails(admin, [])
    await buildDeployment(environment, [], deploymentStates.FAILED)
    await tell()
    const [mail] = await MailMessage.findAll({ where: { recipient: admin.email } })
    const page = 'http://portal.test/portal/account#mails'
    expect(mail && readMailContent(dependencies, mail)).toMatchObject({
      text: expect.stringContaining(page) as string,
      unsubscribePage: page,
    })
  })
})

describe('news of a budget', () => {
  /** An environment that costs 1 USD an hour since the middle of a month of 30 days: 360 USD until its end. */
  async function setUpBudget() {
    const build = await setUp()
    const { clock, environment, environments, admin, news } = build
    clock.set(Date.UTC(2026, 10, 16) - clock.now())
    await environment.update({ createdAt: new Date(clock.now()) })
    const cost = (instancesPerHour: number) =>
      keepSample(
        build.dependencies.sequelize,
        environment.id,
        { instancesPerHour, numInstances: 0, numLoadBalancers: 0 },
        new Date(clock.now()),
      )
    const budget = (budgetUsd: number) =>
      environments.setDeploymentRule(admin, { id: environment.id, name: 'budgetUsd', value: budgetUsd })
    /** After so many hours. */
    const after = async (hours: number) => {
      clock.set(hours * 60 * 60_000)
      return (await news()).messages.filter(({ kind }) => kind === 'budget').map(({ data }) => data)
    }
    await cost(1)
    return { ...build, cost, budget, after }
  }

  it('is told at 80 and at 100 % of the projection, once each, and in the next month again', async () => {
    const { cost, budget, after } = await setUpBudget()
    await budget(440)
    expect(await after(2)).toMatchObject([{ percent: 81, projectedUsd: 360, budgetUsd: 440 }])
    expect(await after(2)).toEqual([])
    await cost(1.3)
    expect(await after(2)).toMatchObject([{ percent: 106, month: '2026-11' }])
    expect(await after(24)).toEqual([])
    expect(await after(15 * 24)).toMatchObject([{ percent: 219, month: '2026-12' }])
    expect(await after(24)).toEqual([])
  })

  it('is told by mail with the figures, and what they leave out', async () => {
    const { clock, budget, news } = await setUpBudget()
    await budget(200)
    clock.set(2 * 60 * 60_000)
    const { mails, messages } = await news()
    expect(mails).toEqual(['Production is projected to cost 180 % of its budget this month'])
    expect(messages[0]?.text).toMatch(
      /Projected: 360\.00 USD[^]*Budget: 200\.00 USD[^]*before traffic, logs and capacity units \(LCU\)\./,
    )
  })

  it('is told of another budget anew, and of none never', async () => {
    const { budget, after } = await setUpBudget()
    expect(await after(2)).toEqual([])
    await budget(300)
    expect(await after(2)).toHaveLength(1)
    await budget(320)
    expect(await after(2)).toMatchObject([{ budgetUsd: 320 }])
    await budget(0)
    expect(await after(2)).toEqual([])
    await budget(100_000)
    expect(await after(2)).toEqual([])
  })

  it('is not looked for all the time', async () => {
    const { clock, budget, cost, news } = await setUpBudget()
    await budget(100_000)
    clock.set(2 * 60 * 60_000)
    await news()
    await cost(1_000_000)
    clock.set(pauseMilliseconds)
    expect((await news()).messages).toEqual([])
    clock.set(1)
    expect((await news()).messages).toHaveLength(1)
  })

  it('is refused where it is no amount', async () => {
    const { environment, environments, admin, member } = await setUpBudget()
    for (const budgetUsd of [-1, 1.5, 'x', 10_000_001])
      await expect(
        environments.setDeploymentRule(admin, { id: environment.id, name: 'budgetUsd', value: budgetUsd }),
      ).rejects.toMatchObject({
        code: 'invalid',
        fields: { budgetUsd: expect.anything() as unknown },
      })
    await environment.update({ isProtected: true })
    await expect(
      environments.setDeploymentRule(member, { id: environment.id, name: 'budgetUsd', value: 5 }),
    ).rejects.toMatchObject({
      code: 'forbidden',
    })
  })
})
