import type { Reader } from '../http/request/reader'

/** Longer ids are none of ours. */
const longestId = 100

/** Where the reader of a stream goes on, and whether they are still there. */
export function readerOf(
  { headers }: Request,
  { signal }: Reader,
): {
  lastEventId: string | undefined
  signal: AbortSignal
} {
  const lastEventId = headers.get('last-event-id')?.slice(0, longestId) || undefined
  return { lastEventId, signal }
}
