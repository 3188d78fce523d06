import { gracefulStopMilliseconds } from '../../core/process/process-promises'
import type { Clock } from '../../core/time/clock'
import type { Container } from '../containers/runtime'
import { settledWithin } from './settled-within'
import { pollPatienceMs, type StopRequest } from './stop-requests'

interface GracefulStop {
  container: Container
  /** Monotonic time at which it was started or found running; since then it may have been asking. */
  watchedSince: number
  stopRequest: StopRequest
  /** From the signal to end until it is killed. */
  terminateGraceMs: number
  clock: Clock
  /** Aborts the waiting: the agent itself is to end. */
  hurry: AbortSignal
  hurriedGraceMs: number
}

/** Resolves when the container has ended: by itself after being asked through its stop endpoint, else by signals. */
export async function stopGracefully(stop: GracefulStop): Promise<void> {
  const { container, watchedSince, stopRequest, terminateGraceMs, clock, hurry, hurriedGraceMs } = stop
  stopRequest.begin()
  const deadline = clock.monotonic() + gracefulStopMilliseconds
  while (!hurry.aborted) {
    // A process that has just started may not have come to its first poll yet.
    const seenAt = Math.max(watchedSince, stopRequest.lastPolledAt() ?? 0)
    const remainingMs = Math.min(deadline, seenAt + pollPatienceMs) - clock.monotonic()
    if (remainingMs <= 0) break
    if (await settledWithin(container.exited, remainingMs, clock, hurry)) return
  }
  container.terminate()
  const graceMs = hurry.aborted ? hurriedGraceMs : terminateGraceMs
  if (!(await settledWithin(container.exited, graceMs, clock))) container.kill()
  await container.exited
}
