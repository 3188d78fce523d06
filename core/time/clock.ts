/** Time as a dependency, so that tests decide what time it is and nothing sleeps. */
export interface Clock {
  /** Milliseconds since the epoch, for what people read and other processes compare. It may be set back or forth at any moment. */
  now(): number
  /** Milliseconds since some moment, never set: for how long something takes within this process. */
  monotonic(): number
  /** Resolves after `milliseconds`, or at once when `signal` aborts. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>
}

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  sleep: (milliseconds, signal) =>
    new Promise((resolve) => {
      if (signal?.aborted) return resolve()
      const finish = () => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', finish)
        resolve()
      }
      const timer = setTimeout(finish, milliseconds)
      signal?.addEventListener('abort', finish, { once: true })
    }),
}
