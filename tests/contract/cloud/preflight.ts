import { describe, expect, it } from 'vitest'
import { quotaNames } from '../../../core/aws/quotas'
import { ec2Writes, hasDryRun } from '../../../core/roles/environment-manager/ec2-writes'
import { buildEnvironment } from './environment'
import { itUnless, type CloudHarness, type CloudKindness } from './harness'

export function describePreflight(harness: () => CloudHarness, kinder: CloudKindness): void {
  describe('preflight', () => {
    it('asks about every write at the first time, and is refused none', async () => {
      const { preflight } = harness().cloud.account(await harness().newAccount())
      const { asked, refused } = await preflight.dryRun(true)
      expect([...asked].sort()).toEqual(Object.values(ec2Writes).flat().filter(hasDryRun).sort())
      expect(refused).toEqual([])
    })

    it('asks later only what its role allows: about a network of ours once there is one', async () => {
      const empty = harness().cloud.account(await harness().newAccount())
      expect(await empty.preflight.dryRun(false)).toEqual({ asked: [...ec2Writes.whole], refused: [] })
      const { account } = await buildEnvironment(harness())
      const { whole, part, launch } = ec2Writes
      expect(await account.preflight.dryRun(false)).toEqual({
        asked: [...whole, ...part, ...launch],
        refused: [],
      })
    })

    itUnless(kinder.ignoresDryRun)('makes nothing and changes nothing', async () => {
      const { account } = await buildEnvironment(harness())
      const seen = async () => [
        await account.network.listVpcRanges(),
        await account.network.listSubnets({}),
        await account.network.listSecurityGroups({}),
        await account.network.listInternetGateways({}),
        await account.instances.list({}),
      ]
      const before = await harness().eventually('all is listed', async () => {
        const all = await seen()
        return all.slice(0, 4).every((things) => things.length > 0) && all
      })
      await account.preflight.dryRun(true)
      expect(await seen()).toEqual(before)
    })

    it('tells how many VPCs the account may have', async () => {
      const { preflight } = harness().cloud.account(await harness().newAccount())
      expect(await preflight.quota('vpcs')).toBeGreaterThan(0)
    })

    itUnless(kinder.knowsFewQuotas)('tells every quota that SDO needs something of', async () => {
      const { preflight } = harness().cloud.account(await harness().newAccount())
      for (const name of quotaNames) expect(await preflight.quota(name)).toBeGreaterThan(0)
    })

    it('counts load balancers', async () => {
      const { account, createLoadBalancer } = await buildEnvironment(harness())
      expect(await account.preflight.countLoadBalancers()).toBe(0)
      await createLoadBalancer('one')
      expect(await account.preflight.countLoadBalancers()).toBe(1)
    })

    itUnless(kinder.knowsNoDiskKey)(
      'says that AWS’s own key encrypts disks where no other was chosen',
      async () => {
        const { preflight } = harness().cloud.account(await harness().newAccount())
        expect(await preflight.ownDiskKey()).toBeUndefined()
      },
    )
  })
}
