import { describe, expect, it } from 'vitest'
import { buildEnvironment } from './environment'
import type { CloudHarness } from './harness'

export function describeLookup(harness: () => CloudHarness): void {
  describe('lookup', () => {
    it('finds each kind of thing by its id with its tags, and nothing by an id that is not there', async () => {
      const {
        account,
        vpc,
        subnets,
        gateway,
        routeTable,
        securityGroup,
        createLoadBalancer,
        createTargetGroup,
      } = await buildEnvironment(harness())
      const balancer = await createLoadBalancer('looked-up')
      const group = await createTargetGroup('looked-up')
      const { eventually } = harness()
      const known = (kind: Parameters<typeof account.lookup.find>[0], { id }: { id: string }) =>
        eventually(`${kind} ${id} is known`, () => account.lookup.find(kind, id))
      await known('vpc', vpc)
      await known('subnet', subnets[0])
      await known('internet-gateway', gateway)
      await known('route-table', routeTable)
      await known('security-group', securityGroup)
      await known('load-balancer', balancer)
      await known('target-group', group)
      const find = async (kind: Parameters<typeof account.lookup.find>[0], id: string) =>
        (await account.lookup.find(kind, id))?.tags
      expect(await find('vpc', vpc.id)).toEqual(vpc.tags)
      expect(await find('vpc', 'vpc-0123456789abcdef0')).toBeUndefined()
      expect(await find('subnet', subnets[0].id)).toEqual(subnets[0].tags)
      expect(await find('subnet', 'subnet-0123456789abcdef0')).toBeUndefined()
      expect(await find('route-table', routeTable.id)).toEqual(routeTable.tags)
      expect(await find('route-table', 'rtb-0123456789abcdef0')).toBeUndefined()
      expect(await find('internet-gateway', gateway.id)).toEqual(gateway.tags)
      expect(await find('internet-gateway', 'igw-0123456789abcdef0')).toBeUndefined()
      expect(await find('security-group', securityGroup.id)).toEqual(securityGroup.tags)
      expect(await find('security-group', 'sg-0123456789abcdef0')).toBeUndefined()
      expect(await find('load-balancer', balancer.id)).toEqual(balancer.tags)
      expect(await find('target-group', group.id)).toEqual(group.tags)
      await account.loadBalancers.delete(balancer.id)
      await account.loadBalancers.deleteTargetGroup(group.id)
      expect(await find('load-balancer', balancer.id)).toBeUndefined()
      expect(await find('target-group', group.id)).toBeUndefined()
    })
  })
}
