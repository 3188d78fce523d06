import type { Clock } from '../../core/time/clock'

/** What `asking` gives. A late answer changes nothing. @throws Error when it takes longer than `milliseconds` */
export async function inTime<Answer>(
  asking: Promise<Answer>,
  milliseconds: number,
  clock: Clock,
): Promise<Answer> {
  const finished = new AbortController()
  const timeout = clock.sleep(milliseconds, finished.signal).then(() => {
    throw new Error(`It did not answer within ${(milliseconds / 1000).toFixed(1)} s.`)
  })
  timeout.catch(() => undefined)
  try {
    return await Promise.race([asking, timeout])
  } finally {
    finished.abort()
    asking.catch(() => undefined)
  }
}
