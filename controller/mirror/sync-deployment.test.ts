import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { systemClock } from '../../core/time/clock'
import { deploymentStates } from '../../core/resources/wire-states'
import { silentLogger } from '../../core/logging/logger'
import type { DeploymentStatus } from '../../core/resources/deployment'
import { Deployment } from '../../db/models/deployment'
import { EnvironmentVersion } from '../../db/models/environment-version'
import { createMemoryStore } from '../../tests/builders/memory-store'
import { buildDeploymentStatus } from '../../tests/builders/resource-status'
import {
  addVersion,
  buildAccount,
  buildApplication,
  buildEnvironment,
  buildQueuedDeployment,
  buildVersion,
} from '../../tests/builders/team-rows'
import { useTestDatabase } from '../../tests/postgres/test-database'
import type { ResourceStore } from '../store/store'
import type { MirrorDependencies } from './dependencies'
import { syncDeployment } from './sync-deployment'

const { QUEUED, DEPLOYING, LIVE, FAILED, RETIRED } = deploymentStates
const database = useTestDatabase()

async function setUp() {
  const store = createMemoryStore()
  const mirror: MirrorDependencies = {
    store,
    sequelize: database.sequelize,
    clock: systemClock,
    log: silentLogger,
  }
  const environment = await buildEnvironment(await buildAccount())
  const shop = await buildApplication(environment.teamId, 'Shop')
  const mail = await buildApplication(environment.teamId, 'Mail')
  return { mirror, store, environment, shop, mail }
}

async function report(store: ResourceStore, id: string, changes: Partial<DeploymentStatus> = {}) {
  const resource = await store.get('Deployment', id)
  if (!resource) throw new Error('There is no such resource.')
  await store.replaceStatus('Deployment', resource, buildDeploymentStatus(changes))
}

it('takes over when the steps of a deployment were done, and what the process that failed it printed last', async () => {
  const { mirror, store, environment, shop } = await setUp()
  const row = await buildQueuedDeployment(environment, [addVersion(await buildVersion(shop))])
  await syncDeployment(mirror, row.id)
  await report(store, row.id, { phase: 'Deploying', timeline: { network: 5 } })
  await syncDeployment(mirror, row.id)
  expect((await row.reload()).timeline).toEqual({ network: 5 })
  const end = { phase: 'Failed', timeline: { network: 5, instances: 9 }, output: ['no table'] } as const
  await report(store, row.id, { ...end, output: [...end.output] })
  await syncDeployment(mirror, row.id)
  expect(await row.reload()).toMatchObject({ state: FAILED, timeline: end.timeline, output: ['no table'] })
})

const statesOf = async (environmentId: string) =>
  (await Deployment.findAll({ where: { environmentId }, order: [['sequence', 'ASC']] })).map(
    ({ state }) => state,
  )

