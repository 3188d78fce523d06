import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, it, onTestFinished } from 'vitest'
import { isToGo, appliedRevisionAnnotation } from '../../core/resources/metadata'
import { silentLogger } from '../../core/logging/logger'
import { createPostgresStore } from '../../controller/store/postgres'
import type { ResourceStore } from '../../controller/store/store'
import type { Clock } from '../../core/time/clock'
import { deploymentStates } from '../../core/resources/wire-states'
import { nextRevision } from '../../db/desired-revision'
import { ApplicationOverride } from '../../db/models/application-override'
import { Application } from '../../db/models/application'
import { ApplicationVersion } from '../../db/models/application-version'
import { AwsAccount } from '../../db/models/aws-account'
import { Deployment } from '../../db/models/deployment'
import { Environment } from '../../db/models/environment'
import { EnvironmentVersion } from '../../db/models/environment-version'
import { Team } from '../../db/models/team'
import { buildTemplate } from '../builders/simulated-aws'
import { addVersion, buildEnvironment, buildQueuedDeployment, buildVersion } from '../builders/team-rows'
import { buildLeanApplication } from './lean-application'
import { takeBackup } from '../postgres/backup'
import { useTestDatabase } from '../postgres/test-database'
import { buildPlatform, type Platform } from './platform'

const database = useTestDatabase()

afterEach(async () => {
  await Team.destroy({ where: {} })
})

const { QUEUED, LIVE, RETIRED } = deploymentStates

async function queue(environment: Environment, application: Application, tag: string) {
  return buildQueuedDeployment(environment, [addVersion(await buildVersion(application, tag))])
}

const untilLive = (platform: Platform, deployment: Deployment) =>
  platform.runUntil(
    `deployment ${deployment.sequence} is live`,
    async () => (await deployment.reload()).state === LIVE,
  )

const remove = async (platform: Platform, environment: Environment) => {
  await environment.update({ deletingAt: new Date(platform.clock.now()), desiredRevision: nextRevision })
  await platform.runUntil('it is gone', async () => (await Environment.findByPk(environment.id)) === null)
}

const instancesOf = (platform: Platform, environmentId: string) =>
  platform
    .living()
    .filter(({ tags }) => (tags as Record<string, string>)['sdo:environment'] === environmentId)
    .map(({ id }) => id)
    .sort()

const statesOf = async (environmentId: string) =>
  (await Deployment.findAll({ where: { environmentId }, order: [['sequence', 'ASC']] })).map(
    ({ sequence, state }) => [sequence, state],
  )

const never = (): never => {
  throw new Error('There is no such thing.')
}

/** Two environments live with version 1, and the way back to that moment. */
async function begin(openStore?: (clock: Clock) => ResourceStore) {
  const { sequelize } = database
  const platform = await buildPlatform({ sequelize, environments: 2, openStore })
  const [kept = never(), deleted = never()] = platform.rows
  const shop = await buildLeanApplication(kept.teamId, 'Shop', 100)
  for (const row of [kept, deleted]) await untilLive(platform, await queue(row, shop, '1'))
  await platform.runFor(30)
  return { platform, kept, deleted, shop, restore: await takeBackup(database.sequelize) }
}

/** What happens in the hour after the backup: a deployment, a setting, an environment more and one less, another account. */
async function liveOn({ platform, kept, deleted, shop }: Awaited<ReturnType<typeof begin>>) {
  const mail = await buildLeanApplication(kept.teamId, 'Created since', 100)
  await mail.update({ ports: [], count: 1 })
  const second = await buildQueuedDeployment(kept, [
    addVersion(await buildVersion(shop, '2')),
    addVersion(await buildVersion(mail, '1')),
  ])
  await untilLive(platform, second)
  await ApplicationOverride.create({
    environmentId: kept.id,
    applicationId: shop.id,
    count: 3,
    maxSpotPercentage: null,
    roles: {},
  })
  await kept.update({ desiredRevision: nextRevision })
  await platform.runUntil('three serve', () => platform.serving(kept.id).length === 3)
  const created = await buildEnvironment(platform.account, 'Created since')
  await untilLive(platform, await queue(created, shop, '2'))
  await remove(platform, deleted)
  await platform.aws.customer.installStack('444455556666', buildTemplate('444455556666', 'another-id'))
  const added = await AwsAccount.create({
    id: randomUUID(),
    teamId: kept.teamId,
    name: 'Added since',
    accountNumber: '444455556666',
    externalId: 'another-id',
    verifyRequest: 1,
    isEnvironmentHolder: true,
  })
  await platform.runUntil('it is right', async () => (await added.reload()).state === 'SUCCESS')
  await platform.runFor(60)
  return { second, created, added, mail }
}

