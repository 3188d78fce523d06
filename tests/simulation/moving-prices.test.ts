import { expect, it } from 'vitest'
import { poolOf } from '../../core/catalogue/pool'
import { publishedInstanceTypes } from '../../core/catalogue/instance-types'
import { instancePerHour } from '../../core/charges/charges'
import { defaultLimits } from '../../controller/environment/policy'
import { real } from '../../simulator/profiles/real'
import { buildEnvironmentBench, type EnvironmentBench } from '../builders/environment-bench'
import { buildApplicationSpec } from '../builders/environment-parts'
import { neverFewerServing } from './never-fewer-serving'

const hour = 3_600_000
const days = 14
const zones = real.zones.flatMap(({ name, lacksTypes }) => (lacksTypes ? [] : name))

/** Two weeks go by in few passes. */
const seldom = { resyncSeconds: 6 * 3600, consolidationSeconds: 6 * 3600, pollSeconds: 5 }

const followingEveryPrice = { share: 0, restSeconds: 1 }

/** USD an hour of what runs on Spot, by the prices of the moment. */
function billOf(bench: EnvironmentBench): number {
  const prices = new Map(
    bench.aws
      .listPrices()
      .flatMap(({ instanceType, spot }) =>
        spot.map(
          ({ zone, pricePerHour }) => [poolOf({ instanceType, zone, market: 'spot' }), pricePerHour] as const,
        ),
      ),
  )
  return bench
    .livingInstances()
    .reduce((sum, one) => sum + (prices.get(poolOf(one)) ?? Number.NaN) + instancePerHour, 0)
}

/** What a fleet of so many comes to while Spot prices move each hour: launches, and USD for all that ran. */
async function liveThrough(size: number, launchPremium: { share: number; restSeconds: number }) {
  const bench = await buildEnvironmentBench({ profile: 'real', limits: { ...seldom, launchPremium } })
  await bench.aws.setQuota(bench.accountNumber, 'spot-vcpus', 1000)
  // Each is on an instance of its own: two fit only on what is sold out.
  for (const { instanceType, vcpu } of publishedInstanceTypes)
    if (vcpu > 8) for (const zone of zones) await bench.aws.emptySpotPool({ instanceType, zone })
  const web = buildApplicationSpec('web', { count: size, cpu: 5, memoryMb: 5000 })
  await bench.runUntilPhase(await bench.deploy(web), 'Live', 900)
  await bench.runUntilReady(900)
  expect(bench.livingInstances()).toHaveLength(size)
  bench.watch(neverFewerServing(bench, 'web', size))
  const before = bench.launched.size
  const end = bench.clock.now() + days * 24 * hour
  let bill = 0
  while (bench.clock.now() < end) {
    const [perHour, from] = [billOf(bench), bench.clock.now()]
    await bench.step()
    bill += (perHour * (bench.clock.now() - from)) / hour
  }
  return { launches: bench.launched.size - before, bill }
}

/** How often each may be replaced for a price alone in that time. A fleet of one pool moves as a whole. */
const mostMoves = 3

it.each([2, 10])(
  `${days} simulated days of Spot prices that move each hour: each of a fleet of %i is replaced at most ${mostMoves} times, far less often than where every price is followed, for at most 1.5 % more`,
  async (size) => {
    const { launches, bill } = await liveThrough(size, defaultLimits.launchPremium)
    const followed = await liveThrough(size, followingEveryPrice)
    expect(launches).toBeLessThanOrEqual(mostMoves * size)
    expect(followed.launches).toBeGreaterThan(2 * launches)
    expect(bill).toBeLessThanOrEqual(1.015 * followed.bill)
  },
  900_000,
)
