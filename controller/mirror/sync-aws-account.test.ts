import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { systemClock } from '../../core/time/clock'
import { silentLogger } from '../../core/logging/logger'
import { AwsAccount } from '../../db/models/aws-account'
import { selectFirst } from '../../db/sql'
import { createMemoryStore } from '../../tests/builders/memory-store'
import { buildAwsAccountStatus } from '../../tests/builders/resource-status'
import { buildAccount } from '../../tests/builders/team-rows'
import { useTestDatabase } from '../../tests/postgres/test-database'
import type { ResourceStore } from '../store/store'
import type { MirrorDependencies } from './dependencies'
import { syncAwsAccount } from './sync-aws-account'

const database = useTestDatabase()

function setUp(): MirrorDependencies {
  const store = createMemoryStore()
  return { store, sequelize: database.sequelize, clock: systemClock, log: silentLogger }
}

const require = async (store: ResourceStore, id: string) => {
  const resource = await store.get('AwsAccount', id)
  if (!resource) throw new Error('There is no such resource.')
  return resource
}

/** Answers as the reconciler does: about the present generation and examination. */
async function answer(
  store: ResourceStore,
  id: string,
  changes: Parameters<typeof buildAwsAccountStatus>[0] = {},
) {
  const resource = await require(store, id)
  const { generation } = resource.metadata
  const { verifyRequest } = resource.spec
  const status = { observedGeneration: generation, answeredVerifyRequest: verifyRequest, ...changes }
  await store.replaceStatus('AwsAccount', resource, buildAwsAccountStatus(status))
}

/** Transaction that wrote the row last. */
const versionOf = async (id: string) => {
  const sql = 'SELECT xmin::text AS version FROM aws_accounts WHERE id = $1'
  return (await selectFirst<{ version: string }>(database.sequelize, sql, [id]))?.version
}

