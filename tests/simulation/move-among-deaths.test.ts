import { describe, expect, it } from 'vitest'
import { seededRandom } from '../builders/seeded-random'
import { runAmongDeaths } from './among-deaths'
import { buildMoveBench, type MoveBench } from './move-bench'
import { Death } from './mortal'

const one = { vpcs: 1, loadBalancers: 1, targetGroups: 1, securityGroups: 2, gateways: 1, subnets: 3 }
const lives = { mostCalls: 80, pauseMs: 3000, withinSeconds: 3600 }
const timings = { visibilityLagMs: 3000 }

async function buildLive(seed: number) {
  const bench = await buildMoveBench({ seed, timings })
  await bench.goLive()
  await bench.addOverlap()
  return bench
}

async function expectMoved(bench: MoveBench, foreign: unknown, what: string) {
  await bench.runUntil('it is connected', () => bench.isConnected())
  await bench.runUntilReady()
  expect(bench.faults, what).toEqual([])
  expect(await bench.inventory(), what).toEqual(one)
  expect(bench.connections(), what).toHaveLength(1)
  expect(bench.routes(), what).toHaveLength(2)
  expect(bench.foreign(), what).toEqual(foreign)
}

describe('a controller that dies while an environment moves', () => {
  it.each([1, 2])('loses no request and leaves nothing behind, seed %i', async (seed) => {
    const bench = await buildLive(seed)
    const foreign = bench.foreign()
    bench.watchName(2)
    await bench.link('network-1')
    await runAmongDeaths(bench, seededRandom(seed), () => bench.isMoved(1), lives)
    await expectMoved(bench, foreign, `seed ${seed}`)
  })

  it('leaves nothing behind when the environment is deleted meanwhile', async () => {
    const random = seededRandom(5)
    for (const phase of ['Equipping', 'Waiting'] as const) {
      const bench = await buildLive(5)
      const foreign = bench.foreign()
      await bench.link('network-1')
      const hasCome = async () => (await bench.status()).next?.phase === phase
      await runAmongDeaths(bench, random, hasCome, lives)
      await bench.store.requestDelete('Environment', bench.environmentName)
      await runAmongDeaths(bench, random, async () => (await bench.find()) === undefined, lives)
      expect((await bench.leftovers()).vpcs).toEqual([])
      expect([bench.routes(), bench.connections(), bench.foreign()]).toEqual([[], [], foreign])
    }
  })

  it.each([
    'ec2:CreateVpc',
    'ec2:CreateSubnet',
    'ec2:CreateInternetGateway',
    'ec2:CreateSecurityGroup',
    'elasticloadbalancing:CreateLoadBalancer',
    'elasticloadbalancing:CreateTargetGroup',
    'ec2:RunInstances',
    'elasticloadbalancing:RegisterTargets',
    'route53:ChangeResourceRecordSets',
    'elasticloadbalancing:DeleteLoadBalancer',
    'ec2:DeleteVpc',
  ])('is the same at %s, once before its effect and once after it', async (action) => {
    const bench = await buildLive(1)
    const foreign = bench.foreign()
    bench.watchName(2)
    const died = new Set<string>()
    for (const moment of ['before', 'after'] as const)
      bench.aws.faults.onCall(
        action,
        () => {
          if (died.has(moment)) return
          died.add(moment)
          bench.replaceController()
          throw new Death('at a call')
        },
        moment,
      )
    await bench.link('network-1')
    const limit = bench.clock.now() + 3_600_000
    while (!(await bench.isMoved(1))) {
      if (bench.clock.now() > limit) throw new Error(JSON.stringify(await bench.find(), null, 1))
      await bench.step().catch((error: unknown) => {
        if (!(error instanceof Death)) throw error
      })
    }
    expect(died.size).toBe(2)
    await expectMoved(bench, foreign, action)
  })
})
