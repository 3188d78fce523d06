import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { overlaps, parseCidr, type AddressRange } from '../../../core/aws/cidr'
import type { EnvironmentStatus, NetworkStatus } from '../../../core/resources/environment'
import { teamLabel } from '../../../core/resources/metadata'
import { createMemoryStore } from '../../../tests/builders/memory-store'
import { buildAwsAccountStatus } from '../../../tests/builders/resource-status'
import { VirtualClock } from '../../../tests/builders/virtual-clock'
import { SharedLooks } from '../../cloud/shared-looks'
import { ConflictError, type ResourceStore } from '../../store/store'
import type { EnvironmentDependencies } from '../dependencies'
import { Draft } from '../draft'
import { initialStatus } from '../initial-status'
import { Pass } from '../pass'
import { Grounds } from '../rest/grounds'
import { nothingHeard } from '../rest/rest'
import { defaultLimits } from '../policy'
import { freeVpcRange } from './free-vpc-range'
import { settleRange } from './settle-range'

const awsAccount = 'account-1'
const accountSpec = {
  displayName: 'Main',
  accountNumber: '111122223333',
  externalId: 'external-id',
  isEnvironmentHolder: true,
  verifyRequest: 0,
  forceDelete: false,
}

/** All that is private but eight ranges, where everybody begins to search at the same one. */
const crowded = ['10.0.0.0/8', '172.16.0.0/13', '192.168.0.0/16']

function build(vpcRanges: string[] = []) {
  const clock = new VirtualClock()
  const store = createMemoryStore(clock)
  const network = { listVpcRanges: async () => Promise.resolve([{ vpcId: 'vpc-theirs', cidrs: vpcRanges }]) }

  async function add(name: string, range?: Partial<NetworkStatus>, links: string[] = [], labels = {}) {
    const spec = { displayName: name, awsAccount, spotStrategy: 'ALL' as const, overrides: [] }
    const made = await store.apply('Environment', { name, labels, spec: { ...spec, linkedNetworks: links } })
    if (range) await store.replaceStatus('Environment', made, withRange(initialStatus(made), range))
  }
  const withRange = (status: EnvironmentStatus, range: Partial<NetworkStatus>) => ({
    ...status,
    network: { ...status.network, ...range },
  })
  const networkOf = async (name: string) => (await store.get('Environment', name))?.status?.network

  /** One pass of one environment, through the eyes of one controller. @returns whether its range is settled */
  async function pass(name: string, seen: ResourceStore = store): Promise<boolean | string> {
    const environment = await seen.get('Environment', name)
    if (!environment) throw new Error(name)
    const dependencies = {
      store: seen,
      clock,
      limits: defaultLimits,
      cloud: { account: () => ({ network }) },
      sharedLooks: new SharedLooks(clock),
    } as unknown as EnvironmentDependencies
    const account = await store.apply('AwsAccount', { name: awsAccount, labels: {}, spec: accountSpec })
    const one = new Pass(
      dependencies,
      {
        environment,
        deployments: [],
        linked: { awsAccount: account, zones: new Map(), networks: new Map() },
      },
      {
        surveyedEpoch: 0,
        isNetworkInDoubt: false,
        heard: nothingHeard,
      },
      new Grounds(clock.now()),
    )
    const draft = new Draft(environment.status ?? initialStatus(environment), one)
    const outcome = await settleRange(one, draft)
    if (!outcome) return true
    await seen.replaceStatus('Environment', environment, draft.status)
    return outcome.kind === 'stalled' ? outcome.message : false
  }
  async function settle(name: string): Promise<string | undefined> {
    for (let count = 0; count < 4; count++) {
      const settled = await pass(name)
      if (typeof settled === 'string') return settled
      if (settled) return (await networkOf(name))?.cidr
    }
    throw new Error(`${name} has no range.`)
  }
  async function addNetwork(name: string, cidr: string, labels = {}) {
    const spec = { awsAccount, vpcId: 'vpc-0123456789abcdef0', region: 'us-east-1' }
    const made = await store.apply('ExternalNetwork', { name, labels, spec })
    const { conditions } = buildAwsAccountStatus()
    const seen = { observedGeneration: 1, phase: 'HEALTHY' as const, message: '', conditions }
    await store.replaceStatus('ExternalNetwork', made, { ...seen, vpc: { cidrs: [cidr], readEpoch: 0 } })
  }
  return { clock, store, add, addNetwork, networkOf, pass, settle }
}

