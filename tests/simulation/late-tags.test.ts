import { describe, expect, it } from 'vitest'
import { networkLines } from '../../core/environment-log/network-lines'
import { findCondition } from '../../core/resources/find-condition'
import { environmentManagerRoleName } from '../../core/roles/names'
import { lateTagSeconds } from '../../controller/cloud/aws/recently-made'
import type { SimulatedAwsOptions } from '../../simulator/simulated-aws'
import { buildEnvironmentBench, type EnvironmentBench } from '../builders/environment-bench'
import { buildApplicationSpec } from '../builders/environment-parts'
import { nothing } from './story'

const second = 1000

/** Since when a missing permission was told, in a status or in the log; undefined for never. */
function hearRefusals(bench: EnvironmentBench): { sinceEpoch?: number } {
  const heard: { sinceEpoch?: number } = {}
  const look = async () => {
    const { status } = (await bench.find()) ?? {}
    const access = findCondition(status?.conditions ?? [], 'CloudAccess')
    if (access?.status === 'False' || JSON.stringify(status ?? {}).includes('Restore the stack'))
      heard.sinceEpoch ??= bench.clock.now()
  }
  bench.watch(() => void look())
  return heard
}

const accounts: [string, Pick<SimulatedAwsOptions, 'profile' | 'timings'>][] = [
  ['as AWS’s are', { profile: 'real' }],
  ['in which only tags are late', { profile: 'fast', timings: { tagLagMs: 30 * second } }],
]

describe.each(accounts)('permissions by tag that come late, in accounts %s', (_which, account) => {
  it.each([1, 2, 3])(
    'hold up what they are for, spoil no deployment and are told as no missing permission (%i)',
    async (seed) => {
      const bench = await buildEnvironmentBench({ ...account, seed })
      const refusals = hearRefusals(bench)
      let drainsSet = 0
      bench.aws.faults.onCall(
        'elasticloadbalancing:ModifyTargetGroupAttributes',
        () => void drainsSet++,
        'after',
      )
      const web = (tag: string) => buildApplicationSpec('web', { count: 2, tag, ports: [{ port: 8080 }] })
      await bench.runUntilPhase(await bench.deploy(web('1')), 'Live', 900)
      await bench.runUntilReady(900)
      await bench.runUntilPhase(await bench.deploy(web('2')), 'Live', 900)
      expect(drainsSet).toBeGreaterThan(0)
      await bench.delete(3600)
      expect(refusals).toEqual({})
      await bench.clock.advance(600 * second)
      expect(await bench.leftovers()).toEqual(nothing)
    },
  )
})

it('a permission that the role really lacks is told once it has lasted', async () => {
  const bench = await buildEnvironmentBench({ profile: 'fast' })
  const refusals = hearRefusals(bench)
  await bench.aws.customer.changeRole(
    bench.accountNumber,
    environmentManagerRoleName,
    await withoutNetworkParts(bench),
  )
  await bench.runFor(120)
  const { vpcMade } = networkLines
  const made = (await bench.status()).events?.find(({ code }) => code === vpcMade.code)
  const seconds = ((refusals.sinceEpoch ?? 0) - (made?.epoch ?? 0)) / 1000
  expect(seconds).toBeGreaterThanOrEqual(lateTagSeconds)
  expect(seconds).toBeLessThan(1.5 * lateTagSeconds + 10)
})

async function withoutNetworkParts({ aws, accountNumber, store }: EnvironmentBench) {
  const { externalId = '' } = (await store.get('AwsAccount', 'account-1'))?.spec ?? {}
  const role = await aws.account({ accountNumber, externalId }).roles.get(environmentManagerRoleName)
  const policies = Object.entries(role?.inlinePolicies ?? {}).map(([name, policy]) => {
    const { Statement, ...rest } = policy as { Statement: { Sid?: string }[] }
    return [name, { ...rest, Statement: Statement.filter(({ Sid }) => Sid !== 'CreatePartsInOwned') }]
  })
  return { inlinePolicies: Object.fromEntries(policies) as Record<string, unknown> }
}
