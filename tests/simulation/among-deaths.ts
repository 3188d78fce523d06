import type { EnvironmentBench } from '../builders/environment-bench'
import { Death, mortal } from './mortal'

interface AmongDeathsOptions {
  /** The most calls to the outside that a controller lives for. */
  mostCalls?: number
  /** The longest time until the next controller goes on. */
  pauseMs?: number
  /** The longest time of the bench's clock until the condition must hold. */
  withinSeconds?: number
  /** Fails if something is wrong after a step. */
  check?: () => void
}

type Bench = Pick<EnvironmentBench, 'ports' | 'patience' | 'clock' | 'step' | 'find' | 'replaceController'>

/** Runs until `condition` holds; every controller dies after some calls, and another one goes on a little later. @returns how many died */
export async function runAmongDeaths(
  bench: Bench,
  random: () => number,
  condition: () => boolean | Promise<boolean>,
  { mostCalls = 60, pauseMs = 3000, withinSeconds = 600, check }: AmongDeathsOptions = {},
): Promise<number> {
  let deaths = 0
  const replace = () => {
    const callsToLive = 1 + Math.floor(random() * mostCalls)
    bench.replaceController(mortal(bench.ports, callsToLive, random() < 0.5))
  }
  replace()
  const limit = bench.clock.now() + (withinSeconds + bench.patience) * 1000
  while (!(await condition())) {
    if (bench.clock.now() > limit) throw new Error(JSON.stringify(await bench.find(), null, 1))
    try {
      await bench.step()
    } catch (error) {
      if (!(error instanceof Death)) throw error
      deaths += 1
      replace()
      await bench.clock.advance(Math.round(random() * pauseMs))
    }
    check?.()
  }
  bench.replaceController()
  return deaths
}
