import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { systemClock } from '../../core/time/clock'
import { silentLogger } from '../../core/logging/logger'
import { environmentLabel, isToGo, teamLabel } from '../../core/resources/metadata'
import { deploymentStates } from '../../core/resources/wire-states'
import { Deployment } from '../../db/models/deployment'
import { buildApplicationSpec } from '../../tests/builders/environment-parts'
import { createMemoryStore } from '../../tests/builders/memory-store'
import { buildDeploymentStatus } from '../../tests/builders/resource-status'
import { buildAccount, buildEnvironment, buildQueuedDeployment } from '../../tests/builders/team-rows'
import { useTestDatabase } from '../../tests/postgres/test-database'
import type { MirrorDependencies } from './dependencies'
import { createSync } from './sync'

const { LIVE, RETIRED } = deploymentStates
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
  const sync = createSync(mirror)
  await sync('Environment', environment.id)
  const labels = { [teamLabel]: environment.teamId, [environmentLabel]: environment.id }
  const application = { ...buildApplicationSpec('web'), applicationId: randomUUID(), versionId: randomUUID() }
  const specOf = (sequence: number, tag = '1') => ({
    environment: environment.id,
    sequence,
    applications: [{ ...application, tag }],
  })

  /** A deployment of which Postgres knows nothing. */
  async function apply(sequence: number, changed: Record<string, string> = {}): Promise<string> {
    const name = randomUUID()
    const write = { name, labels: { ...labels, ...changed }, spec: specOf(sequence) }
    const resource = await store.apply('Deployment', write)
    await store.replaceStatus('Deployment', resource, buildDeploymentStatus({ phase: 'Live' }))
    return name
  }
  const states = async () =>
    (await Deployment.findAll({ where: { environmentId: environment.id }, order: ['sequence'] })).map(
      ({ id, sequence, state }) => ({ id, sequence, state }),
    )
  const isKept = async (name: string) => {
    const resource = await store.get('Deployment', name)
    return resource !== undefined && !isToGo(resource.metadata)
  }
  return { store, environment, sync, labels, specOf, apply, states, isKept }
}

describe('a deployment that Postgres knows nothing of', () => {
  it('is taken in once with its number and its end, however often and in whatever order it is looked at', async () => {
    const { sync, apply, states } = await setUp()
    const [first, second] = [await apply(3), await apply(5)]
    await Promise.all([sync('Deployment', second), sync('Deployment', first), sync('Deployment', second)])
    await sync('Deployment', first)
    const found = await states()
    expect(found.find(({ id }) => id === second)).toEqual({ id: second, sequence: 5, state: LIVE })
    expect(found.filter(({ state }) => state !== LIVE && state !== RETIRED)).toEqual([])
    expect(found.length).toBeLessThanOrEqual(2)
  })

  it('gets its number before what was asked for meanwhile, which keeps its order', async () => {
    const { environment, sync, apply, states } = await setUp()
    const name = await apply(2)
    const waiting = []
    for (let count = 0; count < 3; count++) waiting.push(await buildQueuedDeployment(environment, []))
    await sync('Deployment', name)
    const found = await states()
    expect(found.find(({ id }) => id === name)).toEqual({ id: name, sequence: 2, state: LIVE })
    const others = found.filter(({ id }) => id !== name)
    expect(others.map(({ id }) => id)).toEqual(waiting.map(({ id }) => id))
    expect(others.filter(({ sequence }) => sequence === 2)).toEqual([])
  })

  it('is not taken in when somebody edited it, made it by hand, or it is another team’s: it stays and is reported', async () => {
    const { store, sync, labels, specOf, apply, states, isKept } = await setUp()
    const foreign = await apply(7, { [teamLabel]: randomUUID() })
    const byHand = randomUUID()
    await store.writeByHand('Deployment', byHand, specOf(8), labels)
    for (const name of [foreign, byHand]) {
      await sync('Deployment', name)
      expect(await isKept(name)).toBe(true)
    }
    const edited = await apply(9)
    await store.writeByHand('Deployment', edited, specOf(9, '2'), labels)
    await sync('Deployment', edited)
    expect(await isKept(edited)).toBe(true)
    expect(await states()).toEqual([])
    const told = store.notices.filter(({ reason }) => reason === 'UnknownToPortal')
    expect(told.map(({ name }) => name)).toEqual([foreign, byHand, edited])
  })

  it('goes when a later one is live, and when its environment is there no more', async () => {
    const { store, environment, sync, apply, isKept } = await setUp()
    const live = await apply(4)
    await sync('Deployment', live)
    const old = await apply(1)
    await sync('Deployment', old)
    expect([await isKept(old), await isKept(live)]).toEqual([false, true])

    await environment.destroy()
    await sync('Deployment', live)
    expect(await isKept(live)).toBe(true)
    await store.requestDelete('Environment', environment.id)
    await sync('Deployment', live)
    expect(await isKept(live)).toBe(false)
  })
})
