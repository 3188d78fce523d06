import autocannon from 'autocannon'

export interface Load {
  /** How long each answer took. */
  milliseconds: number[]
  /** Answers that were no 200, and requests without an answer. */
  failed: number
  /** From the first request to the last answer. */
  seconds: number
}

export interface LoadOptions {
  url: string
  /** How long, or how many requests. */
  amount: { seconds: number } | { requests: number }
  connections: number
  headers: Record<string, string>
  /** Requests a second; absent: as many as are answered. */
  rate?: number
  /** Sends these in turn instead of reading `url`. */
  posts?: { path: string; headers: Record<string, string>; body: string }[]
}

/** Sends requests over kept-alive connections. */
export async function sendLoad({
  url,
  amount,
  connections,
  headers,
  rate,
  posts,
}: LoadOptions): Promise<Load> {
  const milliseconds: number[] = []
  let failed = 0
  const startedAt = performance.now()
  let endedAt = startedAt
  const instance = autocannon({
    url,
    connections,
    ...('seconds' in amount ? { duration: amount.seconds } : { amount: amount.requests }),
    sampleInt: 50,
    headers,
    ...(rate !== undefined && { overallRate: rate }),
    ...(posts && { requests: posts.map((post) => ({ method: 'POST', ...post })) }),
  })
  instance.on('response', (_client, status, _bytes, duration) => {
    if (status === 200) milliseconds.push(duration)
    else failed += 1
    endedAt = performance.now()
  })
  const { errors, timeouts } = await instance
  return { milliseconds, failed: failed + errors + timeouts, seconds: (endedAt - startedAt) / 1000 }
}