describe('the range of an environment', () => {
  it('is written down before it is settled, and stays', async () => {
    const { add, networkOf, pass, settle, clock } = build()
    await add('env-1')
    expect(await pass('env-1')).toBe(false)
    const cidr = freeVpcRange('env-1', [])
    expect(await networkOf('env-1')).toEqual({ subnets: [], cidr, rangeClaimedEpoch: clock.now() })
    expect(await pass('env-1')).toBe(false)
    expect(await networkOf('env-1')).toEqual({ subnets: [], cidr })
    await add('env-2', { cidr })
    expect(await settle('env-1')).toBe(cidr)
  })

  it.each(['another environment', 'an external network', 'a VPC of the account'])(
    'is none of %s',
    async (whose) => {
      const first = freeVpcRange('env-1', []) ?? ''
      const { add, addNetwork, settle } = build(whose === 'a VPC of the account' ? [first] : [])
      if (whose === 'another environment') await add('env-2', { cidr: first })
      if (whose === 'an external network') await addNetwork('network-1', first.replace('0/16', '128/25'))
      await add('env-1')
      expect(await settle('env-1')).toBe(freeVpcRange('env-1', [first]))
    },
  )

  it('may be one of another team’s', async () => {
    const first = freeVpcRange('env-1', []) ?? ''
    const { add, addNetwork, settle } = build()
    await add('env-2', { cidr: first }, [], { [teamLabel]: 'team-2' })
    await addNetwork('network-2', first, { [teamLabel]: 'team-2' })
    await add('env-1', undefined, [], { [teamLabel]: 'team-1' })
    expect(await settle('env-1')).toBe(first)
  })

  it('is one of somebody whom it does not reach once none is free of all, and then only', async () => {
    const { add, addNetwork, settle } = build(['0.0.0.0/0'])
    await addNetwork('network-1', '10.0.0.0/9')
    await add('linked', { cidr: '10.128.0.0/16' }, ['network-1'])
    await add('apart', { cidr: '10.129.0.0/16' })
    await add('env-1', undefined, ['network-1'])
    expect(await settle('env-1')).toBe(freeVpcRange('env-1', ['10.0.0.0/9', '10.128.0.0/16']))
  })

  it('cannot be had when what is linked takes all, and says by whom', async () => {
    const { add, addNetwork, settle } = build()
    await addNetwork('network-1', '0.0.0.0/0')
    await add('env-1', undefined, ['network-1'])
    expect(await settle('env-1')).toBe(
      'No private range of 65,536 addresses is free beside 0.0.0.0/0 of vpc-0123456789abcdef0. Unlink a network, or delete an environment.',
    )
  })

  it('waits for who chose the same later to give way, but not for ever', async () => {
    const { add, networkOf, pass, settle, clock } = build()
    await add('env-1')
    await pass('env-1')
    const claimed = await networkOf('env-1')
    await add('env-2', { cidr: claimed?.cidr ?? '', rangeClaimedEpoch: clock.now() + 1 })
    await pass('env-1')
    expect(await networkOf('env-1')).toEqual(claimed)
    await clock.advance(defaultLimits.visibilitySeconds * 1000)
    expect(await settle('env-1')).not.toBe(claimed?.cidr)
  })

  it('gives way at once to who chose the same before', async () => {
    const { add, networkOf, pass, clock } = build()
    await add('env-1')
    await pass('env-1')
    const claimed = await networkOf('env-1')
    await add('env-2', { cidr: claimed?.cidr ?? '', rangeClaimedEpoch: clock.now() - 1 })
    await pass('env-1')
    expect((await networkOf('env-1'))?.cidr).not.toBe(claimed?.cidr)
  })

  it('overlaps nobody else’s, however the reads and writes of several controllers interleave', async () => {
    const names = ['env-1', 'env-2']
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), fc.array(fc.nat(4000), { minLength: 1 }), async (scheduler, steps) => {
        const { add, clock, networkOf, pass, store } = build(crowded)
        for (const name of names) await add(name)
        const seen = new Proxy(store, {
          get: (target, property) => {
            const method = Reflect.get(target, property) as (...parameters: unknown[]) => Promise<unknown>
            return async (...parameters: unknown[]) => {
              await scheduler.schedule(Promise.resolve(), String(property))
              return method.apply(target, parameters)
            }
          },
        })
        const settled: AddressRange[] = []
        const run = async (name: string) => {
          for (let count = 0; count < 60; count++) {
            clock.set(steps[count % steps.length] ?? 0)
            const isSettled = await pass(name, seen).catch((error: unknown) => {
              if (error instanceof ConflictError) return false
              throw error
            })
            if (isSettled !== true) continue
            const range = parseCidr((await networkOf(name))?.cidr ?? '')
            if (range) settled.push(range)
            return
          }
        }
        await scheduler.waitFor(Promise.all(names.map(run)))
        expect(settled).toHaveLength(names.length)
        for (const [index, one] of settled.entries())
          for (const other of settled.slice(index + 1)) expect(overlaps(one, other)).toBe(false)
      }),
      { numRuns: 200 },
    )
  })
})
