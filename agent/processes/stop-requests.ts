import { randomBytes } from 'node:crypto'
import { stopPollSeconds } from '../../core/process/process-promises'
import type { Clock } from '../../core/time/clock'
import { createPollLimit, type PollLimit } from '../poll-limit'
import { createProcessTokens } from '../process-tokens'

/** Longest pause between two polls; a second more than promised is for the request itself. */
export const pollPatienceMs = (stopPollSeconds + 1) * 1000

/** The agent's side of one process's stop endpoint. */
export interface StopRequest {
  /** Unguessable: it is all that tells one process from another. */
  readonly token: string
  /** From now on the process is told to stop. */
  begin(): void
  /** Whether it asked in the last half minute. */
  isPolling(): boolean
  /** Monotonic time of the process's last poll, also if it asked too often. */
  lastPolledAt(): number | undefined
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
  polledAt?: number
  limit: PollLimit
}

export function createStopRequests(clock: Clock): StopRequests {
  const tokens = createProcessTokens<Entry>()
  return {
    register(token = randomBytes(32).toString('base64url')) {
      const entry: Entry = { stop: false, limit: createPollLimit(clock) }
      tokens.add(token, entry)
      return {
        token,
        begin: () => void (entry.stop = true),
        isPolling: () => entry.polledAt !== undefined && clock.monotonic() - entry.polledAt < pollPatienceMs,
        lastPolledAt: () => entry.polledAt,
        close: () => tokens.remove(token),
      }
    },
    poll(token) {
      const entry = tokens.find(token)
      if (!entry) return 'unknown'
      entry.polledAt = clock.monotonic()
      return entry.limit.isTooSoon() ? 'throttled' : { stop: entry.stop }
    },
  }
}
