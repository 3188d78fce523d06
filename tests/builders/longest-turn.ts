import { readFileSync } from 'node:fs'

/**
 * Milliseconds that the processor has spent on this thread: what others on the machine do, and what this thread waits for, does not
 * count. Where the system does not say it of one thread, of the whole process.
 */
export function threadMilliseconds(): number {
  try {
    return Number(readFileSync('/proc/thread-self/schedstat', 'utf8').split(' ')[0]) / 1e6
  } catch {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1000
  }
}

/** How long `work` computed without letting anything else have its turn, at most, in milliseconds of this thread. */
async function longestTurnOf(work: () => Promise<unknown>): Promise<number> {
  let longest = 0
  let last = threadMilliseconds()
  let isOver = false
  const look = () => {
    const now = threadMilliseconds()
    longest = Math.max(longest, now - last)
    last = now
    if (!isOver) setImmediate(look)
  }
  setImmediate(look)
  await work()
  isOver = true
  look()
  return longest
}

/**
 * The same, as a bound from above: work that costs less than `enough` in all has no turn that costs more, and most does. The
 * rest is looked at turn by turn, and again when compiling or collecting garbage may have been in it.
 */
export async function longestTurn(work: () => Promise<unknown>, enough: number): Promise<number> {
  const before = threadMilliseconds()
  await work()
  const total = threadMilliseconds() - before
  if (total <= enough) return total
  let longest = Infinity
  for (let tries = 0; tries < 3 && longest > enough; tries++)
    longest = Math.min(longest, await longestTurnOf(work))
  return longest
}
