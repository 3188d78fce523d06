import { describe, expect, it } from 'vitest'
import { ownerTags, type Tags } from '../../../core/aws/ownership'
import { buildEnvironment } from './environment'
import { expectCloudError } from './expect-cloud-error'
import { itUnless, type CloudHarness, type CloudKindness } from './harness'

export function describeNetwork(harness: () => CloudHarness, kinder: CloudKindness): void {
  describe('network', () => {
    it('lists at least three zones, sorted by the ids that they have in every account', async () => {
      const { account } = await buildEnvironment(harness())
      const zones = await account.network.listZones()
      expect(zones.length).toBeGreaterThanOrEqual(3)
      for (const { id } of zones) expect(id).toMatch(/^use1-az\d$/)
      expect(zones.map(({ id }) => id)).toEqual(zones.map(({ id }) => id).sort())
    })

    it('finds every part by all of its tags, sooner or later, and by no others', async () => {
      const { account, tags, vpc, subnets, gateway, securityGroup } = await buildEnvironment(harness())
      const { network } = account
      const [subnet] = subnets
      await harness().eventually('all parts are listed', async () => {
        const found = [
          ...(await network.listVpcs(tags('vpc'))),
          ...(await network.listSubnets(tags(`subnet/${subnet.zone}`))),
          ...(await network.listInternetGateways(tags('internet-gateway'))),
          ...(await network.listSecurityGroups(tags('instances'))),
        ]
        const isAttached = found.some((part) => 'attachedVpcId' in part && part.attachedVpcId === vpc.id)
        return (
          isAttached &&
          [vpc, subnet, gateway, securityGroup].every(({ id }) => found.some((part) => part.id === id))
        )
      })
      expect(await network.listVpcs(tags('vpc'))).toEqual([
        { id: vpc.id, cidr: '10.20.0.0/16', tags: tags('vpc') },
      ])
      expect(await network.listSubnets(tags(`subnet/${subnet.zone}`))).toEqual([
        { id: subnet.id, vpcId: vpc.id, zone: subnet.zone, cidr: '10.20.0.0/20', tags: subnet.tags },
      ])
      expect(await network.listInternetGateways(tags('internet-gateway'))).toEqual([
        { id: gateway.id, attachedVpcId: vpc.id, tags: gateway.tags },
      ])
      expect(await network.listSecurityGroups(tags('instances'))).toEqual([
        {
          id: securityGroup.id,
          vpcId: vpc.id,
          name: securityGroup.name,
          ingress: [],
          tags: securityGroup.tags,
        },
      ])
      expect(await network.listVpcs({ ...tags('vpc'), 'sdo:purpose': 'other' })).toEqual([])
    })

    it('lets a gateway be connected again and a rule be allowed again', async () => {
      const { account, connect, securityGroup } = await buildEnvironment(harness())
      const rules = [
        { fromPort: 80, toPort: 80, cidr: '0.0.0.0/0' },
        { fromPort: 49555, toPort: 65535, securityGroupId: securityGroup.id },
      ]
      for (let time = 0; time < 2; time++) {
        await connect()
        await account.network.allowIngress(securityGroup.id, rules)
      }
    })

    it('tells which traffic comes in, and where that of the subnets goes', async () => {
      const { account, tags, vpc, subnets, gateway, securityGroup, connect } =
        await buildEnvironment(harness())
      const { network } = account
      const rules = [
        { fromPort: 80, toPort: 80, cidr: '0.0.0.0/0' },
        { fromPort: 8000, toPort: 8999, cidr: '10.20.0.0/16' },
      ]
      await network.allowIngress(securityGroup.id, rules)
      await connect()
      await harness().eventually('all of it is listed', async () => {
        const [group] = await network.listSecurityGroups(tags('instances'))
        const tables = await network.listOwnRouteTables({ 'sdo:owner': 'sdo' })
        const table = tables.find(({ vpcId }) => vpcId === vpc.id)
        return (
          rules.every(({ fromPort, toPort, cidr }) =>
            group?.ingress.some(
              (rule) => rule.fromPort === fromPort && rule.toPort === toPort && rule.cidr === cidr,
            ),
          ) &&
          table?.defaultGatewayId === gateway.id &&
          subnets.every(({ id }) => table.subnetIds.includes(id))
        )
      })
      await network.revokeIngress(securityGroup.id, rules.slice(1))
      const [group] = await network.listSecurityGroups(tags('instances'))
      expect(group?.ingress.map(({ fromPort }) => fromPort)).toEqual([80])
    })

    it('lets a rule be revoked again, and one that never was', async () => {
      const { account, securityGroup } = await buildEnvironment(harness())
      const [one, other] = [80, 81].map((port) => ({ fromPort: port, toPort: port, cidr: '0.0.0.0/0' }))
      if (!one || !other) throw new Error('There are two rules.')
      await account.network.allowIngress(securityGroup.id, [one])
      for (let time = 0; time < 2; time++) await account.network.revokeIngress(securityGroup.id, [one, other])
      await account.network.allowIngress(securityGroup.id, [one])
    })

    itUnless(kinder.ignoresValidity)('refuses a subnet outside its VPC or over another one', async () => {
      const { account, vpc, subnets, tags } = await buildEnvironment(harness())
      const create = (cidr: string) =>
        account.network.createSubnet({ vpcId: vpc.id, zone: subnets[0].zone, cidr, tags: tags('extra') })
      await expectCloudError(create('10.99.0.0/20'), 'invalid')
      await expectCloudError(create('10.20.8.0/21'), 'invalid')
    })

    it('refuses a second security group of the same name in a VPC', async () => {
      const { account, vpc, securityGroup, tags } = await buildEnvironment(harness())
      const { name } = securityGroup
      await expectCloudError(
        account.network.createSecurityGroup({
          vpcId: vpc.id,
          name,
          description: 'Again',
          tags: tags('again'),
        }),
        'invalid',
      )
    })

    it('says not-found for a part of a VPC that does not exist', async () => {
      const { account, subnets, tags } = await buildEnvironment(harness())
      const lost = { vpcId: 'vpc-0123456789abcdef0', tags: tags('lost') }
      const { zone } = subnets[0]
      await expectCloudError(
        account.network.createSubnet({ ...lost, zone, cidr: '10.20.0.0/20' }),
        'not-found',
      )
      if (kinder.ignoresValidity) return
      await expectCloudError(
        account.network.createSecurityGroup({ ...lost, name: 'a', description: 'a' }),
        'not-found',
      )
    })

    it('refuses to delete what is in use, and deletes everything from the inside out', async () => {
      const { account, vpc, subnets, gateway, securityGroup } = await buildEnvironment(harness())
      const { network } = account
      await expectCloudError(network.deleteVpc(vpc.id), 'dependency-violation')
      for (const { id } of subnets) await network.deleteSubnet(id)
      if (!kinder.ignoresDependencies)
        await expectCloudError(network.deleteVpc(vpc.id), 'dependency-violation')
      await network.deleteInternetGateway(gateway.id)
      if (!kinder.ignoresDependencies)
        await expectCloudError(network.deleteVpc(vpc.id), 'dependency-violation')
      await network.deleteSecurityGroup(securityGroup.id)
      await network.deleteVpc(vpc.id)
      await harness().eventually('nothing is listed any more', async () => {
        const owned = { 'sdo:owner': 'sdo' }
        const left = [
          ...(await network.listVpcs(owned)),
          ...(await network.listSubnets(owned)),
          ...(await network.listInternetGateways(owned)),
          ...(await network.listSecurityGroups(owned)),
        ]
        return left.length === 0
      })
    })

    itUnless(kinder.ignoresDependencies)(
      'refuses to delete a security group that a rule of another one refers to',
      async () => {
        const { account, vpc, securityGroup, tags } = await buildEnvironment(harness())
        const { network } = account
        const input = { vpcId: vpc.id, name: 'balancers', description: 'Balancers', tags: tags('balancers') }
        const balancers = await network.createSecurityGroup(input)
        await network.allowIngress(securityGroup.id, [
          { fromPort: 49555, toPort: 65535, securityGroupId: balancers.id },
        ])
        await expectCloudError(network.deleteSecurityGroup(balancers.id), 'dependency-violation')
        await network.deleteSecurityGroup(securityGroup.id)
        await network.deleteSecurityGroup(balancers.id)
      },
    )

    itUnless(kinder.ignoresDependencies)(
      'deletes neither of two security groups whose rules refer to each other, until one of the rules is revoked',
      async () => {
        const { account, vpc, securityGroup, tags } = await buildEnvironment(harness())
        const { network } = account
        const input = { vpcId: vpc.id, name: 'balancers', description: 'Balancers', tags: tags('balancers') }
        const balancers = await network.createSecurityGroup(input)
        const from = (securityGroupId: string) => [{ fromPort: 8000, toPort: 8000, securityGroupId }]
        await network.allowIngress(securityGroup.id, from(balancers.id))
        await network.allowIngress(balancers.id, from(securityGroup.id))
        await expectCloudError(network.deleteSecurityGroup(balancers.id), 'dependency-violation')
        await expectCloudError(network.deleteSecurityGroup(securityGroup.id), 'dependency-violation')
        await network.revokeIngress(balancers.id, from(securityGroup.id))
        await network.deleteSecurityGroup(securityGroup.id)
        await network.deleteSecurityGroup(balancers.id)
      },
    )

    it('takes removing what is gone as done', async () => {
      const { network } = harness().cloud.account(await harness().newAccount())
      await network.deleteVpc('vpc-0123456789abcdef0')
      await network.deleteSubnet('subnet-0123456789abcdef0')
      await network.deleteInternetGateway('igw-0123456789abcdef0')
      await network.deleteSecurityGroup('sg-0123456789abcdef0')
    })

    it('tells every IPv4 range of every VPC, also of those that are not ours', async () => {
      const access = await harness().newAccount()
      const { network } = harness().cloud.account(access)
      const before = (await network.listVpcRanges()).map(({ vpcId }) => vpcId)
      const input = { cidr: '10.20.0.0/16', otherCidr: '10.9.0.0/24' }
      const theirs = await harness().createVpc(access.accountNumber, input)
      const ours = await network.createVpc({ cidr: '10.30.0.0/16', tags: ownerTags('one', 'vpc') })
      await harness().eventually('both are listed', async () => {
        const present = (await network.listVpcRanges()).filter(({ vpcId }) => !before.includes(vpcId))
        return present.length === 2
      })
      const present = (await network.listVpcRanges()).filter(({ vpcId }) => !before.includes(vpcId))
      expect(Object.fromEntries(present.map(({ vpcId, cidrs }) => [vpcId, cidrs]))).toEqual({
        [theirs]: ['10.20.0.0/16', '10.9.0.0/24'],
        [ours.id]: ['10.30.0.0/16'],
      })
    })

    it('makes a VPC with a default security group, which is nobody’s, and goes with it', async () => {
      const access = await harness().newAccount()
      const { network } = harness().cloud.account(access)
      const tags = ownerTags('one', 'vpc')
      const vpc = await network.createVpc({ cidr: '10.30.0.0/16', tags })
      const groupsOf = async (wanted: Tags) =>
        (await network.listSecurityGroups(wanted)).filter(({ vpcId }) => vpcId === vpc.id)
      const [group] = await groupsOf({})
      if (!group) throw new Error('The VPC has no security group.')
      expect(group).toMatchObject({ name: 'default', tags: {} })
      expect(await groupsOf({ 'sdo:owner': 'sdo' })).toEqual([])
      expect(await network.listForeign(vpc.id)).toEqual([])
      if (!kinder.ignoresPolicies)
        await expectCloudError(network.deleteSecurityGroup(group.id), 'access-denied')
      await network.deleteVpc(vpc.id)
      expect(await groupsOf({})).toEqual([])
    })

    it('sends the traffic of a subnet by the table of the VPC until it is connected to ours', async () => {
      const { account, subnets, routeTable, tags, vpc, connect } = await buildEnvironment(harness())
      const { network } = account
      const late = await network.createSubnet({
        vpcId: vpc.id,
        zone: subnets[0].zone,
        cidr: '10.20.32.0/20',
        tags: tags('subnet/late'),
      })
      const tables = () => network.listOwnRouteTables(tags('route-table'))
      const routed = await harness().eventually('both subnets are routed', async () => {
        const [table] = await tables()
        return table?.subnetIds.length === 2 && table
      })
      expect(routed).toMatchObject({ id: routeTable.id, vpcId: vpc.id })
      expect([...routed.subnetIds].sort()).toEqual(subnets.map(({ id }) => id).sort())
      const tablesOf = async (...ids: string[]) =>
        (await network.listRouteTablesOf(ids)).map(({ id, subnetIds }) => [id, subnetIds.length])
      expect(await tablesOf(...subnets.map(({ id }) => id), late.id)).toEqual([[routeTable.id, 2]])
      expect(await tablesOf(late.id)).toEqual([])
      await network.deleteSubnet(late.id)
      await connect()
      expect((await tables()).map(({ id }) => id)).toEqual([routeTable.id])
    })

    it('finds nothing of others in a VPC of ours', async () => {
      const { account, vpc } = await buildEnvironment(harness())
      expect(await account.network.listForeign(vpc.id)).toEqual([])
    })

    it('lets two VPCs have the same range', async () => {
      const { network } = harness().cloud.account(await harness().newAccount())
      const cidr = '10.0.0.0/16'
      const one = await network.createVpc({ cidr, tags: ownerTags('one', 'vpc') })
      const other = await network.createVpc({ cidr, tags: ownerTags('other', 'vpc') })
      expect(one.id).not.toBe(other.id)
    })
  })
}
