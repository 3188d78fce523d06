import { describe, expect, it } from 'vitest'
import fc from 'fast-check'
import { systemClock } from '../../core/time/clock'
import { silentLogger } from '../../core/logging/logger'
import type { EnvironmentStatus } from '../../core/resources/environment'
import {
  appliedRevisionAnnotation,
  environmentLabel,
  examineTraceparentAnnotation,
  mirroredEventsAnnotation,
  recordedLabel,
  teamLabel,
  type Condition,
} from '../../core/resources/metadata'
import { Environment } from '../../db/models/environment'
import { LogMessage } from '../../db/models/log-message'
import { listDeleted } from '../../db/queries/deleted-environments'
import { listSamples } from '../../db/queries/environment-samples'
import { selectFirst } from '../../db/sql'
import { createMemoryStore } from '../../tests/builders/memory-store'
import { buildEnvironmentStatus, buildEvent } from '../../tests/builders/resource-status'
import { buildAccount, buildEnvironment } from '../../tests/builders/team-rows'
import { useTestDatabase } from '../../tests/postgres/test-database'
import type { ResourceStore } from '../store/store'
import type { MirrorDependencies } from './dependencies'
import { syncEnvironment } from './sync-environment'

const database = useTestDatabase()

async function setUp() {
  const store = createMemoryStore()
  const mirror: MirrorDependencies = {
    store,
    sequelize: database.sequelize,
    clock: systemClock,
    log: silentLogger,
  }
  const row = await buildEnvironment(await buildAccount())
  await syncEnvironment(mirror, row.id)
  return { mirror, store, row }
}

const require = async (store: ResourceStore, id: string) => {
  const resource = await store.get('Environment', id)
  if (!resource) throw new Error('There is no such resource.')
  return resource
}

async function report(store: ResourceStore, id: string, changes: Partial<EnvironmentStatus> = {}) {
  const resource = await require(store, id)
  const observedGeneration = resource.metadata.generation
  await store.replaceStatus(
    'Environment',
    resource,
    buildEnvironmentStatus({ observedGeneration, ...changes }),
  )
}

const linesOf = async (environmentId: string) =>
  (await LogMessage.findAll({ where: { environmentId }, order: [['sequence', 'ASC']] })).map(
    ({ message }) => message,
  )

/** Transaction that wrote the row last. */
const versionOf = async (id: string) => {
  const sql = 'SELECT xmin::text AS version FROM environments WHERE id = $1'
  return (await selectFirst<{ version: string }>(database.sequelize, sql, [id]))?.version
}

