import { randomUUID } from 'node:crypto'
import { describe, expect, it, vi } from 'vitest'
import { systemClock } from '../../core/time/clock'
import { deploymentStates } from '../../core/resources/wire-states'
import { createLogger } from '../../core/logging/logger'
import { isAsApplied } from '../../core/resources/fingerprint'
import { isToGo, teamLabel } from '../../core/resources/metadata'
import { AwsAccount } from '../../db/models/aws-account'
import { createMemoryStore } from '../../tests/builders/memory-store'
import {
  addVersion,
  buildAccount,
  buildApplication,
  buildEnvironment,
  buildQueuedDeployment,
  buildVersion,
} from '../../tests/builders/team-rows'
import { useTestDatabase } from '../../tests/postgres/test-database'
import { InvalidResourceError } from '../store/store'
import type { MirrorDependencies } from './dependencies'
import { Orphans } from './orphans'
import { syncAwsAccount } from './sync-aws-account'
import { syncDeployment } from './sync-deployment'
import { syncEnvironment } from './sync-environment'

const database = useTestDatabase()

async function setUp() {
  const store = createMemoryStore()
  const lines: Record<string, unknown>[] = []
  const log = createLogger('test', 'warn', { write: (line) => lines.push(JSON.parse(line) as never) })
  const mirror: MirrorDependencies = { store, sequelize: database.sequelize, clock: systemClock, log }
  const row = await buildEnvironment(await buildAccount())
  await syncEnvironment(mirror, row.id)
  return { mirror, store, row, lines }
}

describe('a resource that somebody edited', () => {
  it('gets back what the portal says, and the log says which fields', async () => {
    const { mirror, store, row, lines } = await setUp()
    const before = await store.get('Environment', row.id)
    if (!before) throw new Error('There is no resource.')
    const overrides = [{ applicationId: 'web', count: 0 }]
    await store.writeByHand('Environment', row.id, { ...before.spec, spotStrategy: 'NONE', overrides }, {})
    await syncEnvironment(mirror, row.id)
    const after = await store.get('Environment', row.id)
    expect(after?.spec).toEqual(before.spec)
    expect(after?.metadata.labels).toEqual(before.metadata.labels)
    expect(lines).toMatchObject([
      {
        kind: 'Environment',
        resource: row.id,
        fields: [
          'spec.overrides',
          'spec.spotStrategy',
          'metadata.labels.sdo.dev/team',
          'metadata.labels.sdo.dev/environment',
        ],
      },
    ])
    await syncEnvironment(mirror, row.id)
    expect(lines).toHaveLength(1)
  })

  it('gets back what the portal says also when it is an account', async () => {
    const { mirror, store, row, lines } = await setUp()
    const before = await store.get('AwsAccount', row.awsAccountId)
    if (!before) throw new Error('There is no resource.')
    await store.writeByHand('AwsAccount', row.awsAccountId, { ...before.spec, forceDelete: true })
    await syncAwsAccount(mirror, row.awsAccountId)
    expect((await store.get('AwsAccount', row.awsAccountId))?.spec).toEqual(before.spec)
    expect(lines).toMatchObject([{ fields: ['spec.forceDelete'] }])
  })

  it('is nobody’s doing while people change the row', async () => {
    const { mirror, store, row, lines } = await setUp()
    await row.update({ name: 'Renamed', desiredRevision: '2' })
    await syncEnvironment(mirror, row.id)
    expect((await store.get('Environment', row.id))?.spec.displayName).toBe('Renamed')
    expect(lines).toEqual([])
  })

  it('is applied also when the hand wrote what the portal says now, so that it is acted on', async () => {
    const { mirror, store, row } = await setUp()
    const before = await store.get('Environment', row.id)
    if (!before) throw new Error('There is no resource.')
    await store.writeByHand('Environment', row.id, { ...before.spec, displayName: 'Renamed' })
    await row.update({ name: 'Renamed', desiredRevision: '2' })
    await syncEnvironment(mirror, row.id)
    const after = await store.get('Environment', row.id)
    expect(after?.spec.displayName).toBe('Renamed')
    expect(after && isAsApplied(after)).toBe(true)
  })

  it('is deleted by the portal also when it was marked by hand before', async () => {
    const { mirror, store, row } = await setUp()
    await store.deleteByHand('AwsAccount', row.awsAccountId)
    await AwsAccount.update(
      { deletingAt: new Date(), desiredRevision: '2' },
      { where: { id: row.awsAccountId } },
    )
    await syncAwsAccount(mirror, row.awsAccountId)
    const { annotations } = (await store.get('AwsAccount', row.awsAccountId))?.metadata ?? {}
    expect(annotations?.['sdo.dev/allow-deletion']).toBe('true')
  })
})

