import type { Clock } from '../../core/time/clock'
import type { Container } from '../containers/runtime'

const firstLookMs = 3000
const intervalMs = 10_000

interface OutputWatch {
  container: Container
  clock: Clock
  /** Ends the watch. */
  signal: AbortSignal
  /** Whether anybody would read it now. */
  isWanted: () => boolean
  report: (output: string[]) => void
}

/** Reads again and again what a container printed last, while it is wanted, so that it is at hand when somebody asks why. */
export async function watchOutput({
  container,
  clock,
  signal,
  isWanted,
  report,
}: OutputWatch): Promise<void> {
  for (let waitMs = firstLookMs; ; waitMs = intervalMs) {
    await clock.sleep(waitMs, signal)
    if (signal.aborted) return
    if (!isWanted()) continue
    const output = await container.lastOutput()
    if (signal.aborted) return
    report(output)
  }
}
