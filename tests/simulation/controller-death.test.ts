import { deploymentLines } from '../../core/environment-log/deployment-lines'
import { instanceLines } from '../../core/environment-log/instance-lines'
import { describe, expect, it } from 'vitest'
import { seededRandom } from '../builders/seeded-random'
import { buildEnvironmentBench } from '../builders/environment-bench'
import { buildApplicationSpec } from '../builders/environment-parts'
import { runAmongDeaths } from './among-deaths'
import { neverFewerServing } from './never-fewer-serving'

const seeds = 120

describe('a controller that dies at any moment', () => {
  it(`leaves nothing wrong for the next one (${seeds} seeds)`, async () => {
    let deaths = 0
    for (let seed = 1; seed <= seeds; seed++) {
      const random = seededRandom(seed)
      const bench = await buildEnvironmentBench({
        seed,
        timings: { visibilityLagMs: Math.round(random() * 4000) },
      })
      const isPhase = (deployment: string, phase: string) => async () =>
        (await bench.phaseOf(deployment)) === phase

      const first = await bench.deploy(buildApplicationSpec('web', { count: 2 }))
      deaths += await runAmongDeaths(bench, random, isPhase(first, 'Live'))
      await bench.runUntilReady()
      expect(bench.servingTags(), `seed ${seed}`).toEqual(['1', '1'])
      expect(bench.launched.size, `seed ${seed}: launches`).toBe(1)

      let isDeleting = false
      bench.watch(neverFewerServing(bench, 'web', 2, () => isDeleting))
      const second = await bench.deploy(buildApplicationSpec('web', { count: 2, tag: '2' }))
      deaths += await runAmongDeaths(bench, random, isPhase(second, 'Live'))
      await bench.runUntilReady()
      expect(bench.servingTags(), `seed ${seed}`).toEqual(['2', '2'])
      expect(bench.livingInstances(), `seed ${seed}: orphans`).toHaveLength(1)
      expect(bench.launched.size, `seed ${seed}: launches`).toBe(2)

      const [interrupted] = bench.livingInstances()
      await bench.aws.interrupt(bench.accountNumber, interrupted?.id ?? '')
      const isReplaced = async () => bench.livingInstances().every(({ id }) => id !== interrupted?.id)
      deaths += await runAmongDeaths(bench, random, isReplaced)
      await bench.runUntilReady()
      expect(bench.servingTags(), `seed ${seed}`).toEqual(['2', '2'])
      expect(bench.livingInstances(), `seed ${seed}: orphans`).toHaveLength(1)
      // Whoever learned of the warning too late for Spot took on-demand, and may have gone back to Spot since.
      const launches = await bench.messagesOf(instanceLines.launched)
      const onDemand = launches.filter((message) => message.includes('on-demand')).length
      expect(bench.launched.size, `seed ${seed}: launches`).toBeGreaterThanOrEqual(3)
      expect(bench.launched.size, `seed ${seed}: launches`).toBeLessThanOrEqual(3 + onDemand)

      const third = await bench.deploy(buildApplicationSpec('web', { count: 2, tag: 'crash-loop' }))
      deaths += await runAmongDeaths(bench, random, isPhase(third, 'Failed'))
      await bench.runUntilReady()
      expect(bench.servingTags(), `seed ${seed}`).toEqual(['2', '2'])
      expect(bench.launched.size, `seed ${seed}: launches`).toBeLessThanOrEqual(4 + onDemand)
      const failures = await bench.messagesOf(deploymentLines.failed)
      expect(failures, `seed ${seed}`).toEqual([expect.stringContaining('Deployment 3') as string])

      isDeleting = true
      await bench.store.requestDelete('Environment', 'env-1')
      deaths += await runAmongDeaths(bench, random, async () => (await bench.find()) === undefined)
      expect(await bench.leftovers(), `seed ${seed}`).toEqual({
        instances: [],
        vpcs: [],
        loadBalancers: [],
        targetGroups: 0,
        securityGroups: 0,
        gateways: 0,
      })
    }
    expect(deaths).toBeGreaterThan(seeds * 4)
  }, 240_000)
})
