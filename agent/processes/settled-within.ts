import type { Clock } from '../../core/time/clock'

/** Whether `promise` resolved before `milliseconds` were over or `signal` aborted. Leaves no timer behind. */
export async function settledWithin(
  promise: Promise<unknown>,
  milliseconds: number,
  clock: Clock,
  signal?: AbortSignal,
): Promise<boolean> {
  const timer = new AbortController()
  const timedOut = clock
    .sleep(milliseconds, signal ? AbortSignal.any([timer.signal, signal]) : timer.signal)
    .then(() => false)
  const settled = await Promise.race([promise.then(() => true), timedOut])
  // A reason of its own costs less than the error that is made without one.
  timer.abort('settled')
  return settled
}
