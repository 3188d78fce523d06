import type { PrintedLine } from '../api/wire'

interface Seen {
  epoch: number
  count: number
}

/**
 * Tells which lines of answers that overlap were in none before. A line has no id, so lines that are alike in all they say are counted: an
 * answer with three of them has a new one where no answer had more than two.
 */
export function createSeenLines() {
  const seen = new Map<string, Seen>()
  return {
    /** Lines of an answer that are new. From now on they are not. */
    takeNew(lines: readonly PrintedLine[]): PrintedLine[] {
      const counts = new Map<string, number>()
      return lines.filter((line) => {
        const key = `${line.epoch} ${line.processId} ${line.text}`
        const count = (counts.get(key) ?? 0) + 1
        counts.set(key, count)
        if (count <= (seen.get(key)?.count ?? 0)) return false
        seen.set(key, { epoch: line.epoch, count })
        return true
      })
    },
    /** No answer that comes has lines from before. */
    forgetBefore(epoch: number): void {
      for (const [key, line] of seen) if (line.epoch < epoch) seen.delete(key)
    },
  }
}
