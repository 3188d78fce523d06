import { expect, it } from 'vitest'
import { buildEnvironmentBench } from '../builders/environment-bench'
import { buildApplicationSpec } from '../builders/environment-parts'

/** Each process fills an instance of its own. */
const wide = (count: number) => buildApplicationSpec('web', { count, cpu: 1.5, memoryMb: 1000 })

const launch = async (bench: Awaited<ReturnType<typeof buildEnvironmentBench>>, count: number) => {
  await bench.runUntilReady(60)
  for (const { instanceType, spot } of bench.aws.listPrices())
    if (!/\.(medium|small|micro|nano|large)$/.test(instanceType))
      for (const { zone } of spot) await bench.aws.emptySpotPool({ instanceType, zone })
  await bench.runUntilPhase(await bench.deploy(wide(count)), 'Live', 600)
}

it('launches are paced so that AWS, which takes five at once and two a second, refuses hardly any', async () => {
  const bench = await buildEnvironmentBench({ launchBucket: { size: 5, perSecond: 2 } })
  await launch(bench, 24)
  expect(bench.launched.size).toBeGreaterThan(10)
  expect(bench.aws.refusedLaunches).toBeLessThanOrEqual(1)
})

it('an account that takes fewer is asked for fewer, and gets all of them', async () => {
  const bench = await buildEnvironmentBench({ launchBucket: { size: 1, perSecond: 0.4 } })
  await launch(bench, 24)
  expect(bench.launched.size).toBeGreaterThan(10)
  expect(bench.aws.refusedLaunches).toBeLessThanOrEqual(bench.launched.size)
})
