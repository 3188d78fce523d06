import { setMaxListeners } from 'node:events'
import { describe, expect, it, onTestFinished } from 'vitest'
import { systemClock } from '../../core/time/clock'
import { deploymentStates } from '../../core/resources/wire-states'
import { LivenessBoard } from '../../core/observability/liveness'
import { createLogger, silentLogger, type Logger } from '../../core/logging/logger'
import { environmentLabel } from '../../core/resources/metadata'
import { Deployment } from '../../db/models/deployment'
import { Environment } from '../../db/models/environment'
import { allShards } from '../../tests/builders/all-shards'
import { eventually } from '../../tests/builders/eventually'
import { createMemoryStore } from '../../tests/builders/memory-store'
import { buildDeploymentStatus, buildEnvironmentStatus } from '../../tests/builders/resource-status'
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
import { runMirror } from './mirror'
import { createSync } from './sync'

const { LIVE, RETIRED } = deploymentStates
const database = useTestDatabase()

/** @returns ends them */
function startMirrors(
  store: ResourceStore,
  {
    count = 1,
    log = silentLogger,
    resyncSeconds,
    board,
  }: { count?: number; log?: Logger; resyncSeconds?: number; board?: LivenessBoard } = {},
) {
  const end = new AbortController()
  setMaxListeners(0, end.signal)
  const running = Array.from({ length: count }, () =>
    runMirror(
      {
        store,
        terms: allShards({
          sync: createSync({ store, sequelize: database.sequelize, clock: systemClock, log }),
        }),
        databaseUrl: database.url,
        clock: systemClock,
        log,
        resyncSeconds,
        board,
      },
      end.signal,
    ),
  )
  const stop = async () => {
    end.abort()
    await Promise.all(running)
  }
  onTestFinished(stop)
  return stop
}

/** A reconciler that finds everything well at once. */
function answerEverything(store: ResourceStore) {
  const end = new AbortController()
  onTestFinished(() => end.abort())
  store.watch(
    'Environment',
    {
      changed: (environment) => {
        const observedGeneration = environment.metadata.generation
        if (environment.metadata.deletionTimestamp)
          void store.dropFinalizer('Environment', environment).catch(() => undefined)
        else if (environment.status?.observedGeneration !== observedGeneration)
          void store
            .replaceStatus('Environment', environment, buildEnvironmentStatus({ observedGeneration }))
            .catch(() => undefined)
      },
      removed: () => undefined,
    },
    end.signal,
  )
  store.watch(
    'Deployment',
    {
      changed: (deployment) => {
        if (deployment.metadata.deletionTimestamp)
          void store.dropFinalizer('Deployment', deployment).catch(() => undefined)
        else if (!deployment.status)
          void store.replaceStatus('Deployment', deployment, buildDeploymentStatus()).catch(() => undefined)
      },
      removed: () => undefined,
    },
    end.signal,
  )
}

/** Other tests of this file have rows in the database too. */
const deploymentsOf = (store: ResourceStore, { id }: Environment) =>
  store.list('Deployment', { [environmentLabel]: id })

