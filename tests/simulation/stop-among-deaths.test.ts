import { deploymentLines } from '../../core/environment-log/deployment-lines'
import { describe, expect, it } from 'vitest'
import { seededRandom } from '../builders/seeded-random'
import { stopAnnotation } from '../../core/resources/metadata'
import { buildEnvironmentBench } from '../builders/environment-bench'
import { buildApplicationSpec } from '../builders/environment-parts'
import { runAmongDeaths } from './among-deaths'
import { neverFewerServing } from './never-fewer-serving'

const seeds = 30

describe('stopping a deployment while controllers die', () => {
  it(`ends with what served, or with the new one if that served first (${seeds} seeds)`, async () => {
    let [deaths, stopped, tooLate] = [0, 0, 0]
    for (let seed = 1; seed <= seeds; seed++) {
      const random = seededRandom(seed)
      const bench = await buildEnvironmentBench({ seed })
      const first = await bench.deploy(buildApplicationSpec('web', { count: 2 }))
      await bench.runUntil('live', async () => (await bench.phaseOf(first)) === 'Live')
      await bench.runUntilReady()
      bench.watch(neverFewerServing(bench, 'web', 2, () => false))
      const second = await bench.deploy(buildApplicationSpec('web', { count: 2, tag: '2' }))
      const asked = bench.clock.now() + Math.round(random() * 12_000)
      deaths += await runAmongDeaths(bench, random, async () => bench.clock.now() >= asked)
      await bench.ports.store.annotate('Deployment', second, { [stopAnnotation]: 'Stopped by Ada.' })
      const hasEnded = async () => ['Failed', 'Live'].includes((await bench.phaseOf(second)) ?? '')
      deaths += await runAmongDeaths(bench, random, hasEnded)
      await bench.runUntilReady()
      const isStopped = (await bench.phaseOf(second)) === 'Failed'
      expect(bench.servingTags(), `seed ${seed}`).toEqual(isStopped ? ['1', '1'] : ['2', '2'])
      expect(bench.livingInstances(), `seed ${seed}: orphans`).toHaveLength(1)
      const said = await bench.messagesOf(deploymentLines.stopped)
      expect(said, `seed ${seed}`).toHaveLength(isStopped ? 1 : 0)
      if (isStopped) stopped += 1
      else tooLate += 1
    }
    expect(deaths).toBeGreaterThan(seeds)
    expect([stopped, tooLate].every((count) => count > 0)).toBe(true)
  }, 240_000)
})