describe('a resource that says what its row says', () => {
  it('is not written again, also when the row has a new revision', async () => {
    const { mirror, store, row } = await setUp()
    const applied = await store.get('Environment', row.id)
    const apply = vi.spyOn(store, 'apply')
    await row.update({ desiredRevision: '2' })
    await syncEnvironment(mirror, row.id)
    await syncEnvironment(mirror, row.id)
    expect(apply).not.toHaveBeenCalled()
    expect(await store.get('Environment', row.id)).toEqual(applied)
    expect((await row.reload()).mirroredRevision).toBe('2')
  })
})

describe('an environment that is being deleted', () => {
  it('gets back its spec as well, so that what is taken down is what was there', async () => {
    const { mirror, store, row } = await setUp()
    const before = await store.get('Environment', row.id)
    if (!before) throw new Error('There is no resource.')
    await row.update({ deletingAt: new Date(), desiredRevision: '2' })
    await syncEnvironment(mirror, row.id)
    await store.writeByHand('Environment', row.id, { ...before.spec, spotStrategy: 'NONE' })
    await syncEnvironment(mirror, row.id)
    const after = await store.get('Environment', row.id)
    expect(after && isAsApplied(after)).toBe(true)
    expect(after?.spec).toEqual(before.spec)
    expect(after && isToGo(after.metadata)).toBe(true)
  })
})

describe('a resource of nobody', () => {
  it('is left as it is, and reported once', async () => {
    const { mirror, store, lines } = await setUp()
    const orphans = new Orphans()
    const name = randomUUID()
    await store.writeByHand('Deployment', name, { environment: 'x', sequence: 1, applications: [] })
    const before = await store.get('Deployment', name)
    for (let look = 0; look < 3; look++) {
      expect(await syncDeployment(mirror, name)).toBe(false)
      await orphans.report(mirror, 'Deployment', name)
    }
    expect(await store.get('Deployment', name)).toEqual(before)
    expect(lines).toMatchObject([{ kind: 'Deployment', resource: name }])
  })

  it('goes if it was ours: its row went with its environment’s', async () => {
    const { mirror, store } = await setUp()
    const name = randomUUID()
    const spec = { environment: 'x', sequence: 1, applications: [] }
    await store.apply('Deployment', { name, labels: { [teamLabel]: 'team' }, spec })
    expect(await syncDeployment(mirror, name)).toBe(true)
    expect((await store.get('Deployment', name))?.metadata.deletionTimestamp).toBeDefined()
  })
})

describe('a deployment that the store refuses for what it says', () => {
  it('fails with the reason instead of being tried for ever, and the next one starts', async () => {
    const { mirror, store, row } = await setUp()
    const shop = await buildApplication(row.teamId, 'Shop')
    const refused = await buildQueuedDeployment(row, [addVersion(await buildVersion(shop))])
    const next = await buildQueuedDeployment(row, [addVersion(await buildVersion(shop))])
    const { apply } = store
    let isRefusing = true
    const refuse: typeof apply = (kind, write) =>
      isRefusing && kind === 'Deployment'
        ? Promise.reject(new InvalidResourceError('Too many ports.'))
        : apply(kind, write)
    store.apply = refuse
    const refusing = syncDeployment(mirror, refused.id)
    await refusing.catch(() => undefined)
    expect(await refused.reload()).toMatchObject({
      state: deploymentStates.FAILED,
      message: 'Too many ports.',
    })
    isRefusing = false
    await syncDeployment(mirror, next.id)
    expect((await next.reload()).state).not.toBe(deploymentStates.QUEUED)
  })
})