describe('runMirror', () => {
  it('takes what was asked before it started and what is asked afterwards down, and the answers up', async () => {
    const store = createMemoryStore()
    answerEverything(store)
    const account = await buildAccount()
    const before = await buildEnvironment(account, 'Before')
    startMirrors(store)
    const isReady = async ({ id }: Environment) => (await Environment.findByPk(id))?.statusType === 'READY'
    await eventually('the first environment is ready', () => isReady(before))
    const after = await buildEnvironment(account, 'After')
    await eventually('the second environment is ready', () => isReady(after))
  })

  it('brings a row of deployments to their end, also with two mirrors at work', async () => {
    const store = createMemoryStore()
    answerEverything(store)
    const environment = await buildEnvironment(await buildAccount())
    const shop = await buildApplication(environment.teamId)
    startMirrors(store, { count: 2 })
    for (const name of ['1', '2', '3'])
      await buildQueuedDeployment(environment, [addVersion(await buildVersion(shop, name))])
    const statesOf = async () =>
      (
        await Deployment.findAll({ where: { environmentId: environment.id }, order: [['sequence', 'ASC']] })
      ).map(({ state }) => state)
    await eventually('all have ended', async () => (await statesOf()).at(-1) === LIVE)
    expect(await statesOf()).toEqual([RETIRED, RETIRED, LIVE])
    await eventually(
      'resources of what is over are gone',
      async () => (await deploymentsOf(store, environment)).length === 1,
    )
  })

  it('deletes an environment with its deployments, row and resource', async () => {
    const store = createMemoryStore()
    answerEverything(store)
    const environment = await buildEnvironment(await buildAccount())
    const version = await buildVersion(await buildApplication(environment.teamId))
    startMirrors(store)
    const deployment = await buildQueuedDeployment(environment, [addVersion(version)])
    await eventually('it is live', async () => (await deployment.reload()).state === LIVE)
    await environment.reload()
    await environment.update({
      deletingAt: new Date(),
      desiredRevision: String(Number(environment.desiredRevision) + 1),
    })
    await eventually('the row is gone', async () => (await Environment.findByPk(environment.id)) === null)
    await eventually(
      'no resource is left',
      async () => (await deploymentsOf(store, environment)).length === 0,
    )
    expect(await store.get('Environment', environment.id)).toBeUndefined()
  })

  it('makes up for a store that did not answer for a while', async () => {
    const store = createMemoryStore()
    answerEverything(store)
    let failures = 3
    const { apply } = store
    store.apply = (...write) =>
      failures-- > 0
        ? Promise.reject(new Error('unreachable'))
        : (apply.apply(store, write as never) as never)
    const environment = await buildEnvironment(await buildAccount())
    startMirrors(store)
    await eventually(
      'it is ready',
      async () => (await Environment.findByPk(environment.id))?.statusType === 'READY',
      15_000,
    )
  })

  it('leaves a resource alone whose name is in no row, says so once, and fails at nothing', async () => {
    const store = createMemoryStore()
    const lines: Record<string, unknown>[] = []
    const log = createLogger('test', 'warn', { write: (line) => lines.push(JSON.parse(line) as never) })
    const awsAccount = 'main'
    const spec = { displayName: 'By hand', awsAccount, spotStrategy: 'ALL', overrides: [] } as const
    await store.writeByHand('Environment', 'by-hand', { ...spec, overrides: [] })
    startMirrors(store, { log })
    await eventually('it is reported', () => lines.length > 0)
    await store.writeByHand('Environment', 'by-hand', { ...spec, overrides: [], displayName: 'Again' })
    const row = await buildEnvironment(await buildAccount())
    await eventually('a later one is mirrored', () => store.get('Environment', row.id))
    // Rows of the tests above have lost their resources with the store, which is said as well.
    const said = lines.filter(({ resource }) => resource === 'by-hand')
    expect(said).toMatchObject([{ level: 40, kind: 'Environment', resource: 'by-hand' }])
    expect((await store.get('Environment', 'by-hand'))?.metadata.deletionTimestamp).toBeUndefined()
  })

  it('brings what is asked for past everything that it only looks at because something may have been missed', async () => {
    const store = createMemoryStore()
    answerEverything(store)
    const account = await buildAccount()
    const others = new Set<string>()
    for (const name of ['1', '2', '3', '4', '5', '6', '7', '8', '9'])
      others.add((await buildEnvironment(account, name)).id)
    const stop = startMirrors(store)
    await eventually('all are ready', async () => {
      const rows = await Environment.findAll({ where: { id: [...others] } })
      return rows.every(({ statusType }) => statusType === 'READY')
    })
    await stop()
    // Nothing of the others comes to an end any more, however many workers begin with them.
    const { get } = store
    const end = new AbortController()
    const released = new Promise<void>((resolve) => end.signal.addEventListener('abort', () => resolve()))
    onTestFinished(() => end.abort())
    store.get = async (kind, name) => {
      if (others.has(name)) await released
      return get.call(store, kind, name) as never
    }
    startMirrors(store)
    const asked = await buildEnvironment(account, 'Asked for')
    await eventually('it has a resource', () => get.call(store, 'Environment', asked.id))
    end.abort()
  })

  it('reads nothing again that neither people nor reconcilers changed, and finds what it was not told of', async () => {
    const store = createMemoryStore()
    answerEverything(store)
    const account = await buildAccount()
    const [rested, changed] = [
      await buildEnvironment(account, 'Rested'),
      await buildEnvironment(account, 'Changed'),
    ]
    const read: string[] = []
    const { get } = store
    store.get = (kind, name) => {
      read.push(name)
      return get.call(store, kind, name) as never
    }
    const board = new LivenessBoard()
    startMirrors(store, { resyncSeconds: 0.1, board })
    const changeUnheard = async () => {
      // No notification is sent for this column.
      await changed.update({ mirroredRevision: '0' })
      await eventually(
        'it was found',
        async () => (await changed.reload()).mirroredRevision === changed.desiredRevision,
      )
    }
    const isReady = async ({ id }: Environment) => (await Environment.findByPk(id))?.statusType === 'READY'
    await eventually('it is ready', () => isReady(rested))
    // Until then everything is doubted once more.
    await eventually('it listens', () => board.faults().length === 0)
    await changeUnheard()
    await eventually('everything was told of', async () => {
      read.length = 0
      await changeUnheard()
      return !read.includes(rested.id)
    })
    for (let times = 0; times < 5; times++) await changeUnheard()
    expect(read).toContain(changed.id)
    expect(read).not.toContain(rested.id)
  })
})
