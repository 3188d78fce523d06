import { expect, it } from 'vitest'
import { seededRandom } from '../builders/seeded-random'
import { buildEnvironmentBench, type EnvironmentBench } from '../builders/environment-bench'
import { buildApplicationSpec } from '../builders/environment-parts'
import { neverFewerServing } from './never-fewer-serving'

const hour = 3_600_000
const days = 30

/** Months go by in few passes. */
const seldom = { resyncSeconds: 3600, consolidationSeconds: 3600, firstPollSeconds: 1, pollSeconds: 5 }

const web = buildApplicationSpec('web', { cpu: 1.5, memoryMb: 1500 })

async function buildLive(spotStrategy: 'ALL' | 'NONE'): Promise<EnvironmentBench> {
  const bench = await buildEnvironmentBench({ limits: seldom, spec: { spotStrategy } })
  await bench.runUntilPhase(await bench.deploy(web), 'Live', 120)
  await bench.runUntilReady()
  bench.watch(neverFewerServing(bench, 'web', 1))
  return bench
}

/** A market that takes back every Spot instance within a day, and then has none in that pool for some hours. */
function createMarket(bench: EnvironmentBench) {
  const random = seededRandom(7)
  const endEpochs = new Map<string, number>()
  const refills: { epoch: number; instanceType: string; zone: string }[] = []
  let interruptions = 0
  return {
    get interruptions() {
      return interruptions
    },
    async pass(): Promise<void> {
      const now = bench.clock.now()
      while (refills[0] && refills[0].epoch <= now) {
        const { instanceType, zone } = refills.shift() ?? refills[0]
        await bench.aws.refillSpotPool({ instanceType, zone })
      }
      for (const { id, market, instanceType, zone, interruptionEpoch } of bench.livingInstances()) {
        if (market !== 'spot' || interruptionEpoch !== undefined) continue
        const endEpoch = endEpochs.get(id) ?? now + (0.5 + random() * 23.5) * hour
        endEpochs.set(id, endEpoch)
        if (endEpoch > now) continue
        await bench.aws.emptySpotPool({ instanceType, zone })
        refills.push({ epoch: now + 4 * hour, instanceType, zone })
        await bench.aws.interrupt(bench.accountNumber, id)
        interruptions += 1
      }
    },
  }
}

it(`${days} simulated days of an adverse Spot market, with a newer machine image every fifth: never fewer serve, for less than on-demand or than never returning to Spot, with moves bounded`, async () => {
  const onDemandPerHour = (await (await buildLive('NONE')).status()).costPerHour
  const bench = await buildLive('ALL')
  const spotPerHour = (await bench.status()).costPerHour
  const market = createMarket(bench)
  const beginEpoch = bench.clock.now()
  const endEpoch = beginEpoch + days * 24 * hour
  let cost = 0
  let firstInterruptionEpoch: number | undefined
  let published = 0
  while (bench.clock.now() < endEpoch) {
    const { costPerHour } = await bench.status()
    const before = bench.clock.now()
    await market.pass()
    if (market.interruptions > 0) firstInterruptionEpoch ??= before
    if (before - beginEpoch > published * 5 * 24 * hour) {
      await bench.aws.publishImage()
      published += 1
    }
    await bench.step()
    cost += (costPerHour * (bench.clock.now() - before)) / hour
  }
  const hours = (from: number, to: number) => (to - from) / hour
  const alwaysOnDemand = onDemandPerHour * hours(beginEpoch, endEpoch)
  const neverReturning =
    spotPerHour * hours(beginEpoch, firstInterruptionEpoch ?? endEpoch) +
    onDemandPerHour * hours(firstInterruptionEpoch ?? endEpoch, endEpoch)
  const launches = bench.launched.size
  expect(market.interruptions).toBeGreaterThan(days / 2)
  expect(cost).toBeLessThan(alwaysOnDemand)
  expect(cost).toBeLessThan(neverReturning)
  // A launch when it is taken back, one when it returns to Spot, and one for each newer image.
  expect(launches).toBeLessThan(2 * market.interruptions + 2 * published)
}, 900_000)
