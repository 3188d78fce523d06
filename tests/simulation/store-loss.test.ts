import { afterEach, describe, expect, it } from 'vitest'
import { deploymentStates } from '../../core/resources/wire-states'
import type { EnvironmentStatus } from '../../core/resources/environment'
import { Deployment } from '../../db/models/deployment'
import { Environment } from '../../db/models/environment'
import { LogMessage } from '../../db/models/log-message'
import { Team } from '../../db/models/team'
import { addVersion, buildApplication, buildQueuedDeployment, buildVersion } from '../builders/team-rows'
import { useTestDatabase } from '../postgres/test-database'
import { buildPlatform, type Platform, type PlatformOptions } from './platform'

const database = useTestDatabase()

afterEach(async () => {
  await Team.destroy({ where: {} })
})

const { LIVE } = deploymentStates

interface Story {
  platform: Platform
  applications: Map<string, Awaited<ReturnType<typeof buildApplication>>>
}

/** Two of its processes fill the instance that is the cheapest for them: those of another version have no room beside them. */
async function buildFilling(teamId: string, name: string) {
  const application = await buildApplication(teamId, name)
  return application.update({ cpu: '0.4' })
}

async function deploy({ applications }: Story, environment: Environment, tag: string) {
  const application =
    applications.get(environment.id) ??
    (await buildFilling(environment.teamId, `Shop of ${environment.name}`))
  applications.set(environment.id, application)
  const version = await buildVersion(application, tag)
  return buildQueuedDeployment(environment, [addVersion(version)])
}

const isAllReady = async ({ rows, store }: Platform) => {
  const environments = await store.list('Environment')
  return environments.length === rows.length && environments.every(({ status }) => status?.phase === 'Ready')
}

/** All environments are live with two processes each, which from now on never serve less. */
async function begin(
  options: Omit<PlatformOptions, 'sequelize'>,
  isOver: () => boolean = () => false,
): Promise<Story> {
  const platform = await buildPlatform({ sequelize: database.sequelize, ...options })
  const story = { platform, applications: new Map() }
  for (const row of platform.rows) {
    const deployment = await deploy(story, row, '1')
    await platform.runUntil('it is live', async () => (await deployment.reload()).state === LIVE)
  }
  await platform.runUntil('all are ready', () => isAllReady(platform))
  platform.watch(() => {
    for (const { id, name } of platform.rows) {
      const serving = platform.serving(id)
      if (serving.length < 2 && !isOver())
        throw new Error(`Only ${serving.length} processes of ${name} serve.`)
    }
  })
  return story
}

/** What must be the same with a loss as without. */
async function outcomeOf(platform: Platform) {
  const environments = await platform.store.list('Environment')
  const summary = ({ phase, message, instances, processes, loadBalancers, network }: EnvironmentStatus) => ({
    phase,
    message,
    network,
    instances: instances.map((one) => [one.phase, one.instanceType, one.market]),
    processes: processes.map((one) => [one.phase, one.applicationId, one.releaseId]),
    loadBalancers,
  })
  return {
    launched: platform.launched.size,
    living: platform.living().length,
    statuses: environments.map(({ status }) => status && summary(status)),
  }
}

const cases = [
  { environments: 1, isMirrorBehind: false, moments: [1, 2, 3, 4, 5, 6, 8, 11] },
  { environments: 3, isMirrorBehind: true, moments: [1, 2, 4, 7] },
]

