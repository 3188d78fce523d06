import { describe, expect, it } from 'vitest'
import { steadyClock } from '../../controller/runtime/steady-clock'
import { buildEnvironmentBench } from '../builders/environment-bench'
import { buildApplicationSpec } from '../builders/environment-parts'
import { neverFewerServing } from './never-fewer-serving'

/** A controller on a machine of its own, whose clock is set at will. */
async function buildOnOwnMachine() {
  const bench = await buildEnvironmentBench({ timings: { bootMs: 20_000 } })
  let offset = 0
  const machine = {
    now: () => bench.clock.now() + offset,
    monotonic: () => bench.clock.monotonic(),
    sleep: bench.clock.sleep.bind(bench.clock),
  }
  bench.replaceController({ clock: steadyClock(machine) })
  return { bench, set: (milliseconds: number) => (offset += milliseconds) }
}

describe.each([3_600_000, -3_600_000])('the clock of the controller is set by %i ms', (step) => {
  it('at each pass of a deployment, and the deployment goes live all the same', async () => {
    for (let passes = 0; passes < 40; passes += 3) {
      const { bench, set } = await buildOnOwnMachine()
      const deployment = await bench.deploy(buildApplicationSpec('web', { count: 2 }))
      for (let pass = 0; pass < passes; pass++) await bench.step()
      set(step)
      await bench.runUntilPhase(deployment, 'Live')
      expect((await bench.messages()).filter((message) => message.includes('failed'))).toEqual([])
    }
  })

  it('while all is well, and nothing is replaced', async () => {
    const { bench, set } = await buildOnOwnMachine()
    await bench.runUntilPhase(await bench.deploy(buildApplicationSpec('web', { count: 2 })), 'Live')
    await bench.runUntilReady()
    bench.watch(neverFewerServing(bench, 'web', 2))
    const before = bench.livingInstances().map(({ id }) => id)
    set(step)
    await bench.runFor(300)
    expect(bench.livingInstances().map(({ id }) => id)).toEqual(before)
  })
})
