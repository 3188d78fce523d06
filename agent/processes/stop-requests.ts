import { randomBytes } from 'node:crypto'
import type { Clock } from '../../core/time/clock'

/** A process that polls more often than this is answered 429. */
const pollIntervalMs = 2000

/** The agent's side of one process's stop endpoint. */
export interface StopRequest {
  /** Unguessable: it is all that tells one process from another. */
  readonly token: string
  /** From now on the process is told to stop. */
  begin(): void
  /** When the process last asked, also if it asked too often. */
  lastPolledEpoch(): number | undefined
  /** Forgets the token. */
  close(): void
}

export type PollAnswer = 'unknown' | 'throttled' | { stop: boolean }

export interface StopRequests {
  /** @param token of one that an earlier agent registered, whose container still polls; absent, a new one is made */
  register(token?: string): StopRequest
  poll(token: string): PollAnswer
}

interface Entry {
  stop: boolean
  polledEpoch?: number
  answeredEpoch?: number
}

export function createStopRequests(clock: Clock): StopRequests {
  const entries = new Map<string, Entry>()
  return {
    register(token = randomBytes(32).toString('base64url')) {
      const entry: Entry = { stop: false }
      entries.set(token, entry)
      return {
        token,
        begin: () => void (entry.stop = true),
        lastPolledEpoch: () => entry.polledEpoch,
        close: () => void entries.delete(token),
      }
    },
    poll(token) {
      const entry = entries.get(token)
      if (!entry) return 'unknown'
      const now = clock.now()
      entry.polledEpoch = now
      if (entry.answeredEpoch !== undefined && now - entry.answeredEpoch < pollIntervalMs) return 'throttled'
      entry.answeredEpoch = now
      return { stop: entry.stop }
    },
  }
}
