import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { deploymentStates } from '../../../core/resources/wire-states'
import { silentLogger } from '../../../core/logging/logger'
import { ApplicationVersion } from '../../../db/models/application-version'
import { AuditEntry } from '../../../db/models/audit-entry'
import { Deployment } from '../../../db/models/deployment'
import { EnvironmentVersion } from '../../../db/models/environment-version'
import { LogMessage } from '../../../db/models/log-message'
import { MailMessage } from '../../../db/models/mail-message'
import { Session } from '../../../db/models/session'
import { Webhook } from '../../../db/models/webhook'
import { WebhookDelivery } from '../../../db/models/webhook-delivery'
import { listDeleted, listDeletedLines } from '../../../db/queries/deleted-environments'
import { listSamples } from '../../../db/queries/environment-samples'
import { findSubmission, keepSubmission } from '../../../db/queries/submissions'
import { buildPerson } from '../../../tests/builders/actors'
import { buildDeletedEnvironment, buildDeployment } from '../../../tests/builders/deployment-core'
import { buildShop } from '../../../tests/builders/shop'
import {
  addVersion,
  buildApplication,
  buildQueuedDeployment,
  buildVersion,
} from '../../../tests/builders/team-rows'
import { hold } from '../../../tests/builders/held-transaction'
import { useTestDatabase } from '../../../tests/postgres/test-database'
import { cleanOut } from './clean-out'
import { retention } from '../retention'

const database = useTestDatabase()

const { LIVE, FAILED, RETIRED, DEPLOYING } = deploymentStates
const hour = 60 * 60_000
const day = 24 * hour
const now = Date.now()
const ago = (milliseconds: number) => new Date(now - milliseconds)

const clean = (log = silentLogger) =>
  cleanOut({ sequelize: database.sequelize, clock: { now: () => now } as never, log })

const setUp = () => buildShop(database.sequelize)

describe('versions', () => {
  const build = async (application: Parameters<typeof buildVersion>[0], name: string, age: number) => {
    const version = await buildVersion(application, name)
    await ApplicationVersion.update({ createdAt: ago(age) }, { where: { id: version.id } })
    return version
  }
  const namesLeft = async (applicationId: string) =>
    (await ApplicationVersion.findAll({ where: { applicationId } })).map(({ name }) => name).sort()

  it('go after 24 hours, of every application of every team, unless they run, are to run, or ran lately', async () => {
    const { team, shop, environment, version } = await setUp()
    await version.destroy()
    const other = await setUp()
    const worker = await buildApplication(team.teamId, 'Worker')
    await build(shop, 'young', day - hour)
    await build(shop, 'old', day + hour)
    await build(worker, 'old', day + hour)
    await build(other.shop, 'old', 30 * day)
    const before = await build(shop, 'before', day + hour)
    const longGone = await build(shop, 'long gone', day + hour)
    const failed = await build(shop, 'failed', day + hour)
    const live = await build(shop, 'live', day + hour)
    const next = await build(shop, 'deploying', day + hour)
    await buildDeployment(environment, [longGone], RETIRED)
    for (let times = 0; times < 9; times++) await buildDeployment(environment, [before], RETIRED)
    await buildDeployment(environment, [failed], FAILED)
    await buildDeployment(environment, [live])
    await buildDeployment(environment, [next], DEPLOYING)
    await buildQueuedDeployment(environment, [addVersion(await build(shop, 'queued', day + hour))])
    await clean()
    expect(await namesLeft(shop.id)).toEqual(['before', 'deploying', 'live', 'queued', 'young'])
    expect(await namesLeft(worker.id)).toEqual([])
    expect(await namesLeft(other.shop.id)).toEqual(['v1'])
  })

  it('stay that somebody is just queueing', async () => {
    const { shop } = await setUp()
    const version = await build(shop, 'wanted', 2 * day)
    const queueing = await hold(
      database.url,
      'SELECT 1 FROM application_versions WHERE id = $1 FOR KEY SHARE',
      [version.id],
    )
    await clean()
    await queueing.commit()
    expect(await namesLeft(shop.id)).toContain('wanted')
  })
})

describe('sessions', () => {
  it('go when they are over', async () => {
    const { team } = await setUp()
    const { sessionId } = await buildPerson(team.teamId)
    const { sessionId: over } = await buildPerson(team.teamId)
    const { sessionId: unused } = await buildPerson(team.teamId)
    await Session.update({ expiresAt: ago(1) }, { where: { id: over } })
    await Session.update({ lastSeenAt: ago(12 * hour) }, { where: { id: unused } })
    await clean()
    const left = await Session.findAll({ where: { id: [sessionId, over, unused] } })
    expect(left.map(({ id }) => id)).toEqual([sessionId])
  })
})

