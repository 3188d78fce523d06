import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { systemClock } from '../../core/clock'
import { silentLogger } from '../../core/logger'
import { AwsAccount } from '../../db/models/aws-account'
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
    await answer(mirror.store, row.id, { phase: 'FAILURE' })
    await syncAwsAccount(mirror, row.id)
    expect((await row.reload()).state).toBe('UPDATING_STATUS')

    await answer(mirror.store, row.id, { phase: 'CONFIGURATION_CHANGE' })
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

    await answer(mirror.store, row.id, { phase: 'FAILURE' })
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
})
