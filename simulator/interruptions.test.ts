import { beforeEach, describe, expect, it } from 'vitest'
import { buildSimulatedAws, type SimulatedAwsBench } from '../tests/builders/simulated-aws'
import { buildSimulatedEnvironment } from '../tests/builders/simulated-environment'

describe('Spot interruptions', () => {
  let bench: SimulatedAwsBench
  let environment: Awaited<ReturnType<typeof buildSimulatedEnvironment>>
  beforeEach(async () => {
    bench = await buildSimulatedAws()
    environment = await buildSimulatedEnvironment(bench)
    await bench.account.interruptions.ensureSubscription()
  })

  it('warn two minutes ahead, then take the instance', async () => {
    const { id } = await environment.launchRunning('token')
    await bench.aws.interrupt(bench.accountNumber, id)
    const terminateEpoch = bench.clock.now() + 120_000
    const [warning] = await bench.account.interruptions.receive()
    expect(warning).toMatchObject({ instanceId: id, terminateEpoch })
    await bench.clock.advance(119_999)
    expect((await environment.findInstance(id))?.state).toBe('running')
    await bench.clock.advance(1)
    expect((await environment.findInstance(id))?.state).toBe('stopping')
  })

  it('come again until they are acknowledged, and then never', async () => {
    const { interruptions } = bench.account
    const { id } = await environment.launchRunning('token')
    await bench.aws.interrupt(bench.accountNumber, id)
    const [first] = await interruptions.receive()
    expect(await interruptions.receive()).toEqual([])
    await bench.clock.advance(30_000)
    const [second] = await interruptions.receive()
    expect(second?.instanceId).toBe(id)
    await interruptions.acknowledge([first?.receipt ?? ''])
    await bench.clock.advance(30_000)
    const [third] = await interruptions.receive()
    expect(third?.instanceId).toBe(id)
    await interruptions.acknowledge([third?.receipt ?? ''])
    await bench.clock.advance(30_000)
    expect(await interruptions.receive()).toEqual([])
  })

  it('are given once for an instance, and to Spot instances only', async () => {
    const { id } = await environment.launchRunning('token')
    for (let time = 0; time < 2; time++) await bench.aws.interrupt(bench.accountNumber, id)
    expect(await bench.account.interruptions.receive()).toHaveLength(1)
    const request = environment.launchRequest('steady', { market: 'on-demand' })
    const steady = await bench.account.instances.launch(request)
    await expect(bench.aws.interrupt(bench.accountNumber, steady.id)).rejects.toThrow('not a Spot instance')
  })

  it('happen unheard without a subscription', async () => {
    const { interruptions } = bench.account
    await interruptions.removeSubscription()
    await expect(interruptions.receive()).rejects.toMatchObject({ kind: 'not-found' })
    const { id } = await environment.launchRunning('token')
    await bench.aws.interrupt(bench.accountNumber, id)
    await interruptions.ensureSubscription()
    expect(await interruptions.receive()).toEqual([])
  })
})
