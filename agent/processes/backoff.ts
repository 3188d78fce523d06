interface Backoff {
  /** Milliseconds to wait before the next try; doubles with every call. */
  next(): number
  reset(): void
}

export const createBackoff = (firstMs = 1000, capMs = 60_000): Backoff => {
  let nextMs = firstMs
  return {
    next() {
      const current = nextMs
      nextMs = Math.min(nextMs * 2, capMs)
      return current
    },
    reset() {
      nextMs = firstMs
    },
  }
}
