import { describe, expect, it } from 'vitest'
import { systemClock } from '../../core/time/clock'
import { silentLogger } from '../../core/logging/logger'
import { ExternalNetwork } from '../../db/models/external-network'
import { buildExternalNetwork } from '../../tests/builders/external-networks'
import { createMemoryStore } from '../../tests/builders/memory-store'
import { buildAccount } from '../../tests/builders/team-rows'
import { useTestDatabase } from '../../tests/postgres/test-database'
import type { MirrorDependencies } from './dependencies'
import { syncExternalNetwork } from './sync-external'

const database = useTestDatabase()

async function setUp() {
  const store = createMemoryStore()
  const mirror: MirrorDependencies = {
    store,
    sequelize: database.sequelize,
    clock: systemClock,
    log: silentLogger,
  }
  const account = await buildAccount()
  await account.update({ isNetworkHolder: true })
  return { store, mirror, account }
}

const leave = async (row: ExternalNetwork, mirror: MirrorDependencies) => {
  await row.update({ deletingAt: new Date() })
  await syncExternalNetwork(mirror, row.id)
  const resource = await mirror.store.get('ExternalNetwork', row.id)
  if (resource) await mirror.store.dropFinalizer('ExternalNetwork', resource)
  await syncExternalNetwork(mirror, row.id)
}

describe('syncExternalNetwork', () => {
  it('applies the account first, with the role it needs, then the network', async () => {
    const { store, mirror, account } = await setUp()
    const row = await buildExternalNetwork(account)
    await syncExternalNetwork(mirror, row.id)
    expect((await store.get('AwsAccount', account.id))?.spec.isNetworkHolder).toBe(true)
    expect((await store.get('ExternalNetwork', row.id))?.spec).toEqual({
      awsAccount: account.id,
      vpcId: row.vpcId,
      region: 'us-east-1',
    })
  })

  it('asks the account for the role no more when its last network is gone', async () => {
    const { mirror, account } = await setUp()
    const [one, other] = [await buildExternalNetwork(account), await buildExternalNetwork(account)]
    await leave(one, mirror)
    expect(await ExternalNetwork.findByPk(one.id)).toBeNull()
    expect((await account.reload()).isNetworkHolder).toBe(true)
    const { desiredRevision } = account
    await leave(other, mirror)
    expect((await account.reload()).isNetworkHolder).toBe(false)
    expect(Number(account.desiredRevision)).toBe(Number(desiredRevision) + 1)
  })
})