describe('submissions', () => {
  it('go after 30 days, however many there are', async () => {
    const keep = (id: string, age: number) =>
      keepSubmission(database.sequelize, [actor, id], { digest: '', result: {} }, ago(age))
    const actor = randomUUID()
    await keep('young', 29 * day)
    await database.sequelize.query(
      `INSERT INTO submissions (actor_id, id, digest, result, created_at)
       SELECT '${actor}', 'old ' || n, '', '{}', '${ago(30 * day).toISOString()}' FROM generate_series(1, 1500) AS n`,
    )
    await clean()
    const find = (id: string) => findSubmission(database.sequelize, [actor, id], new Date(0))
    expect(await find('young')).toBeDefined()
    expect(await find('old 1')).toBeUndefined()
    expect(await find('old 1500')).toBeUndefined()
  })
})

describe('the audit log', () => {
  it('loses what is older than 400 days', async () => {
    const { team } = await setUp()
    const build = (created: string) =>
      database.sequelize.query(
        `INSERT INTO audit_entries (team_id, actor_kind, actor_id, actor_name, action, target_id, target_name, created_at)
         VALUES ('${team.teamId}', 'human', '${team.admin.userId}', 'Ada', 'user.create', gen_random_uuid(), '', ${created})`,
      )
    await build("now() - interval '401 days'")
    await build("now() - interval '399 days'")
    await clean()
    expect(await AuditEntry.count({ where: { teamId: team.teamId } })).toBe(1)
  })
})

describe("lines of an environment's logs", () => {
  const fill = (environmentId: string, count: number, age: number) =>
    database.sequelize.query(
      `INSERT INTO log_messages (environment_id, sequence, type, severity, message, created_at)
       SELECT '${environmentId}', n, 'network', 'INFO', '', '${ago(age).toISOString()}' FROM generate_series(1, ${count}) AS n`,
    )
  const leftOf = async (environmentId: string) => ({
    count: await LogMessage.count({ where: { environmentId } }),
    oldest: await LogMessage.min<number, LogMessage>('sequence', { where: { environmentId } }),
  })
  const { atLeast, atMost } = retention.logLines

  it('go after 90 days, but not the newest 500', async () => {
    const { environment } = await setUp()
    const quiet = await setUp()
    await fill(environment.id, atLeast + 1_200, 91 * day)
    await fill(quiet.environment.id, atLeast, 91 * day)
    const young = await setUp()
    await fill(young.environment.id, 700, 89 * day)
    await clean()
    expect(await leftOf(environment.id)).toEqual({ count: atLeast, oldest: 1_201 })
    expect((await leftOf(quiet.environment.id)).count).toBe(atLeast)
    expect((await leftOf(young.environment.id)).count).toBe(700)
  })

  it('are at most 20,000', async () => {
    const { environment } = await setUp()
    await fill(environment.id, atMost + 2_500, hour)
    await clean()
    expect(await leftOf(environment.id)).toEqual({ count: atMost, oldest: 2_501 })
  })
})

describe('samples of what an environment costs', () => {
  it('go after 31 days, but not the last of before that', async () => {
    const { environment } = await setUp()
    const quiet = await setUp()
    const fill = (environmentId: string, ages: string) =>
      database.sequelize.query(
        `INSERT INTO environment_samples (environment_id, hour, cost_per_hour, num_instances, num_load_balancers)
         SELECT '${environmentId}', to_timestamp(${now} / 1000.0) - n * interval '1 hour', 1, 1, 0 FROM generate_series(${ages}) AS n`,
      )
    await fill(environment.id, '1, 1900')
    await fill(quiet.environment.id, '1000, 1001')
    await clean()
    const count = async (id: string) => (await listSamples(database.sequelize, id, new Date(0))).length
    expect(await count(environment.id)).toBe(31 * 24)
    expect(await count(quiet.environment.id)).toBe(1)
  })
})

describe('what is kept of an environment that was deleted', () => {
  it('goes after 30 days, with its log', async () => {
    const [old, young] = [(await setUp()).environment, (await setUp()).environment]
    for (const { id: environmentId } of [old, young])
      await LogMessage.create({
        environmentId,
        sequence: 1,
        type: 'network',
        severity: 'INFO',
        message: 'A line.',
        createdAt: new Date(now),
      })
    await buildDeletedEnvironment(old, ago(31 * day))
    await buildDeletedEnvironment(young, ago(29 * day))
    await clean()
    const linesOf = async ({ id }: typeof old) =>
      (await listDeletedLines(database.sequelize, id, { before: null, limit: 10 })).length
    const ids = (await listDeleted(database.sequelize, young.teamId, 10)).map(({ id }) => id)
    expect([ids, await linesOf(young), await linesOf(old)]).toEqual([[young.id], 1, 0])
    expect(await listDeleted(database.sequelize, old.teamId, 10)).toEqual([])
  })
})