describe('syncEnvironment', () => {
  it('applies the account before the environment, with the labels of its team', async () => {
    const { store, row } = await setUp()
    expect(await store.get('AwsAccount', row.awsAccountId)).toBeDefined()
    const { spec, metadata } = await require(store, row.id)
    expect(spec).toMatchObject({ displayName: 'Production', awsAccount: row.awsAccountId, overrides: [] })
    expect(metadata.labels).toEqual({ [teamLabel]: row.teamId, [environmentLabel]: row.id })
  })

  it('takes along by whose request the environment is examined', async () => {
    const { mirror, store, row } = await setUp()
    const examineTraceparent = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`
    await row.update({ examineRequestedAt: new Date(1), examineTraceparent, desiredRevision: '2' })
    await syncEnvironment(mirror, row.id)
    const { spec, metadata } = await require(store, row.id)
    expect(spec.examineRequestedEpoch).toBe(1)
    expect(metadata.annotations[examineTraceparentAnnotation]).toBe(examineTraceparent)
  })

  it('writes no status that Postgres has already: whoever looks at the environment would be told of a change', async () => {
    const { mirror, store, row } = await setUp()
    await report(store, row.id, { costPerHour: 7 })
    await syncEnvironment(mirror, row.id)
    const written = await versionOf(row.id)
    await syncEnvironment(mirror, row.id)
    expect(await versionOf(row.id)).toBe(written)
    await report(store, row.id, { costPerHour: 8 })
    await syncEnvironment(mirror, row.id)
    expect(await versionOf(row.id)).not.toBe(written)
    // The same status answers what people asked last.
    await row.update({ statusType: 'WORKING' })
    await syncEnvironment(mirror, row.id)
    expect((await row.reload()).statusType).toBe('READY')
  })

  it('gives a lost resource its status back without its log, which goes on where it was', async () => {
    const { mirror, store, row } = await setUp()
    const events = [buildEvent(1), buildEvent(2)]
    await report(store, row.id, { costPerHour: 7, events, lastEventSequence: 2 })
    await syncEnvironment(mirror, row.id)
    const rebuilt = createMemoryStore()
    await syncEnvironment({ ...mirror, store: rebuilt }, row.id)
    const { metadata, status } = await require(rebuilt, row.id)
    expect(metadata.labels[recordedLabel]).toBe('true')
    expect(status).toMatchObject({ costPerHour: 7, events: [], lastEventSequence: 2, observedGeneration: 0 })
    expect((await row.reload()).statusType).toBe('READY')
  })

  it('takes up a deletion again whose resource was lost, until the reconciler says that nothing is left', async () => {
    const { mirror, store, row } = await setUp()
    const condition = (type: string, reason: 'Ready' | 'Deleting'): Condition => ({
      type,
      status: 'True',
      reason,
      message: '',
      lastTransitionTime: new Date(0).toISOString(),
      observedGeneration: 1,
    })
    const network = condition('NetworkReady', 'Ready')
    const conditions = [network, condition('Absent', 'Deleting')]
    await report(store, row.id, { conditions })
    await syncEnvironment(mirror, row.id)
    await row.update({ deletingAt: new Date(), desiredRevision: '2' })
    const rebuilt = createMemoryStore()
    await syncEnvironment({ ...mirror, store: rebuilt }, row.id)
    expect(await require(rebuilt, row.id)).toMatchObject({
      metadata: { deletionTimestamp: expect.any(String) },
      status: { conditions },
    })
    await report(rebuilt, row.id, { conditions: [network, condition('Absent', 'Ready')] })
    await syncEnvironment({ ...mirror, store: rebuilt }, row.id)
    await syncEnvironment({ ...mirror, store: createMemoryStore() }, row.id)
    expect(await Environment.findByPk(row.id)).toBeNull()
    const [kept] = await listDeleted(database.sequelize, row.teamId, 10)
    expect(kept).toMatchObject({ id: row.id, name: row.name })
  })

  it('shows a status that answers the row as it is now, and no older one', async () => {
    const { mirror, store, row } = await setUp()
    await report(store, row.id)
    await syncEnvironment(mirror, row.id)
    expect(await row.reload()).toMatchObject({ statusType: 'READY', statusMessage: 'Healthy' })

    await row.update({ name: 'Staging', statusType: 'WORKING', desiredRevision: '2' })
    await syncEnvironment(mirror, row.id)
    expect((await row.reload()).statusType).toBe('WORKING')
    await report(store, row.id, { phase: 'Failure', message: 'Check the logs' })
    await syncEnvironment(mirror, row.id)
    expect(await row.reload()).toMatchObject({ statusType: 'FAILURE', statusMessage: 'Check the logs' })
  })

  it('brings every event into the log once and in order, however often and in whatever pieces it is reported', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.integer({ min: 0, max: 4 }), fc.integer({ min: 1, max: 3 })), { maxLength: 6 }),
        async (rounds) => {
          const { mirror, store, row } = await setUp()
          let last = 0
          for (const [grows, repeats] of rounds) {
            last += grows
            const acknowledged = Number(
              (await require(store, row.id)).metadata.annotations[mirroredEventsAnnotation],
            )
            // Drops what the mirror has acknowledged, as the reconciler does.
            const events = Array.from({ length: last - acknowledged }, (_, i) =>
              buildEvent(acknowledged + i + 1),
            )
            await report(store, row.id, { events: events.reverse(), lastEventSequence: last })
            await Promise.all(Array.from({ length: repeats }, () => syncEnvironment(mirror, row.id)))
          }
          expect(await linesOf(row.id)).toEqual(Array.from({ length: last }, (_, i) => `Line ${i + 1}`))
        },
      ),
      { numRuns: 8 },
    )
  })

  it('keeps what people are to be told of besides', async () => {
    const { mirror, store, row } = await setUp()
    const events = [
      { ...buildEvent(1), news: 'crash-loop' as const },
      { ...buildEvent(2), outage: 'recovered' as const },
      buildEvent(3),
    ]
    await report(store, row.id, { events, lastEventSequence: 3 })
    await syncEnvironment(mirror, row.id)
    const lines = await LogMessage.findAll({ where: { environmentId: row.id }, order: ['sequence'] })
    expect(lines.map(({ news }) => news)).toEqual(['crash-loop', 'recovered', null])
  })

  it('keeps what a line says of instances', async () => {
    const { mirror, store, row } = await setUp()
    const events = [
      { ...buildEvent(1), fleetChange: { kind: 'move' as const, savingPerHour: 0.25 } },
      { ...buildEvent(2), fleetChange: { kind: 'launch' as const } },
      buildEvent(3),
    ]
    await report(store, row.id, { events, lastEventSequence: 3 })
    await syncEnvironment(mirror, row.id)
    const lines = await LogMessage.findAll({ where: { environmentId: row.id }, order: ['sequence'] })
    expect(lines.map(({ fleetChange, savingPerHour }) => [fleetChange, savingPerHour])).toEqual([
      ['move', 0.25],
      ['launch', null],
      [null, null],
    ])
  })

  it('keeps which application and process a line is about', async () => {
    const { mirror, store, row } = await setUp()
    const events = [
      { ...buildEvent(1), applicationId: 'a', processId: 'p' },
      { ...buildEvent(2), applicationId: 'a' },
      buildEvent(3),
    ]
    await report(store, row.id, { events, lastEventSequence: 3 })
    await syncEnvironment(mirror, row.id)
    const lines = await LogMessage.findAll({ where: { environmentId: row.id }, order: ['sequence'] })
    expect(lines.map(({ applicationId, processId }) => [applicationId, processId])).toEqual([
      ['a', 'p'],
      ['a', null],
      [null, null],
    ])
  })

  it('keeps which line it is, and takes in lines of a release that does not say', async () => {
    const { mirror, store, row } = await setUp()
    const events = [{ ...buildEvent(1), code: 'deployments.live' }, buildEvent(2)]
    await report(store, row.id, { events, lastEventSequence: 2 })
    await syncEnvironment(mirror, row.id)
    const lines = await LogMessage.findAll({ where: { environmentId: row.id }, order: ['sequence'] })
    expect(lines.map(({ code, message }) => [code, message])).toEqual([
      ['deployments.live', 'Line 1'],
      [null, 'Line 2'],
    ])
  })

  it('keeps what an environment costs and has, once for each hour in which that changed', async () => {
    const { mirror, store, row } = await setUp()
    let now = Date.parse('2026-11-20T10:20:00Z')
    const clocked = { ...mirror, clock: { ...systemClock, now: () => now } }
    const sync = async (minutes: number, costPerHour: number) => {
      now += minutes * 60_000
      await report(store, row.id, { costPerHour })
      await syncEnvironment(clocked, row.id)
    }
    await sync(0, 1)
    await sync(10, 2)
    await sync(60, 2)
    await sync(60, 3)
    await sync(5, 9)
    await sync(1, 3)
    const samples = await listSamples(database.sequelize, row.id, new Date(0))
    expect(
      samples.map(({ hour, costPerHour, highestPerHour }) => [
        hour.toISOString(),
        costPerHour,
        highestPerHour,
      ]),
    ).toEqual([
      ['2026-11-20T10:00:00.000Z', 2, 2],
      ['2026-11-20T12:00:00.000Z', 3, 9],
    ])
  })

  it('says again which events it has when it was ended before it could say so', async () => {
    const { mirror, store, row } = await setUp()
    await report(store, row.id, { events: [buildEvent(1), buildEvent(2)], lastEventSequence: 2 })
    const dying: MirrorDependencies = {
      ...mirror,
      store: { ...store, annotate: () => Promise.reject(new Error('killed')) },
    }
    await expect(syncEnvironment(dying, row.id)).rejects.toThrow('killed')
    expect((await require(store, row.id)).metadata.annotations[mirroredEventsAnnotation]).toBe('0')
    await syncEnvironment(mirror, row.id)
    expect((await require(store, row.id)).metadata.annotations[mirroredEventsAnnotation]).toBe('2')
    expect(await linesOf(row.id)).toEqual(['Line 1', 'Line 2'])
  })

  it('says which revision was applied, also where a release applied it that did not', async () => {
    const { mirror, store, row } = await setUp()
    const before = await require(store, row.id)
    expect(before.metadata.annotations[appliedRevisionAnnotation]).toBe('1')
    await store.removeAnnotation('Environment', before, appliedRevisionAnnotation)
    await syncEnvironment(mirror, row.id)
    const { metadata } = await require(store, row.id)
    expect([metadata.annotations[appliedRevisionAnnotation], metadata.generation]).toEqual(['1', 1])
  })

  it('repeats an apply whose end it did not see', async () => {
    const { mirror, store, row } = await setUp()
    await row.update({ name: 'Renamed', desiredRevision: '2' })
    const dying: MirrorDependencies = {
      ...mirror,
      store: {
        ...store,
        apply: async (kind, write) => {
          await store.apply(kind, write)
          throw new Error('killed')
        },
      },
    }
    await expect(syncEnvironment(dying, row.id)).rejects.toThrow('killed')
    expect((await row.reload()).mirroredRevision).toBe('1')
    await syncEnvironment(mirror, row.id)
    expect((await row.reload()).mirroredRevision).toBe('2')
    const { spec, metadata } = await require(store, row.id)
    expect([spec.displayName, metadata.generation]).toEqual(['Renamed', 2])
  })

  it('waits for the resource to be gone before it deletes the row', async () => {
    const { mirror, store, row } = await setUp()
    await row.update({ deletingAt: new Date(), desiredRevision: '2' })
    await syncEnvironment(mirror, row.id)
    await syncEnvironment(mirror, row.id)
    expect(await Environment.findByPk(row.id)).not.toBeNull()
    await store.dropFinalizer('Environment', await require(store, row.id))
    await syncEnvironment(mirror, row.id)
    expect(await Environment.findByPk(row.id)).toBeNull()
  })
})