describe('syncDeployment', () => {
  it('starts a queued deployment with a snapshot of what it names, and applies it after its environment', async () => {
    const { mirror, store, environment, shop } = await setUp()
    const version = await buildVersion(shop)
    const row = await buildQueuedDeployment(environment, [addVersion(version)])
    await syncDeployment(mirror, row.id)
    expect(await store.get('Environment', environment.id)).toBeDefined()
    expect((await row.reload()).state).toBe(DEPLOYING)
    const resource = await store.get('Deployment', row.id)
    expect(resource?.spec).toMatchObject({
      environment: environment.id,
      sequence: 1,
      applications: [{ applicationId: shop.id, versionId: version.id, tag: 'v1', cpu: 0.25, count: 2 }],
    })
  })

  it('locks nothing for a deployment that waits for another one', async () => {
    const { mirror, environment, shop } = await setUp()
    const changes = [addVersion(await buildVersion(shop))]
    const first = await buildQueuedDeployment(environment, changes)
    const second = await buildQueuedDeployment(environment, changes)
    await syncDeployment(mirror, first.id)
    const transaction = vi.spyOn(database.sequelize, 'transaction')
    onTestFinished(() => transaction.mockRestore())
    await syncDeployment(mirror, second.id)
    expect(transaction).not.toHaveBeenCalled()
    expect(await statesOf(environment.id)).toEqual([DEPLOYING, QUEUED])
  })

  it('runs one deployment at a time, each on top of what became live before it', async () => {
    const { mirror, store, environment, shop, mail } = await setUp()
    const first = await buildQueuedDeployment(environment, [addVersion(await buildVersion(shop, '1'))])
    const second = await buildQueuedDeployment(environment, [addVersion(await buildVersion(mail, '7'))])
    const third = await buildQueuedDeployment(environment, [addVersion(await buildVersion(shop, '2'))])
    for (const { id } of [third, second, first]) await syncDeployment(mirror, id)
    expect(await statesOf(environment.id)).toEqual([DEPLOYING, QUEUED, QUEUED])

    await report(store, first.id, { phase: 'Live' })
    await syncDeployment(mirror, first.id)
    expect(await statesOf(environment.id)).toEqual([LIVE, DEPLOYING, QUEUED])

    await report(store, second.id, { phase: 'Failed', message: 'Mail was not healthy within 60 seconds.' })
    await syncDeployment(mirror, second.id)
    expect(await statesOf(environment.id)).toEqual([LIVE, FAILED, DEPLOYING])
    expect((await second.reload()).message).toBe('Mail was not healthy within 60 seconds.')
    const applications = (await store.get('Deployment', third.id))?.spec.applications
    expect(applications?.map(({ name, tag }) => [name, tag])).toEqual([['Shop', '2']])

    await report(store, third.id, { phase: 'Live', finishedEpoch: 1_700_000_000_000 })
    await syncDeployment(mirror, third.id)
    expect(await statesOf(environment.id)).toEqual([RETIRED, FAILED, LIVE])
    expect((await third.reload()).finishedAt?.getTime()).toBe(1_700_000_000_000)
    expect((await first.reload()).message).toBe('Replaced by deployment 3.')
    const numbers = await EnvironmentVersion.findAll({ where: { environmentId: environment.id } })
    expect(numbers.map(({ number }) => number).sort()).toEqual([1, 2, 3])
  })

  it('keeps the configuration of applications that a deployment does not name', async () => {
    const { mirror, store, environment, shop, mail } = await setUp()
    const first = await buildQueuedDeployment(environment, [addVersion(await buildVersion(shop))])
    await syncDeployment(mirror, first.id)
    await report(store, first.id)
    await syncDeployment(mirror, first.id)
    await shop.update({ memoryMb: 900 })
    const second = await buildQueuedDeployment(environment, [addVersion(await buildVersion(mail))])
    await syncDeployment(mirror, second.id)
    const applications = (await store.get('Deployment', second.id))?.spec.applications
    expect(new Map(applications?.map(({ name, memoryMb }) => [name, memoryMb]))).toEqual(
      new Map([
        ['Shop', 300],
        ['Mail', 300],
      ]),
    )
  })

  it('fails a deployment whose version is gone, says why, and starts the next', async () => {
    const { mirror, environment, shop } = await setUp()
    const gone = await buildVersion(shop, 'gone')
    const first = await buildQueuedDeployment(environment, [addVersion(gone)])
    const second = await buildQueuedDeployment(environment, [addVersion(await buildVersion(shop, 'there'))])
    await gone.destroy()
    await syncDeployment(mirror, second.id)
    expect(await statesOf(environment.id)).toEqual([FAILED, DEPLOYING])
    expect((await first.reload()).message).toMatch(/no longer exists/)
  })

  it('starts nothing in an environment that is being deleted', async () => {
    const { mirror, environment, shop } = await setUp()
    const row = await buildQueuedDeployment(environment, [addVersion(await buildVersion(shop))])
    await environment.update({ deletingAt: new Date() })
    await syncDeployment(mirror, row.id)
    expect(await statesOf(environment.id)).toEqual([])
    // The environment had no resource yet, so it is gone at once, and its deployments with it.
  })

  it('starts one deployment once when several mirrors come to it at the same moment', async () => {
    const { mirror, environment, shop } = await setUp()
    const version = await buildVersion(shop)
    const rows = [
      await buildQueuedDeployment(environment, [addVersion(version)]),
      await buildQueuedDeployment(environment, [addVersion(version)]),
    ]
    await Promise.all([...rows, ...rows].map(({ id }) => syncDeployment(mirror, id)))
    expect(await statesOf(environment.id)).toEqual([DEPLOYING, QUEUED])
    expect(await EnvironmentVersion.count({ where: { environmentId: environment.id } })).toBe(1)
  })

  it('carries on when it was ended between starting a deployment and applying it', async () => {
    const { mirror, store, environment, shop } = await setUp()
    const row = await buildQueuedDeployment(environment, [addVersion(await buildVersion(shop))])
    const dying: MirrorDependencies = {
      ...mirror,
      store: {
        ...store,
        apply: (kind, write) =>
          kind === 'Deployment' ? Promise.reject(new Error('killed')) : store.apply(kind, write),
      },
    }
    await expect(syncDeployment(dying, row.id)).rejects.toThrow('killed')
    expect((await row.reload()).state).toBe(DEPLOYING)
    expect(await store.get('Deployment', row.id)).toBeUndefined()
    await syncDeployment(mirror, row.id)
    expect(await store.get('Deployment', row.id)).toBeDefined()
    expect(await EnvironmentVersion.count({ where: { environmentId: environment.id } })).toBe(1)
  })

  it('does not take an old Deploying for the end, and does not end a deployment twice', async () => {
    const { mirror, store, environment, shop } = await setUp()
    const row = await buildQueuedDeployment(environment, [addVersion(await buildVersion(shop))])
    await syncDeployment(mirror, row.id)
    await report(store, row.id, { phase: 'Deploying', message: 'Pulling' })
    await syncDeployment(mirror, row.id)
    expect(await row.reload()).toMatchObject({ state: DEPLOYING, message: 'Pulling', finishedAt: null })
    await report(store, row.id, { phase: 'Live' })
    await syncDeployment(mirror, row.id)
    await report(store, row.id, { phase: 'Deploying' })
    await syncDeployment(mirror, row.id)
    expect((await row.reload()).state).toBe(LIVE)
  })
})