describe('a resource store that is lost and rebuilt from Postgres', () => {
  it.each(cases)('costs environments at rest nothing ($environments, $isMirrorBehind)', async (options) => {
    const { platform } = await begin(options)
    await platform.runFor(30)
    const before = await outcomeOf(platform)
    const ids = platform.living().map(({ id }) => id)
    for (const isControllerNew of [false, true]) {
      await platform.loseStore({ isControllerNew })
      await platform.runFor(200)
      expect(await outcomeOf(platform)).toEqual(before)
      expect(platform.living().map(({ id }) => id)).toEqual(ids)
    }
    for (const { id: environmentId } of platform.rows) {
      const lines = await LogMessage.findAll({ where: { environmentId } })
      expect(new Set(lines.map(({ message }) => message)).size).toBe(lines.length)
    }
  })

  it.each(cases)(
    'costs deployments under way no request and no instance ($environments, $isMirrorBehind)',
    async ({ moments, ...options }) => {
      for (const passes of moments) {
        const story = await begin({ ...options, seed: passes })
        const { platform } = story
        const { launched } = platform
        const before = launched.size
        const deployments = []
        for (const row of platform.rows) deployments.push(await deploy(story, row, '2'))
        for (let pass = 0; pass < passes; pass++) await platform.step()
        await platform.loseStore({ isControllerNew: passes % 2 === 0 })
        for (const deployment of deployments)
          await platform.runUntil('it is live', async () => (await deployment.reload()).state === LIVE)
        await platform.runUntil('all are ready', () => isAllReady(platform))
        for (const { id } of platform.rows)
          expect(platform.serving(id), `after ${passes}`).toEqual(['2', '2'])
        expect(launched.size - before, `launched, lost after ${passes}`).toBeLessThanOrEqual(
          platform.rows.length,
        )
        expect(platform.living(), `after ${passes}`).toHaveLength(platform.rows.length)
        await Team.destroy({ where: {} })
      }
    },
    120_000,
  )

  it.each(cases)(
    'costs the replacement of a Spot instance no request and no instance ($environments, $isMirrorBehind)',
    async ({ moments, ...options }) => {
      for (const passes of moments) {
        let isWarningLost = false
        const { platform } = await begin({ ...options, seed: passes }, () => isWarningLost)
        const [interrupted] = platform.living()
        const before = platform.launched.size
        await platform.aws.interrupt(platform.accountNumber, interrupted?.id ?? '')
        // What was acknowledged in the very pass that is lost, nobody will say again: it ends as if it had been killed.
        platform.aws.faults.onCall('sqs:DeleteMessage', () => {
          isWarningLost = options.isMirrorBehind
        })
        for (let pass = 0; pass < passes; pass++) {
          isWarningLost = false
          await platform.step()
        }
        await platform.loseStore({ isControllerNew: passes % 2 === 0 })
        await platform.runUntil(
          'it is replaced',
          () =>
            platform.living().every(({ id }) => id !== interrupted?.id) &&
            platform.rows.every(({ id }) => platform.serving(id).length === 2),
          300,
        )
        await platform.runUntil('all are ready', () => isAllReady(platform))
        expect(platform.launched.size - before, `after ${passes}`).toBe(1)
        expect(platform.living(), `after ${passes}`).toHaveLength(platform.rows.length)
        await Team.destroy({ where: {} })
      }
    },
    120_000,
  )

  it('does not keep an environment that is being deleted from leaving nothing behind', async () => {
    for (const passes of [0, 2, 5, 10, 20]) {
      const platform = await buildPlatform({ sequelize: database.sequelize, environments: 1 })
      const story = { platform, applications: new Map() }
      const [row] = platform.rows
      if (!row) throw new Error('There is no environment.')
      const deployment = await deploy(story, row, '1')
      await platform.runUntil('it is live', async () => (await deployment.reload()).state === LIVE)
      await row.update({ deletingAt: new Date(platform.clock.now()), desiredRevision: '100' })
      for (let pass = 0; pass < passes; pass++) await platform.step()
      await platform.loseStore({ isControllerNew: true })
      await platform.runUntil('its row is gone', async () => (await Environment.findByPk(row.id)) === null)
      expect(platform.living(), `after ${passes}`).toEqual([])
      expect(platform.aws.getAccount(platform.accountNumber)?.vpcs, `after ${passes}`).toEqual([])
      await Team.destroy({ where: {} })
    }
  })

  it('and Postgres with it costs no instance: what nobody knows is left alone', async () => {
    let isOver = false
    const { platform } = await begin({ environments: 1 }, () => isOver)
    const ids = platform.living().map(({ id }) => id)
    const [row] = platform.rows
    await Environment.update({ status: null, mirroredEventSequence: 0 }, { where: {} })
    await Deployment.destroy({ where: {} })
    await platform.loseStore({ isControllerNew: true })
    await platform.runFor(400)
    expect(platform.living().map(({ id }) => id)).toEqual(ids)
    const [environment] = await platform.store.list('Environment')
    expect(environment?.status).toMatchObject({
      phase: 'Failure',
      message: expect.stringMatching(/^The record of what runs on i-\w+ was lost\./),
    })
    isOver = true
    await row?.update({ deletingAt: new Date(platform.clock.now()), desiredRevision: '100' })
    await platform.runUntil('nothing is left', () => platform.living().length === 0)
  })

  it('a live deployment that somebody deletes by hand comes back, and what runs stays', async () => {
    const { platform } = await begin({ environments: 1 })
    const before = await outcomeOf(platform)
    const [live] = await platform.store.list('Deployment')
    await platform.store.requestDelete('Deployment', live?.metadata.name ?? '')
    await platform.runFor(60)
    expect(await outcomeOf(platform)).toEqual(before)
    expect(await platform.store.list('Deployment')).toMatchObject([{ status: { phase: 'Live' } }])
  })
})
