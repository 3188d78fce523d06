import { beforeEach, describe, expect, it } from 'vitest'
import { buildSimulatedAws, type SimulatedAwsBench } from '../tests/builders/simulated-aws'
import { buildSimulatedEnvironment } from '../tests/builders/simulated-environment'
import { ownerTags } from '../core/aws/ownership'

const tags = ownerTags('environment', 'vpc')

describe('faults of the simulated AWS', () => {
  let bench: SimulatedAwsBench
  beforeEach(async () => {
    bench = await buildSimulatedAws()
  })
  const createVpc = () => bench.account.network.createVpc({ cidr: '10.0.0.0/16', tags })
  const countVpcs = async () => (await bench.account.network.listVpcs(tags)).length

  it('throttle as many calls of an action as ordered, without effect, and no others', async () => {
    bench.aws.faults.throttle('ec2:CreateVpc', 2)
    for (let call = 0; call < 2; call++)
      await expect(createVpc()).rejects.toMatchObject({ kind: 'throttled' })
    expect(await countVpcs()).toBe(0)
    await createVpc()
    expect(await countVpcs()).toBe(1)
  })

  it('lose a response after the effect', async () => {
    bench.aws.faults.loseResponse('ec2:CreateVpc')
    await expect(createVpc()).rejects.toMatchObject({ kind: 'unavailable' })
    expect(await countVpcs()).toBe(1)
  })

  it('give the launched instance to who asks again after a lost response', async () => {
    const { launchRequest, listInstances } = await buildSimulatedEnvironment(bench)
    bench.aws.faults.loseResponse('ec2:RunInstances')
    const { instances } = bench.account
    await expect(instances.launch(launchRequest('token'))).rejects.toMatchObject({ kind: 'unavailable' })
    const launched = await instances.launch(launchRequest('token'))
    expect(await listInstances()).toEqual([launched])
  })

  it('keep a new thing out of lists for a while', async () => {
    bench.aws.faults.delayVisibility(5000)
    await createVpc()
    await bench.clock.advance(4999)
    expect(await countVpcs()).toBe(0)
    await bench.clock.advance(1)
    expect(await countVpcs()).toBe(1)
  })

  it('stop the caller before or after an effect, as a crash would', async () => {
    const crash = () => {
      throw new Error('crashed')
    }
    const stopBefore = bench.aws.faults.onCall('ec2:CreateVpc', crash)
    await expect(createVpc()).rejects.toThrow('crashed')
    expect(await countVpcs()).toBe(0)
    stopBefore()
    bench.aws.faults.onCall('ec2:CreateVpc', crash, 'after')
    await expect(createVpc()).rejects.toThrow('crashed')
    expect(await countVpcs()).toBe(1)
  })

  it('see every call by its action', async () => {
    const actions: string[] = []
    bench.aws.faults.onCall('*', (action) => {
      actions.push(action)
    })
    await countVpcs()
    await bench.account.network.deleteInternetGateway('igw-1')
    expect(actions).toEqual(['ec2:DescribeVpcs', 'ec2:DetachInternetGateway', 'ec2:DeleteInternetGateway'])
  })

  it('take everything down until they are cleared', async () => {
    bench.aws.faults.fail('*', 'unavailable', Infinity)
    for (let call = 0; call < 3; call++)
      await expect(countVpcs()).rejects.toMatchObject({ kind: 'unavailable' })
    bench.aws.faults.clear()
    expect(await countVpcs()).toBe(0)
  })

  it('come by chance at the given rate, the same for the same seed', async () => {
    const outcomes = async (seed: number) => {
      bench = await buildSimulatedAws({ seed, faultRates: { throttle: 0.3 } })
      const calls = Array.from({ length: 200 }, () =>
        countVpcs().then(
          () => '.',
          () => 'x',
        ),
      )
      return (await Promise.all(calls)).join('')
    }
    const first = await outcomes(7)
    expect(first.split('x').length - 1).toBeGreaterThan(30)
    expect(first.split('x').length - 1).toBeLessThan(90)
    expect(await outcomes(7)).toBe(first)
    expect(await outcomes(8)).not.toBe(first)
  })
})