describe('syncAwsAccount', () => {
  it('applies a row that was never applied, once', async () => {
    const mirror = setUp()
    const row = await buildAccount()
    await syncAwsAccount(mirror, row.id)
    const first = await require(mirror.store, row.id)
    await syncAwsAccount(mirror, row.id)
    expect(await require(mirror.store, row.id)).toEqual(first)
    expect(first.spec.accountNumber).toBe(row.accountNumber)
    expect((await row.reload()).mirroredRevision).toBe('1')
  })

  it('writes no status that Postgres has already, and the state that answers what was asked last', async () => {
    const mirror = setUp()
    const row = await buildAccount()
    await syncAwsAccount(mirror, row.id)
    await answer(mirror.store, row.id)
    await syncAwsAccount(mirror, row.id)
    const written = await versionOf(row.id)
    await syncAwsAccount(mirror, row.id)
    expect(await versionOf(row.id)).toBe(written)
    await row.update({ state: 'UPDATING_STATUS' })
    await syncAwsAccount(mirror, row.id)
    expect((await row.reload()).state).toBe('SUCCESS')
  })

  it('asks for a deletion that the resource was never told of, although no change is waiting', async () => {
    const mirror = setUp()
    const row = await buildAccount()
    await syncAwsAccount(mirror, row.id)
    await row.update({ deletingAt: new Date() })
    await syncAwsAccount(mirror, row.id)
    expect((await require(mirror.store, row.id)).metadata.deletionTimestamp).toBeDefined()
  })

  it('gives a lost resource its status back, to be observed anew', async () => {
    const mirror = setUp()
    const row = await buildAccount()
    await syncAwsAccount(mirror, row.id)
    await answer(mirror.store, row.id, { phase: 'Ready', hasHeldEnvironments: true })
    await syncAwsAccount(mirror, row.id)
    const rebuilt = { ...mirror, store: createMemoryStore() }
    await syncAwsAccount(rebuilt, row.id)
    expect((await require(rebuilt.store, row.id)).status).toMatchObject({
      phase: 'Ready',
      hasHeldEnvironments: true,
      observedGeneration: 0,
    })
    expect((await row.reload()).state).toBe('SUCCESS')
  })

  it('applies again what somebody removed although nobody asked', async () => {
    const mirror = setUp()
    const row = await buildAccount()
    await syncAwsAccount(mirror, row.id)
    await mirror.store.requestDelete('AwsAccount', row.id)
    await mirror.store.dropFinalizer('AwsAccount', await require(mirror.store, row.id))
    await syncAwsAccount(mirror, row.id)
    expect((await require(mirror.store, row.id)).metadata.deletionTimestamp).toBeUndefined()
  })

  it('takes the state of an answer, but not of an answer to an older question', async () => {
    const mirror = setUp()
    const row = await buildAccount()
    await syncAwsAccount(mirror, row.id)
    await answer(mirror.store, row.id)
    await syncAwsAccount(mirror, row.id)
    expect((await row.reload()).state).toBe('SUCCESS')

    await row.update({ verifyRequest: 1, state: 'UPDATING_STATUS', desiredRevision: '2' })
    await answer(mirror.store, row.id, { phase: 'Failure' })
    await syncAwsAccount(mirror, row.id)
    expect((await row.reload()).state).toBe('UPDATING_STATUS')

    await answer(mirror.store, row.id, { phase: 'UpdateNeeded' })
    await syncAwsAccount(mirror, row.id)
    expect((await row.reload()).state).toBe('CONFIGURATION_CHANGE')
  })

  it('keeps a question pending that was asked while the previous one was being applied', async () => {
    const mirror = setUp()
    const row = await buildAccount()
    const { apply } = mirror.store
    mirror.store.apply = async (kind, write) => {
      // On a connection of its own, as the portal would: not in the mirror's transaction.
      const portal = new pg.Client({ connectionString: database.url })
      await portal.connect()
      await portal.query('UPDATE aws_accounts SET desired_revision = 2 WHERE id = $1', [row.id])
      await portal.end()
      return apply.call(mirror.store, kind, write) as never
    }
    await syncAwsAccount(mirror, row.id)
    const after = await row.reload()
    expect([after.desiredRevision, after.mirroredRevision]).toEqual(['2', '1'])
  })

  it('asks for deletion, says what went wrong with it, and deletes the row when the resource is gone', async () => {
    const mirror = setUp()
    const row = await buildAccount()
    await syncAwsAccount(mirror, row.id)
    await answer(mirror.store, row.id)
    await row.update({ deletingAt: new Date(), state: 'DELETING', desiredRevision: '2' })
    await syncAwsAccount(mirror, row.id)
    expect((await require(mirror.store, row.id)).metadata.deletionTimestamp).toBeDefined()
    expect((await row.reload()).state).toBe('DELETING')

    await answer(mirror.store, row.id, { phase: 'Failure' })
    await syncAwsAccount(mirror, row.id)
    expect((await row.reload()).state).toBe('FAILURE')

    await row.update({ forceDelete: true, state: 'DELETING', desiredRevision: '3' })
    await syncAwsAccount(mirror, row.id)
    expect((await row.reload()).state).toBe('DELETING')
    expect((await require(mirror.store, row.id)).spec.forceDelete).toBe(true)

    await mirror.store.dropFinalizer('AwsAccount', await require(mirror.store, row.id))
    await syncAwsAccount(mirror, row.id)
    expect(await AwsAccount.findByPk(row.id)).toBeNull()
  })

  it('changes nothing twice when two mirrors work on the same row at once', async () => {
    const mirror = setUp()
    const row = await buildAccount()
    await Promise.all([1, 2, 3].map(() => syncAwsAccount(mirror, row.id)))
    expect((await require(mirror.store, row.id)).metadata.generation).toBe(1)
  })

  describe('of a number that two teams have entered', () => {
    async function enterTwice() {
      const mirror = setUp()
      const first = await buildAccount()
      const second = await buildAccount()
      await second.update({ accountNumber: first.accountNumber })
      const sync = async (...rows: AwsAccount[]) => {
        await Promise.all(rows.map(({ id }) => syncAwsAccount(mirror, id)))
        await Promise.all([first, second].map((row) => row.reload()))
      }
      await sync(first, second)
      return { mirror, first, second, sync }
    }

    it('is the one’s whose roles are right first, and the other one is told what to do', async () => {
      const { mirror, first, second, sync } = await enterTwice()
      await answer(mirror.store, second.id, { phase: 'SetupNeeded' })
      await sync(second)
      expect(second.state).toBe('INITIAL_SETUP')
      await answer(mirror.store, first.id)
      await sync(first)
      expect([first.state, first.claimedAt]).toEqual(['SUCCESS', expect.any(Date)])
      expect(second.desiredRevision > second.mirroredRevision).toBe(true)
      await sync(second)
      expect([second.state, second.claimedAt]).toEqual(['FAILURE', null])
      expect(second.status?.message).toMatch(/already exists on the platform\. Delete it here\./)
    })

    it('is one team’s when both are found right at the same moment, and stays that one’s', async () => {
      const { mirror, first, second, sync } = await enterTwice()
      for (const { id } of [first, second]) await answer(mirror.store, id)
      await sync(first, second)
      const claims = [first, second].map(({ claimedAt }) => claimedAt !== null)
      expect([...claims].sort()).toEqual([false, true])
      await sync(first, second)
      await sync(first, second)
      expect([first, second].map(({ state }) => state)).toEqual(
        claims.map((isOwner) => (isOwner ? 'SUCCESS' : 'FAILURE')),
      )
    })

    it('is free again for the other one when the owner has deleted it', async () => {
      const { mirror, first, second, sync } = await enterTwice()
      for (const row of [first, second]) {
        await answer(mirror.store, row.id)
        await sync(row)
      }
      expect(second.state).toBe('FAILURE')
      await sync(second)
      await first.update({ deletingAt: new Date(), desiredRevision: '9' })
      await sync(first)
      await mirror.store.dropFinalizer('AwsAccount', await require(mirror.store, first.id))
      await syncAwsAccount(mirror, first.id)
      await second.reload()
      expect(second.desiredRevision > second.mirroredRevision).toBe(true)
      await syncAwsAccount(mirror, second.id)
      await second.reload()
      expect([second.state, second.claimedAt]).toEqual(['SUCCESS', expect.any(Date)])
    })

    it('does not keep the other one from deleting its account', async () => {
      const { mirror, first, second, sync } = await enterTwice()
      await answer(mirror.store, first.id)
      await sync(first)
      await second.update({ deletingAt: new Date(), state: 'DELETING', desiredRevision: '9' })
      await sync(second)
      await answer(mirror.store, second.id, { phase: 'Deleting' })
      await sync(second)
      expect(second.state).toBe('DELETING')
    })
  })
})
