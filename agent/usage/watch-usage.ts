import { bytesPerMegabyte } from '../../core/catalogue/figures'
import type { Clock } from '../../core/time/clock'
import type { Container, ContainerFigures } from '../containers/runtime'
import type { UsageMinutes } from './usage-minutes'

const intervalMs = 15_000

interface WatchedUsage {
  processId: string
  applicationId: string
  container: Pick<Container, 'figures'>
  clock: Clock
  /** Ends the watch. */
  signal: AbortSignal
  minutes: UsageMinutes
}

/** Looks four times a minute what a container used since the last look, and adds it to the minutes. */
export async function watchUsage(watched: WatchedUsage): Promise<void> {
  const { processId, applicationId, container, clock, signal, minutes } = watched
  let last = { atMs: clock.monotonic(), figures: await container.figures() }
  while (!signal.aborted) {
    await clock.sleep(intervalMs, signal)
    if (signal.aborted) return
    const now = { atMs: clock.monotonic(), figures: await container.figures() }
    const seconds = (now.atMs - last.atMs) / 1000
    const rate = (figure: 'cpuSeconds' | 'throttledSeconds') =>
      rateOf(figure, last.figures, now.figures, seconds)
    const cores = rate('cpuSeconds')
    const { memoryBytes } = now.figures
    if (cores !== undefined)
      minutes.add({
        processId,
        applicationId,
        cores,
        throttled: rate('throttledSeconds'),
        memoryMb: memoryBytes === undefined ? undefined : memoryBytes / bytesPerMegabyte,
      })
    last = now
  }
}

/** How much a counter rises a second; undefined where it cannot be told. */
function rateOf(
  figure: 'cpuSeconds' | 'throttledSeconds',
  before: ContainerFigures,
  after: ContainerFigures,
  seconds: number,
): number | undefined {
  const [from, to] = [before[figure], after[figure]]
  return from === undefined || to === undefined || seconds <= 0 ? undefined : Math.max(0, to - from) / seconds
}