describe('an hour-old copy of Postgres, restored while resources and AWS are as they were', () => {
  it('launches nothing twice, deletes nothing, and takes in what was deployed since', async () => {
    const story = await begin()
    const { platform, kept, deleted, shop, restore } = story
    const { second, created, added, mail } = await liveOn(story)
    const before = { kept: instancesOf(platform, kept.id), created: instancesOf(platform, created.id) }
    const launched = new Set(platform.launched)
    platform.watch(() => {
      expect(platform.serving(kept.id)).toEqual(['2', '2', '2'])
      expect(platform.serving(created.id)).toEqual(['2', '2'])
    })

    await restore()
    platform.replaceController()
    await platform.runFor(400)

    // The one that was deleted since is wanted by the copy, and comes back; nothing else was launched.
    const new_ = [...platform.launched].filter((id) => !launched.has(id)).sort()
    expect(new_).toEqual(instancesOf(platform, deleted.id))
    expect(platform.serving(deleted.id)).toEqual(['1', '1'])
    expect({
      kept: instancesOf(platform, kept.id),
      created: instancesOf(platform, created.id),
    }).toEqual(before)
    expect(await statesOf(kept.id)).toEqual([
      [1, RETIRED],
      [2, LIVE],
    ])
    const live = (await Deployment.findOne({ where: { state: LIVE, environmentId: kept.id } })) ?? never()
    expect(live.id).toBe(second.id)
    expect(new Map(live.changes.map(({ type, applicationId }) => [type, applicationId]))).toEqual(
      new Map([
        ['change', shop.id],
        ['add', mail.id],
      ]),
    )
    const { name, memoryMb, count, image, cpu } = mail
    expect(await Application.findByPk(mail.id)).toMatchObject({
      name,
      memoryMb,
      count,
      image,
      cpu,
    })
    expect(await ApplicationVersion.findAll({ where: { applicationId: mail.id } })).toMatchObject([
      { name: '1', dockerTag: '1' },
    ])
    for (const { id, kind } of [
      { kind: 'Environment', id: created.id },
      { kind: 'AwsAccount', id: added.id },
    ] as const) {
      const resource = (await platform.store.get(kind, id)) ?? never()
      expect(isToGo(resource.metadata)).toBe(false)
      const told = platform
        .notices()
        .filter(({ name, reason }) => name === id && reason === 'UnknownToPortal')
      expect(told).toHaveLength(1)
    }
  }, 120_000)

  it('keeps settings that were made since until somebody changes something, and goes on deploying', async () => {
    const story = await begin()
    const { platform, kept, shop, restore } = story
    await liveOn(story)
    await restore()
    // Asked for before a controller has looked: its number is taken by what runs.
    const meanwhile = await queue(kept, shop, '3')
    expect(meanwhile.sequence).toBe(2)
    await untilLive(platform, meanwhile)
    expect(await statesOf(kept.id)).toEqual([
      [1, RETIRED],
      [2, RETIRED],
      [3, LIVE],
    ])
    await platform.runUntil('it alone serves', () => platform.serving(kept.id).join() === '3,3,3')
    const held = (await platform.store.get('Environment', kept.id)) ?? never()
    expect(held.metadata.annotations[appliedRevisionAnnotation]).toMatch(/^held-at-/)
    const told = platform.notices().filter(({ reason }) => reason === 'PortalWentBack')
    expect(told.map(({ name, message }) => [name, message.includes('spec.overrides')])).toEqual([
      [kept.id, true],
    ])

    await kept.reload()
    await kept.update({ name: 'Renamed', desiredRevision: nextRevision })
    await platform.runUntil('the portal is followed', () => platform.serving(kept.id).join() === '3,3')
    const followed = (await platform.store.get('Environment', kept.id)) ?? never()
    expect(followed.spec).toMatchObject({ displayName: 'Renamed', overrides: [] })
    expect(followed.metadata.annotations[appliedRevisionAnnotation]).toBe(
      (await kept.reload()).desiredRevision,
    )
  }, 120_000)

  it('takes in a deployment that was waiting then, and is live or under way by now, as it was started', async () => {
    for (const passes of [3, 40]) {
      const { platform, kept, shop } = await begin()
      const waiting = await queue(kept, shop, '2')
      const restore = await takeBackup(database.sequelize)
      // What it starts with is no longer what the copy would start it with.
      await shop.update({ memoryMb: 400 })
      for (let pass = 0; pass < passes; pass++) await platform.step()
      const launched = platform.launched.size
      const resource = (await platform.store.get('Deployment', waiting.id)) ?? never()
      await restore()
      expect((await waiting.reload()).state).toBe(QUEUED)
      await untilLive(platform, waiting)
      await platform.runFor(60)
      expect(platform.serving(kept.id)).toEqual(['2', '2'])
      expect(platform.launched.size - launched, `after ${passes}`).toBeLessThanOrEqual(1)
      expect((await platform.store.get('Deployment', waiting.id))?.spec).toEqual(resource.spec)
      const version = await EnvironmentVersion.findByPk(waiting.environmentVersionId ?? never())
      expect(version?.applications).toEqual(resource.spec.applications)
      await Team.destroy({ where: {} })
    }
  }, 120_000)
})

describe('an hour-old copy of a Postgres that holds the resources as well', () => {
  it('launches nothing twice and deletes nothing, and the portal’s word is done, once the resources are emptied as the manual says', async () => {
    const story = await begin((clock) => {
      const store = createPostgresStore({ url: database.url, log: silentLogger, clock })
      onTestFinished(() => store.close())
      return store
    })
    const { platform, kept, deleted, restore } = story
    const { created } = await liveOn(story)
    const before = { kept: instancesOf(platform, kept.id), created: instancesOf(platform, created.id) }
    const launched = new Set(platform.launched)
    platform.watch(() => expect(platform.serving(created.id)).toEqual(['2', '2']))

    await restore()
    await database.sequelize.query('DELETE FROM resources')
    platform.replaceController()
    await platform.runUntil('it runs what the copy says', () => platform.serving(kept.id).join() === '1,1')
    await platform.runFor(400)

    const since = [...platform.launched].filter((id) => !launched.has(id)).sort()
    expect(since).toEqual(instancesOf(platform, deleted.id))
    expect(instancesOf(platform, created.id)).toEqual(before.created)
    expect(instancesOf(platform, kept.id).every((id) => before.kept.includes(id))).toBe(true)
    expect(await statesOf(kept.id)).toEqual([[1, LIVE]])
    for (const { id } of [kept, deleted]) expect(platform.serving(id)).toEqual(['1', '1'])
  }, 120_000)
})
