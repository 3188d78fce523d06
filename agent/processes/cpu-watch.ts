import type { Clock } from '../../core/time/clock'
import type { Container } from '../containers/runtime'

const intervalMs = 30 * 60_000
const dayMs = 24 * 60 * 60_000
const digits = 1e4

interface CpuWatch {
  container: Container
  clock: Clock
  /** Ends the watch. */
  signal: AbortSignal
  /** @param cores that it used on the average of the last 24 hours. */
  report: (cores: number) => void
}

/** Looks now and then how much CPU a container has used, and reports the average once there is a day of it: AWS charges for no shorter one. */
export async function watchCpu({ container, clock, signal, report }: CpuWatch): Promise<void> {
  const average = new DayAverage()
  while (!signal.aborted) {
    const { cpuSeconds: seconds } = await container.figures()
    if (signal.aborted) return
    const cores = seconds === undefined ? undefined : average.add(clock.monotonic(), seconds)
    if (cores !== undefined) report(cores)
    await clock.sleep(intervalMs, signal)
  }
}

/** The average over a day of what a counter counts. */
class DayAverage {
  /** The oldest is a day old, or the first; few enough to keep all. */
  private readonly samples: { ms: number; seconds: number }[] = []

  /** @returns undefined until there is a day of it. */
  add(ms: number, seconds: number): number | undefined {
    const { samples } = this
    samples.push({ ms, seconds })
    while (samples[1] && ms - samples[1].ms >= dayMs) samples.shift()
    const first = samples[0] ?? { ms, seconds }
    const elapsed = ms - first.ms
    if (elapsed < dayMs) return undefined
    return Math.round((Math.max(0, seconds - first.seconds) / (elapsed / 1000)) * digits) / digits
  }
}
