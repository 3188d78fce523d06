import { describe, expect, it } from 'vitest'
import { ownerTags } from '../../../core/aws/ownership'
import { expectCloudError } from './expect-cloud-error'
import { itUnless, type CloudHarness, type CloudKindness } from './harness'

export function describeExternalNetworks(harness: () => CloudHarness, kinder: CloudKindness): void {
  describe('external networks', () => {
    const enter = async () => {
      const access = await harness().newAccount({ isEnvironmentHolder: false })
      const { externalNetworks } = harness().cloud.account(access)
      return { ...access, externalNetworks }
    }

    it('tells every IPv4 range of a VPC, and none of IPv6', async () => {
      const { accountNumber, externalNetworks } = await enter()
      const id = await harness().createVpc(accountNumber, { cidr: '10.20.0.0/16', otherCidr: '10.9.0.0/24' })
      expect(await externalNetworks.getVpc(id)).toEqual({
        id,
        cidrs: ['10.20.0.0/16', '10.9.0.0/24'],
        tags: {},
      })
    })

    it('says not-found of a VPC that is not there, or elsewhere', async () => {
      const { externalNetworks } = await enter()
      await expectCloudError(externalNetworks.getVpc('vpc-0123456789abcdef0'), 'not-found')
      const other = await enter()
      const id = await harness().createVpc(other.accountNumber, { cidr: '10.20.0.0/16' })
      await expectCloudError(externalNetworks.getVpc(id), 'not-found')
    })

    /** A network of ours and one of the customer's, in two accounts. */
    const buildPair = async (theirCidr = '10.9.0.0/16') => {
      const access = await harness().newAccount()
      const { peerings, network } = harness().cloud.account(access)
      const vpcTags = ownerTags('environment-1', 'vpc')
      const vpc = await network.createVpc({ cidr: '10.20.0.0/16', tags: vpcTags })
      const gateway = await network.createInternetGateway({ tags: ownerTags('environment-1', 'gateway') })
      const table = await network.createRouteTable({
        vpcId: vpc.id,
        tags: ownerTags('environment-1', 'route-table'),
      })
      await network.connectInternetGateway({
        gatewayId: gateway.id,
        vpcId: vpc.id,
        routeTableId: table.id,
        subnetIds: [],
      })
      const other = await enter()
      const vpcId = await harness().createVpc(other.accountNumber, { cidr: theirCidr })
      const tags = ownerTags('environment-1', 'peering/network-1')
      const ask = () =>
        peerings.create({ vpcId: vpc.id, peer: { accountNumber: other.accountNumber, vpcId }, tags })
      const find = async () => (await peerings.list(tags)).find(({ state }) => state !== 'gone')
      return { peerings, vpc, theirs: other.externalNetworks, vpcId, tags, ask, find }
    }

    it('connects two networks when the one account asks and the other accepts, as often as it is said', async () => {
      const { peerings, vpc, theirs, vpcId, tags, ask, find } = await buildPair()
      const { id } = await ask()
      const asked = await harness().eventually('it waits', async () => {
        const found = await find()
        return found?.state === 'pending-acceptance' && found
      })
      expect(asked).toMatchObject({ id, requesterVpcId: vpc.id, accepterVpcId: vpcId, tags })
      for (let time = 0; time < 2; time++) await theirs.ensureAccepted({ peeringId: id, tags })
      await harness().eventually('it is active', async () => (await find())?.state === 'active')
      expect((await find())?.resolvesNames).toEqual({ requester: false, accepter: false })
      await peerings.enableDnsNames(vpc.id)
      await peerings.resolveNames(id, 'requester')
      await theirs.resolveNames(id, 'accepter')
      expect((await find())?.resolvesNames).toEqual({ requester: true, accepter: true })
      await peerings.delete(id)
      await peerings.delete(id)
      expect(await find()).toBeUndefined()
    })

    it('adds routes into a connection on both sides, never over another one, and deletes them', async () => {
      const { peerings, vpc, theirs, vpcId, tags, ask, find } = await buildPair()
      const { id: peeringId } = await ask()
      await theirs.ensureAccepted({ peeringId, tags })
      await harness().eventually('it is active', async () => (await find())?.state === 'active')
      for (const [side, network, destination] of [
        [peerings, vpc.id, '10.9.0.0/16'],
        [theirs, vpcId, '10.20.0.0/16'],
      ] as const) {
        const [table] = await side.listRouteTables(network)
        const routeTableId = table?.id ?? ''
        const route = { routeTableId, destination }
        for (let time = 0; time < 2; time++) await side.createRoute({ ...route, peeringId })
        const routes = async () => (await side.listRouteTables(network)).flatMap((one) => one.routes)
        await harness().eventually('it is listed', async () =>
          (await routes()).some((one) => one.destination === destination && one.peeringId === peeringId),
        )
        await side.deleteRoute(route)
        await side.deleteRoute(route)
        expect(await routes()).not.toContainEqual({ destination, peeringId })
      }
    })

    it('lists no route tables of a network that is not there, and of ours none but our own', async () => {
      const { peerings, theirs, vpcId } = await buildPair()
      expect(await theirs.listRouteTables('vpc-0123456789abcdef0')).toEqual([])
      expect(await peerings.listRouteTables(vpcId)).toEqual([])
    })

    itUnless(kinder.ignoresValidity)('asks once only, and fails where ranges overlap', async () => {
      const { ask } = await buildPair()
      await ask()
      await expectCloudError(ask(), 'invalid')
      const overlapping = await buildPair('10.20.64.0/20')
      expect((await overlapping.ask()).state).toBe('failed')
    })

    itUnless(kinder.ignoresExternalId)('refuses an account without the role for networks', async () => {
      const account = harness().cloud.account({ accountNumber: '999900001111', externalId: 'any' })
      await expectCloudError(account.externalNetworks.getVpc('vpc-0123456789abcdef0'), 'access-denied')
    })
  })
}
