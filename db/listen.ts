import pg from 'pg'
import { backoffMilliseconds } from '../core/time/backoff'
import { systemClock, type Clock } from '../core/time/clock'
import type { Logger } from '../core/logging/logger'
import type { Liveness, LivenessBoard } from '../core/observability/liveness'

interface ListenOptions {
  url: string
  /** A Postgres identifier. */
  channel: string
  onNotify(payload: string): void
  /** Listening from now on. Whatever happened before may have been missed: read everything again. */
  onConnect(): void
  signal: AbortSignal
  log: Logger
  clock?: Clock
  /** Hears how the connection is. */
  board?: LivenessBoard
  random?: () => number
}

const reconnect = { baseMilliseconds: 200, capMilliseconds: 10_000 }
/** The time after which a silent connection is asked whether it is alive, and in which it has to answer. */
const heartbeatMilliseconds = 20_000
const answerMilliseconds = 10_000
const farewellMilliseconds = 1_000
const longestSilenceSeconds = (2 * (heartbeatMilliseconds + answerMilliseconds)) / 1000

/**
 * Listens on a channel until `signal` aborts, on a connection of its own that is made again whenever it breaks.
 *
 * @returns resolves when the connection is closed after the abort; never rejects
 */
export async function listen(options: ListenOptions): Promise<void> {
  const { signal, log, channel, board, clock = systemClock, random = Math.random } = options
  const liveness = board?.expect(`listen ${channel}`, longestSilenceSeconds, signal)
  let failures = 0
  while (!signal.aborted) {
    const fault = await listenOnce(options, clock, liveness, () => (failures = 0))
    if (signal.aborted) return
    failures += 1
    liveness?.failed(fault?.message ?? 'The connection was closed.')
    const pause = backoffMilliseconds(failures, reconnect, random)
    log.warn({ channel, reason: fault?.message, retryInMilliseconds: pause }, 'Listening was interrupted')
    await clock.sleep(pause, signal)
  }
}

/** Resolves with what ended the connection, or undefined after the abort. */
async function listenOnce(
  { url, channel, onNotify, onConnect, signal }: ListenOptions,
  clock: Clock,
  liveness: Liveness | undefined,
  connected: () => void,
): Promise<Error | undefined> {
  const client = new pg.Client({
    connectionString: url,
    keepAlive: true,
    connectionTimeoutMillis: answerMilliseconds,
    query_timeout: answerMilliseconds,
    application_name: `sdo-listen-${channel}`,
  })
  const ended = new AbortController()
  let fault: Error | undefined
  const end = (error?: Error) => {
    fault ??= error
    ended.abort()
  }
  const stop = () => end()
  signal.addEventListener('abort', stop, { once: true })
  client.on('error', end)
  client.on('end', () => end(new Error('Postgres closed the connection.')))
  client.on('notification', ({ payload }) => onNotify(payload ?? ''))
  try {
    await client.connect()
    await client.query(`LISTEN ${client.escapeIdentifier(channel)}`)
    connected()
    liveness?.progressed()
    onConnect()
    while (!ended.signal.aborted) {
      await clock.sleep(heartbeatMilliseconds, ended.signal)
      if (ended.signal.aborted) break
      await client.query('SELECT 1')
      liveness?.progressed()
    }
  } catch (error) {
    end(error instanceof Error ? error : new Error(String(error)))
  } finally {
    signal.removeEventListener('abort', stop)
    // A half-open connection never says goodbye.
    await Promise.race([client.end().catch(() => undefined), clock.sleep(farewellMilliseconds)])
  }
  return signal.aborted ? undefined : fault
}
