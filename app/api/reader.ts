/** Longer ids are none of ours. */
const longestId = 100

/** The reader of a stream: from where on, and whether they are still there. */
export function readerOf({ headers, signal }: Request): {
  lastEventId: string | undefined
  signal: AbortSignal
} {
  const lastEventId = headers.get('last-event-id')?.slice(0, longestId) || undefined
  return { lastEventId, signal }
}
