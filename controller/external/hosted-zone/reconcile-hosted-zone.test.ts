import { beforeEach, describe, expect, it } from 'vitest'
import { silentLogger } from '../../../core/logging/logger'
import { examineAnnotation } from '../../../core/resources/metadata'
import { buildAwsAccountStatus } from '../../../tests/builders/resource-status'
import { createMemoryStore } from '../../../tests/builders/memory-store'
import { VirtualClock } from '../../../tests/builders/virtual-clock'
import { CloudError, type Cloud, type Zone } from '../../cloud/cloud'
import { DnsSilence } from '../../delegation/delegations'
import {
  createHostedZoneReconciler,
  delegationIntervalSeconds,
  unsettledIntervalSeconds,
} from './reconcile-hosted-zone'

const nameServers = ['ns-1.awsdns-01.org', 'ns-2.awsdns-02.com']
const zone: Zone = { id: 'Z1', name: 'example.com', isPrivate: false, nameServers }
const minutes = (count: number) => count * 60_000

/** A zone of which a test says what AWS and the name's parent answer. */
class ZoneBench {
  readonly clock = new VirtualClock()
  readonly store = createMemoryStore(this.clock)
  aws: Zone | CloudError = zone
  parent: string[][] | DnsSilence = [nameServers]

  private readonly reconcile = createHostedZoneReconciler({
    store: this.store,
    clock: this.clock,
    log: silentLogger,
    cloud: {
      account: () => ({ dns: { getZone: async () => orThrow(this.aws) } }) as unknown as Account,
    },
    delegations: { of: async () => orThrow(this.parent) },
  })

  async add(): Promise<void> {
    const spec = { displayName: 'DNS', accountNumber: '111122223333', externalId: 'id' }
    const account = await this.store.apply('AwsAccount', {
      name: 'account-1',
      labels: {},
      spec: { ...spec, isEnvironmentHolder: false, verifyRequest: 0, forceDelete: false },
    })
    await this.store.replaceStatus('AwsAccount', account, buildAwsAccountStatus())
    await this.store.apply('HostedZone', {
      name: 'zone-1',
      labels: {},
      spec: { awsAccount: 'account-1', zoneId: 'Z1' },
    })
  }

  /** How the zone is after a look, some time after the one before. */
  async look(afterMilliseconds = 0) {
    await this.clock.advance(afterMilliseconds)
    await this.reconcile('zone-1')
    return (await this.store.get('HostedZone', 'zone-1'))?.status
  }

  /** Another one after each write. */
  async version() {
    return (await this.store.get('HostedZone', 'zone-1'))?.metadata.resourceVersion
  }
}

type Account = ReturnType<Cloud['account']>

function orThrow<T>(answer: T | Error): T {
  if (answer instanceof Error) throw answer
  return answer
}

let bench: ZoneBench

beforeEach(async () => {
  bench = new ZoneBench()
  await bench.add()
})

describe('a hosted zone', () => {
  it('is associated when every name server of the parent names its servers, and no others', async () => {
    bench.parent = [nameServers, nameServers]
    expect(await bench.look()).toMatchObject({ phase: 'HEALTHY', zone: { name: 'example.com' } })
  })

  it.each([
    ['others', [['ns-9.example.net']], 'is delegated to ns-9.example.net'],
    ['others in one answer of two', [nameServers, ['ns-9.example.net']], 'is delegated to ns-9.example.net'],
    ['some of them', [nameServers.slice(1)], 'is delegated to ns-2.awsdns-02.com.'],
    ['more than them', [[...nameServers, 'ns-9.example.net']], 'ns-9.example.net'],
    ['nobody', [[]], 'is delegated to nobody'],
  ])('shows a mismatch where the parent names %s, and what to do', async (_what, parent, message) => {
    expect((await bench.look())?.phase).toBe('HEALTHY')
    bench.parent = parent
    const found = await bench.look(minutes(5))
    expect(found?.phase).toBe('DNS_MISSMATCH')
    expect(found?.message).toContain(message)
    expect(found?.message).toContain(nameServers.join(', '))
    bench.parent = [nameServers]
    expect((await bench.look(minutes(5)))?.phase).toBe('HEALTHY')
  })

  it.each(['xn--bcher-kva.example', 'a_b.example'])('may be called %s', async (name) => {
    bench.aws = { ...zone, name }
    expect(await bench.look()).toMatchObject({ phase: 'HEALTHY', zone: { name } })
  })

  it.each([
    ['is private', { isPrivate: true }, 'Only public hosted zones are supported'],
    ['has a name in another alphabet', { name: 'b\\303\\274cher.example' }, 'begins with xn--'],
  ])('that %s is refused, with the reason', async (_what, changes, message) => {
    bench.aws = { ...zone, ...changes }
    expect(await bench.look()).toMatchObject({
      phase: 'INITIAL_SETUP_FAILURE',
      message: expect.stringContaining(message) as string,
    })
  })

  it('that is not there is refused, and one that somebody deletes shows a mismatch within the hour', async () => {
    bench.aws = new CloudError('not-found', 'NoSuchHostedZone')
    expect((await bench.look())?.phase).toBe('INITIAL_SETUP_FAILURE')
    bench.aws = zone
    expect((await bench.look(minutes(1)))?.phase).toBe('HEALTHY')
    bench.aws = new CloudError('not-found', 'NoSuchHostedZone')
    const found = await bench.look(minutes(60))
    expect(found?.phase).toBe('DNS_MISSMATCH')
    expect(found?.message).toContain('There is no hosted zone Z1 in the account DNS (111122223333)')
  })

  it.each([
    ['DNS is silent', () => (bench.parent = new DnsSilence('Nobody answered.')), 'SDO asks again.'],
    [
      'the role is missing',
      () => (bench.aws = new CloudError('access-denied', 'Not authorized')),
      'SDO cannot use its role for names in the account DNS',
    ],
  ])('stays as it was while %s, and says so', async (_what, fail, message) => {
    await bench.look()
    fail()
    const after = await bench.look(minutes(61))
    expect(after).toMatchObject({ phase: 'HEALTHY', message: expect.stringContaining(message) as string })
  })

  it.each([
    ['associated', [nameServers], delegationIntervalSeconds],
    ['delegated to others', [['ns-9.example.net']], unsettledIntervalSeconds],
  ])(
    'that stays %s is written once in an interval: each write wakes its reconciler',
    async (_what, parent, seconds) => {
      bench.parent = parent
      const first = await bench.look()
      const version = await bench.version()
      expect(await bench.look(seconds * 1000 - 1)).toEqual(first)
      expect(await bench.version()).toBe(version)
      expect((await bench.look(1))?.checkedEpoch).toBe(bench.clock.now())
    },
  )

  it('shows when it was asked for an examination that this was just now', async () => {
    await bench.look()
    await bench.store.annotate('HostedZone', 'zone-1', { [examineAnnotation]: 'once' })
    expect((await bench.look(1000))?.checkedEpoch).toBe(bench.clock.now())
  })
})
