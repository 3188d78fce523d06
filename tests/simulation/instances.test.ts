import { instanceLines } from '../../core/environment-log/instance-lines'
import { describe, expect, it } from 'vitest'
import {
  buildEnvironmentBench,
  type EnvironmentBench,
  type EnvironmentBenchOptions,
} from '../builders/environment-bench'
import { buildApplicationSpec } from '../builders/environment-parts'
import { neverFewerServing } from './never-fewer-serving'

/** Each process fills an instance of its own. */
const wide = { count: 2, cpu: 100, memoryMb: 1000 }

async function buildLive(options: EnvironmentBenchOptions = {}) {
  const bench = await buildEnvironmentBench(options)
  await bench.runUntilPhase(await bench.deploy(buildApplicationSpec('web', wide)), 'Live', 60)
  await bench.runUntilReady()
  return bench
}

const firstInstance = (bench: EnvironmentBench) => {
  const [instance] = bench.livingInstances()
  if (!instance) throw new Error('Nothing runs.')
  return instance
}

const runUntilReplaced = (bench: EnvironmentBench, instanceId: string, withinSeconds: number) =>
  bench.runUntil(
    'the instance is replaced',
    () => bench.livingInstances().every(({ id }) => id !== instanceId) && bench.servingTags().length === 2,
    withinSeconds,
  )

describe('an instance', () => {
  it('says once how long each step of its boot took, also when the controller is replaced', async () => {
    const bench = await buildEnvironmentBench()
    bench.watch(() => {
      for (const { clientToken, launchedEpoch } of bench.livingInstances())
        bench.agents.bootTimes.set(clientToken, {
          kernelEpoch: launchedEpoch + 100,
          dockerEpoch: launchedEpoch + 300,
          agentEpoch: launchedEpoch + 500,
        })
    })
    await bench.runUntilPhase(await bench.deploy(buildApplicationSpec('web', wide)), 'Live', 60)
    bench.replaceController()
    await bench.runFor(60)
    const lines = await bench.messagesOf(instanceLines.ofUse)
    expect(lines).toHaveLength(2)
    expect(lines[0]).toMatch(
      /^i-\w+ was ready (\S+) s after launch: kernel at \+0\.1 s, Docker at \+0\.3 s, agent at \+0\.5 s, image pulled at \+\S+ s, container started at \+\S+ s, healthy at \+\1 s\.$/,
    )
  })

  it('that is killed is replaced with what ran on it', async () => {
    const bench = await buildLive()
    const { id } = firstInstance(bench)
    await bench.aws.kill(bench.accountNumber, id)
    await runUntilReplaced(bench, id, 60)
    await bench.runUntilReady()

    expect(bench.livingInstances()).toHaveLength(2)
    expect(await bench.launchedInSight()).toBe(3)
    expect(await bench.messages()).toContain(
      `${id} is gone (Server.InternalError: Internal error). Its processes are replaced.`,
    )
  })

  it('whose agent is silent for a minute is replaced, and serves until then', async () => {
    const bench = await buildLive()
    const { id, clientToken } = firstInstance(bench)
    bench.watch(neverFewerServing(bench, 'web', 2))
    bench.agents.silence(clientToken)
    await bench.clock.advance(50_000)
    await bench.step()
    expect(bench.livingInstances()).toHaveLength(2)
    await runUntilReplaced(bench, id, 200)
    await bench.runUntilReady()

    expect(await bench.launchedInSight()).toBe(3)
    expect(await bench.messages()).toContain(`${id} no longer answers. Its processes are replaced.`)
  })

  it('that never comes up is replaced, and the deployment goes on', async () => {
    const bench = await buildEnvironmentBench({ profile: 'fast' })
    await bench.runUntilReady()
    bench.aws.faults.neverBoot()
    const deployment = await bench.deploy(buildApplicationSpec('web'))
    await bench.runUntilPhase(deployment, 'Live', 400)
    await bench.runUntilReady()

    expect(bench.launched.size).toBe(2)
    expect(bench.livingInstances()).toHaveLength(1)
  })

  it('that the cloud takes back is replaced in time, while everything keeps serving', async () => {
    const bench = await buildLive({ profile: 'fast', timings: { bootMs: 30_000 } })
    const { id } = firstInstance(bench)
    bench.watch(neverFewerServing(bench, 'web', 2))
    const wasRecorded: boolean[] = []
    bench.aws.faults.onCall('sqs:DeleteMessage', async () => {
      const { instances } = await bench.status()
      wasRecorded.push(instances.find(({ instanceId }) => instanceId === id)?.interruptedEpoch !== undefined)
    })
    const warnedEpoch = bench.clock.now()
    await bench.aws.interrupt(bench.accountNumber, id)
    await runUntilReplaced(bench, id, 119)
    expect(bench.clock.now() - warnedEpoch).toBeLessThan(120_000)
    await bench.runUntilReady()

    expect(bench.agents.running()).toHaveLength(2)
    expect(bench.snapshot().waitingWarnings).toBe(0)
    expect(wasRecorded).toEqual([true])
    expect(bench.launched.size).toBe(3)
  })

  it('that is taken back during a rollout is replaced for the version before, should the next one fail', async () => {
    const bench = await buildLive()
    const { id } = firstInstance(bench)
    let warnedEpoch = Infinity
    // Where boots take so long, the last of what AWS takes is for open requests, and the other process serves alone.
    const isForOpenRequests = () => bench.patience > 0 && bench.clock.now() - warnedEpoch >= 80_000
    bench.watch(neverFewerServing(bench, 'web', 2, isForOpenRequests))
    bench.watch(neverFewerServing(bench, 'web', 1))
    const failing = await bench.deploy(buildApplicationSpec('web', { ...wide, tag: 'broken' }))
    await bench.runUntil('the new ones run', () => bench.agents.running().length === 4, 60)
    await bench.aws.interrupt(bench.accountNumber, id)
    warnedEpoch = bench.clock.now()
    await bench.runUntilPhase(failing, 'Failed', 200)
    await bench.runUntilReady()

    expect(bench.servingTags()).toEqual(['1', '1'])
    expect(bench.livingInstances()).toHaveLength(2)
  })

  it('of nobody is terminated, but not before its intent could have been written', async () => {
    const bench = await buildLive()
    const { status } = (await bench.find()) ?? {}
    const [subnet] = status?.network.subnets ?? []
    if (!subnet || !status?.network.instanceSecurityGroupId) throw new Error('There is no network.')
    const account = bench.aws.account({ accountNumber: bench.accountNumber, externalId: 'external-id' })
    const [known] = await account.instances.list({})
    const orphan = await account.instances.launch({
      clientToken: 'of-nobody',
      instanceType: 't4g.micro',
      zone: subnet.zone,
      market: 'on-demand',
      subnetId: subnet.id,
      securityGroupIds: [status.network.instanceSecurityGroupId],
      bootstrap: { instance: 'of-nobody', key: 'a' },
      tags: known?.tags ?? {},
    })
    const lives = () => bench.livingInstances().some(({ id }) => id === orphan.id)
    await bench.clock.advance(100_000)
    await bench.step()
    expect(lives()).toBe(true)
    await bench.runUntil('the orphan is gone', () => !lives(), 90)
    expect(bench.livingInstances()).toHaveLength(2)
  })
})
