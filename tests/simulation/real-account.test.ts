import { expect, it } from 'vitest'
import { publishedInstanceTypes } from '../../core/catalogue/instance-types'
import { buildEnvironmentBench } from '../builders/environment-bench'
import { buildApplicationSpec } from '../builders/environment-parts'
import { real } from '../../simulator/profiles/real'
import { buildMoveBench, web } from './move-bench'
import { neverFewerServing } from './never-fewer-serving'
import { nothing } from './story'

const second = 1000
const minute = 60 * second
const vcpuOf = new Map(publishedInstanceTypes.map(({ instanceType, vcpu }) => [instanceType, vcpu]))

it.each([
  ['as AWS’s are', 1, {}],
  ['as AWS’s are', 2, {}],
  [
    'of which every other thing is not to be found for minutes',
    3,
    { longAbsence: { chance: 0.5, ms: 4 * minute } },
  ],
  [
    'in which load balancers and certificates take long',
    4,
    { loadBalancerProvisioningMs: 8 * minute, interfaceReleaseMs: 10 * minute },
  ],
])(
  'in accounts %s (%i), a version is changed, a Spot instance taken back, the image patched and the network moved with nobody turned away, and nothing is left',
  async (_what, seed, timings) => {
    const bench = await buildMoveBench({ seed, profile: 'real', timings })
    await bench.goLive()
    const zoneWithoutTypes = real.zones.find(({ lacksTypes }) => lacksTypes)?.name
    expect((await bench.status()).network.subnets.map(({ zone }) => zone)).not.toContain(zoneWithoutTypes)
    bench.watch(neverFewerServing(bench, 'web', 2))
    bench.watchName(2)

    await bench.runUntilPhase(await bench.deploy(web({ tag: '2' })), 'Live', 900)
    await bench.runUntilReady(900)

    const [spot] = bench.livingInstances().filter(({ market }) => market === 'spot')
    await bench.aws.interrupt(bench.accountNumber, spot?.id ?? '')
    const isGone = () => bench.livingInstances().every(({ id }) => id !== spot?.id)
    await bench.runUntil('AWS has taken it back', isGone, 121)
    await bench.runUntilReady(900)

    const image = await bench.aws.publishImage()
    const isPatched = () => bench.livingInstances().every(({ imageId }) => imageId === image)
    await bench.runUntil('all have the newer image', isPatched, 2 * 3600)
    await bench.runUntilReady(900)

    await bench.addOverlap()
    await bench.link('network-1')
    await bench.runUntilMoved()
    await bench.runUntil('it is connected', () => bench.isConnected(), 900)
    await bench.runUntilReady(900)
    expect(bench.faults).toEqual([])

    bench.unwatch()
    await bench.delete(3600)
    // What could not be seen is to be seen by now.
    await bench.clock.advance(10 * minute)
    expect(await bench.leftovers()).toEqual(nothing)
  },
)

it('moves what runs no more than once in half a day for prices that move each hour', async () => {
  const bench = await buildEnvironmentBench({
    profile: 'real',
    limits: { resyncSeconds: 600, consolidationSeconds: 1800 },
  })
  await bench.runUntilPhase(
    await bench.deploy(buildApplicationSpec('web', { count: 4, cpu: 2 })),
    'Live',
    900,
  )
  await bench.runUntilReady(900)
  const fleet = bench.livingInstances().length
  const before = bench.launched.size
  await bench.runFor(12 * 3600)
  expect(bench.launched.size - before).toBeLessThanOrEqual(fleet)
})

it('launches as much as the quotas of a market allow, goes on in the other one, and asks no more often than AWS lets it', async () => {
  const bench = await buildEnvironmentBench({ profile: 'real' })
  // More than the 32 vCPUs of Spot, each on an instance of its own.
  const web = buildApplicationSpec('web', { count: 20, cpu: 1.7, memoryMb: 3000 })
  await bench.runUntilPhase(await bench.deploy(web), 'Live', 1200)
  const vcpus = (market: string) =>
    bench
      .livingInstances()
      .filter((instance) => instance.market === market)
      .reduce((sum, { instanceType }) => sum + (vcpuOf.get(instanceType) ?? 0), 0)
  expect(vcpus('spot')).toBeLessThanOrEqual(32)
  expect(vcpus('spot') + vcpus('on-demand')).toBeGreaterThan(32)
  expect(bench.aws.refusedCalls.get('ec2:RunInstances') ?? 0).toBeLessThanOrEqual(bench.launched.size)
})
