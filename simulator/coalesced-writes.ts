/**
 * Keeps something by writing it whole: `save` resolves when it is kept as it was at the call or later. What changes while a write is
 * under way shares the next one.
 */
export function coalesceWrites(write: () => Promise<void>): () => Promise<void> {
  let writing: Promise<void> | undefined
  let waiting: Promise<void> | undefined

  const begin = (): Promise<void> => {
    waiting = undefined
    writing = write().finally(() => {
      writing = undefined
    })
    return writing
  }

  return () => {
    if (waiting) return waiting
    if (!writing) return begin()
    waiting = writing.catch(() => undefined).then(begin)
    return waiting
  }
}