describe('deployments', () => {
  const fill = (environmentId: string, count: number, age: number) =>
    database.sequelize.query(
      `INSERT INTO deployments (id, environment_id, sequence, state, changes, created_at, finished_at)
       SELECT gen_random_uuid(), '${environmentId}', n, CASE WHEN n % 2 = 0 THEN ${FAILED} ELSE ${RETIRED} END, '[]', now(),
         '${ago(age).toISOString()}' FROM generate_series(1, ${count}) AS n`,
    )
  const sequencesOf = async (environmentId: string) =>
    (await Deployment.findAll({ where: { environmentId }, order: ['sequence'] })).map(
      ({ sequence }) => sequence,
    )
  const { atLeast, atMost } = retention.deployments

  it('go after 400 days, but not the newest 100', async () => {
    const { environment } = await setUp()
    const young = await setUp()
    await fill(environment.id, atLeast + 30, 401 * day)
    await fill(young.environment.id, atLeast + 30, 399 * day)
    await clean()
    expect((await sequencesOf(environment.id))[0]).toBe(31)
    expect(await sequencesOf(environment.id)).toHaveLength(atLeast)
    expect(await sequencesOf(young.environment.id)).toHaveLength(atLeast + 30)
  })

  it('are at most 10,000', async () => {
    const { environment } = await setUp()
    await fill(environment.id, atMost + 1_100, hour)
    await clean()
    expect((await sequencesOf(environment.id))[0]).toBe(1_101)
  })

  it('stay that are live, under way or waiting, or failed since what is live, however old', async () => {
    const { environment } = await setUp()
    await fill(environment.id, atLeast + 30, 500 * day)
    await Deployment.update({ state: LIVE }, { where: { environmentId: environment.id, sequence: 10 } })
    await clean()
    expect((await sequencesOf(environment.id))[0]).toBe(10)
    expect(await sequencesOf(environment.id)).toHaveLength(atLeast + 21)
  })
})

describe('environment versions', () => {
  it('go with the last deployment that has them, and not while one is being begun', async () => {
    const { environment, version } = await setUp()
    const kept = await buildDeployment(environment, [version], RETIRED)
    const gone = await buildDeployment(environment, [version], RETIRED)
    await EnvironmentVersion.update({ createdAt: ago(2 * day) }, { where: { environmentId: environment.id } })
    const young = await EnvironmentVersion.create({
      id: randomUUID(),
      environmentId: environment.id,
      number: 9,
      applications: [],
    })
    await gone.destroy()
    await clean()
    const left = await EnvironmentVersion.findAll({
      where: { environmentId: environment.id },
      order: ['number'],
    })
    expect(left.map(({ id }) => id)).toEqual([kept.environmentVersionId, young.id])
  })
})

describe('cleanOut', () => {
  it('goes on when a part fails, and says which', async () => {
    const { environment } = await setUp()
    await fill(environment.id)
    await database.sequelize.query('ALTER TABLE submissions RENAME TO submissions_away')
    const warnings: object[] = []
    const log = { ...silentLogger, info: () => undefined, warn: (facts: object) => warnings.push(facts) }
    await clean(log as never)
    await database.sequelize.query('ALTER TABLE submissions_away RENAME TO submissions')
    expect(warnings).toMatchObject([{ kind: 'submissions' }])
    expect(await EnvironmentVersion.count({ where: { environmentId: environment.id } })).toBe(0)
  })

  const fill = (environmentId: string) =>
    EnvironmentVersion.create({
      id: randomUUID(),
      environmentId,
      number: 1,
      applications: [],
      createdAt: ago(2 * day),
    })

  it('may be done by several at once', async () => {
    await Promise.all([clean(), clean(), clean()])
  })
})

describe('messages to webhooks', () => {
  it('go 30 days after they were delivered or given up; those that wait stay', async () => {
    const { team } = await setUp()
    const webhook = { id: randomUUID(), teamId: team.teamId, url: 'v1.x', secret: 'v1.x' }
    await Webhook.create({ ...webhook, secretCreatedAt: ago(0), createdAt: ago(0) })
    const build = (headline: string, settled: Partial<WebhookDelivery>) =>
      WebhookDelivery.create({
        id: randomUUID(),
        webhookId: webhook.id,
        kind: 'test',
        headline,
        body: '{}',
        createdAt: ago(40 * day),
        dueAt: ago(0),
        ...settled,
      })
    await build('delivered', { deliveredAt: ago(31 * day) })
    await build('given up', { failedAt: ago(31 * day) })
    await build('lately', { failedAt: ago(29 * day) })
    await build('waits', {})
    await clean()
    const left = await WebhookDelivery.findAll({ where: { webhookId: webhook.id } })
    expect(left.map(({ headline }) => headline).sort()).toEqual(['lately', 'waits'])
  })
})

describe('e-mails', () => {
  it('go 30 days after they were sent or given up; those that wait stay', async () => {
    const build = (recipient: string, settled: Partial<MailMessage>) =>
      MailMessage.create({
        ...{ id: randomUUID(), recipient, content: null },
        ...{ createdAt: ago(40 * day), dueAt: ago(0), ...settled },
      })
    await build('sent', { sentAt: ago(31 * day) })
    await build('given up', { failedAt: ago(31 * day) })
    await build('lately', { sentAt: ago(29 * day) })
    await build('waits', {})
    await clean()
    const left = await MailMessage.findAll()
    expect(left.map(({ recipient }) => recipient).sort()).toEqual(['lately', 'waits'])
  })
})
