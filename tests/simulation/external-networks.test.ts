import { describe, expect, it } from 'vitest'
import { vpcIntervalSeconds } from '../../controller/external/external-network/reconcile-external-network'
import { buildNetworkBench } from './network-bench'

describe('an external network', () => {
  it('is associated once its VPC is seen, with all of its ranges', async () => {
    const bench = await buildNetworkBench()
    const { accountNumber } = bench.peerAccount
    const vpcId = await bench.aws.customer.createVpc(accountNumber, { cidr: '10.20.0.0/16' })
    await bench.associate('network-1', vpcId)
    expect(await bench.networkStatus('network-1')).toMatchObject({
      phase: 'HEALTHY',
      vpc: { cidrs: ['10.20.0.0/16'] },
    })
    await bench.aws.customer.addVpcRange(accountNumber, vpcId, '10.21.0.0/16')
    await bench.reconcileNetwork('network-1')
    expect((await bench.networkStatus('network-1'))?.vpc?.cidrs).toEqual(['10.20.0.0/16', '10.21.0.0/16'])
  })

  it('whose VPC stays as it is is written once in an interval: each write wakes its reconciler', async () => {
    const bench = await buildNetworkBench()
    await bench.addNetwork('network-1', '10.20.0.0/16')
    const before = await bench.store.get('ExternalNetwork', 'network-1')
    await bench.clock.advance(vpcIntervalSeconds * 1000 - 1)
    await bench.reconcileNetwork('network-1')
    expect(await bench.store.get('ExternalNetwork', 'network-1')).toEqual(before)
    await bench.clock.advance(1)
    await bench.reconcileNetwork('network-1')
    expect((await bench.networkStatus('network-1'))?.vpc?.readEpoch).toBe(bench.clock.now())
  })

  it.each([
    [
      'a wrong id',
      'vpc-0123456789abcdef0',
      'us-east-1',
      'There is no VPC vpc-0123456789abcdef0 in the region us-east-1 of the account Data (444455556666).',
    ],
    ['another region', 'vpc-0123456789abcdef0', 'eu-west-1', 'SDO runs in us-east-1 only'],
  ])('of %s says so', async (_what, vpcId, region, message) => {
    const bench = await buildNetworkBench()
    await bench.associate('network-1', vpcId, 'account-2', region)
    expect(await bench.networkStatus('network-1')).toMatchObject({
      phase: 'INITIAL_SETUP_FAILURE',
      message: expect.stringContaining(message),
    })
  })

  it('whose VPC is in another region is not found in this one', async () => {
    const bench = await buildNetworkBench()
    const { accountNumber } = bench.peerAccount
    const vpcId = await bench.aws.customer.createVpc(accountNumber, {
      cidr: '10.20.0.0/16',
      region: 'eu-west-1',
    })
    await bench.associate('network-1', vpcId)
    expect((await bench.networkStatus('network-1'))?.phase).toBe('INITIAL_SETUP_FAILURE')
  })

  it('whose VPC is deleted by hand says so, and is well again with the VPC of another id only', async () => {
    const bench = await buildNetworkBench()
    const { accountNumber } = bench.peerAccount
    const vpcId = await bench.aws.customer.createVpc(accountNumber, { cidr: '10.20.0.0/16' })
    await bench.associate('network-1', vpcId)
    await bench.aws.customer.deleteThing(accountNumber, vpcId)
    await bench.reconcileNetwork('network-1')
    expect(await bench.networkStatus('network-1')).toMatchObject({
      phase: 'INITIAL_SETUP_FAILURE',
      message: expect.stringContaining('Delete this network, and add the right one.'),
    })
  })

  it('waits for the role in its account, and stays as it was when the role goes', async () => {
    const bench = await buildNetworkBench()
    const { accountNumber } = bench.peerAccount
    const vpcId = await bench.aws.customer.createVpc(accountNumber, { cidr: '10.20.0.0/16' })
    await bench.deletePeerRole()
    await bench.associate('network-1', vpcId)
    expect(await bench.networkStatus('network-1')).toMatchObject({
      phase: 'INITIAL_SETUP',
      message: expect.stringContaining('SDO cannot use its role for networks in the account Data'),
    })
    await bench.installPeerStack()
    await bench.reconcileNetwork('network-1')
    expect((await bench.networkStatus('network-1'))?.phase).toBe('HEALTHY')
    await bench.deletePeerRole()
    await bench.reconcileNetwork('network-1')
    expect((await bench.networkStatus('network-1'))?.phase).toBe('HEALTHY')
  })

  it('is none that is of an environment of SDO', async () => {
    const bench = await buildNetworkBench()
    await bench.runUntilReady()
    const { network } = await bench.status()
    await bench.installOwnStack()
    await bench.associate('network-1', network.vpcId ?? '', 'account-1')
    expect(await bench.networkStatus('network-1')).toMatchObject({
      phase: 'INITIAL_SETUP_FAILURE',
      message: expect.stringContaining('is the network of an SDO environment'),
    })
  })

  it('is let go at once while no environment needs it', async () => {
    const bench = await buildNetworkBench()
    const { accountNumber } = bench.peerAccount
    await bench.associate(
      'network-1',
      await bench.aws.customer.createVpc(accountNumber, { cidr: '10.20.0.0/16' }),
    )
    await bench.store.requestDelete('ExternalNetwork', 'network-1')
    await bench.reconcileNetwork('network-1')
    expect(await bench.store.get('ExternalNetwork', 'network-1')).toBeUndefined()
  })
})
