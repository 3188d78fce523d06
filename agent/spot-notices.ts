import { request } from 'node:http'
import type { Clock } from '../core/time/clock'
import type { SpotNotices } from '../core/agent/protocol'

/** AWS's endpoint of the metadata service on every instance. */
export const awsMetadataEndpoint = 'http://169.254.169.254'

const everyMilliseconds = 5000
const tokenSeconds = 300
/** The documented answers have less than 100 characters. */
const longestAnswer = 4096
const answerMilliseconds = 2000
const pathOf = { interruption: 'spot/instance-action', rebalance: 'events/recommendations/rebalance' }

interface SpotWatchOptions {
  /** Without a trailing slash. */
  endpoint: string
  clock: Clock
}

/**
 * Reads notices of the instance's end from the metadata service (version 2): 404 means none. Whatever it answers besides, or not at all, counts as
 * nothing too, because the queue of warnings is there all the same.
 */
export async function readSpotNotices(endpoint: string): Promise<SpotNotices> {
  const token = await ask('PUT', `${endpoint}/latest/api/token`, {
    'x-aws-ec2-metadata-token-ttl-seconds': String(tokenSeconds),
  })
  if (!token) return {}
  const read = (path: string) =>
    ask('GET', `${endpoint}/latest/meta-data/${path}`, { 'x-aws-ec2-metadata-token': token })
  const [action, rebalance] = await Promise.all([read(pathOf.interruption), read(pathOf.rebalance)])
  return { takenBackEpoch: epochIn(action, 'time'), rebalanceEpoch: epochIn(rebalance, 'noticeTime') }
}

/** Reads them every five seconds until `signal` aborts. @returns what was said last; what was said once stays true */
export function watchSpotNotices(
  { endpoint, clock }: SpotWatchOptions,
  signal: AbortSignal,
): () => SpotNotices {
  let notices: SpotNotices = {}
  const watch = async () => {
    while (!signal.aborted) {
      const { takenBackEpoch, rebalanceEpoch } = await readSpotNotices(endpoint)
      notices = {
        takenBackEpoch: takenBackEpoch ?? notices.takenBackEpoch,
        rebalanceEpoch: rebalanceEpoch ?? notices.rebalanceEpoch,
      }
      await clock.sleep(everyMilliseconds, signal)
    }
  }
  void watch()
  return () => notices
}

/** The body of a 200, or undefined for anything else. Never rejects. */
function ask(method: string, url: string, headers: Record<string, string>): Promise<string | undefined> {
  return new Promise((resolve) => {
    const nothing = () => resolve(undefined)
    const signal = AbortSignal.timeout(answerMilliseconds)
    const sent = request(url, { method, headers, signal }, (response) => {
      let body = ''
      response.setEncoding('utf8')
      response.on('data', (part: string) => {
        body += part
        if (body.length <= longestAnswer) return
        nothing()
        sent.destroy()
      })
      response.on('error', nothing)
      response.on('close', nothing)
      response.on('end', () => resolve(response.statusCode === 200 ? body : undefined))
    })
    sent.on('error', nothing)
    sent.end()
  })
}

/** `{"action":"terminate","time":"2026-01-01T00:00:00Z"}`, `{"noticeTime":"…"}`. */
function epochIn(body: string | undefined, field: string): number | undefined {
  try {
    const value = (JSON.parse(body ?? '') as Record<string, unknown> | null)?.[field]
    const epoch = typeof value === 'string' ? Date.parse(value) : NaN
    return epoch >= 0 ? epoch : undefined
  } catch {
    return undefined
  }
}
