import { describe, expect, it } from 'vitest'
import type { SimulatedAws } from '../../simulator/simulated-aws'
import { buildCertificateBench, web } from './certificate-bench'
import { buildMoveBench } from './move-bench'

const reading = /:(Describe|List|Get|AssumeRole|Receive)/
/** What every look asks for again, lost or not: AWS answers that it is there. */
const repeated = /:(CreateQueue|AttachInternetGateway|AuthorizeSecurityGroupIngress|CreateRoute)$/

/** The calls from now on that make, change or end anything in an account. */
function changesIn(aws: SimulatedAws): string[] {
  const changes: string[] = []
  aws.faults.onCall('*', (action) => {
    if (!reading.test(action) && !repeated.test(action)) changes.push(action)
  })
  return changes
}

/** What a status says, but for when it was seen. */
const timeless = (facts: object): unknown =>
  JSON.parse(JSON.stringify(facts, (name, value: unknown) => (name.endsWith('Epoch') ? undefined : value)))

const whole = { vpcs: 1, loadBalancers: 1, targetGroups: 1, securityGroups: 2, gateways: 1, subnets: 3 }

describe('resources that are lost and come back with their statuses', () => {
  it('change nothing of an environment that has moved to another range, with its names and connections', async () => {
    const bench = await buildMoveBench()
    await bench.goLive()
    const vpcId = await bench.addOverlap()
    await bench.link('network-1')
    await bench.runUntilMoved()
    await bench.runUntil('it is connected', () => bench.isConnected())
    await bench.runUntilReady()
    const { network, peerings, dns, loadBalancers } = await bench.status()
    const foreign = bench.foreign()
    bench.watchName(2)

    await bench.loseResources()
    const changes = changesIn(bench.aws)
    await bench.reconcileNetwork('network-1')
    await bench.runFor(900)

    expect(changes).toEqual([])
    expect(bench.faults).toEqual([])
    const after = await bench.status()
    expect(after.network.generation).toBe(1)
    expect(timeless([after.phase, after.network, after.peerings, after.dns, after.loadBalancers])).toEqual(
      timeless(['Ready', network, peerings, dns, loadBalancers]),
    )
    expect(await bench.inventory()).toEqual(whole)
    expect(bench.routes()).toHaveLength(2)
    expect(bench.routes().join()).toContain(vpcId)
    expect(bench.foreign()).toEqual(foreign)
  })

  it.each(['Making', 'Filling', 'Waiting', 'Former'] as const)(
    'neither stop nor repeat a move that is %s, and its name leads to what serves throughout',
    async (phase) => {
      const bench = await buildMoveBench()
      await bench.goLive()
      bench.watchName(2)
      await bench.moveUntil(phase)
      const changes = changesIn(bench.aws)
      await bench.loseResources()
      await bench.reconcileNetwork('network-1')
      await bench.runUntilMoved()
      await bench.runUntil('it is connected', () => bench.isConnected())
      await bench.runUntilReady()
      expect(bench.faults).toEqual([])
      expect(await bench.inventory()).toEqual(whole)
      expect(changes.filter((action) => action === 'ec2:CreateVpc').length).toBeLessThanOrEqual(1)
      expect(bench.livingInstances().length).toBe((await bench.status()).instances.length)
    },
  )

  it('ask for no certificate anew, and keep every name on HTTPS', async () => {
    const bench = await buildCertificateBench()
    await bench.deployLive()
    await bench.link({ hostedZone: 'zone-1', subdomain: 'staging' })
    await bench.runUntilHttps('www.staging.example.com')
    await bench.runUntilReady()
    const { certificates } = await bench.status()
    bench.watch(() => expect(bench.faults()).toEqual([]))
    bench.watch(() => expect(bench.isHttps('www.staging.example.com')).toBe(true))

    await bench.loseResources()
    const changes = changesIn(bench.aws)
    await bench.reconcileZone('zone-1')
    await bench.runFor(900)
    expect(changes).toEqual([])
    expect(timeless((await bench.status()).certificates ?? [])).toEqual(timeless(certificates ?? []))

    await bench.runUntilPhase(await bench.deploy(web({ tag: '2' })), 'Live')
    expect(bench.certificates()).toHaveLength(1)
  })
})
