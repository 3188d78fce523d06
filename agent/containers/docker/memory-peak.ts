import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { bytesPerMegabyte } from '../../../core/catalogue/megabyte'
import type { Clock } from '../../../core/time/clock'

const firstLookMs = 1000
const intervalMs = 5000

interface WatchedContainer {
  id: string
  /** Id of the container's first process, on the machine of Docker. */
  pid: number
  clock: Clock
  /** Ends the watch. */
  signal: AbortSignal
}

/**
 * Looks again and again how much memory a container has used at most: once it has ended neither Docker nor the kernel tells.
 * @returns what was seen last, in MB; undefined before the first look, and where the kernel of Docker is not ours
 */
export function watchMemoryPeak({ id, pid, clock, signal }: WatchedContainer): () => number | undefined {
  let peakMb: number | undefined
  const watch = async () => {
    await clock.sleep(firstLookMs, signal)
    const file = await peakFileOf(id, pid)
    while (file !== undefined && !signal.aborted) {
      const bytes = readCount(file)
      if (bytes > 0) peakMb = Math.round(bytes / bytesPerMegabyte)
      await clock.sleep(intervalMs, signal)
    }
  }
  void watch()
  return () => peakMb
}

/** The kernel answers from its memory: to wait for a thread would cost more. */
function readCount(file: string): number {
  try {
    return Number(readFileSync(file, 'utf8'))
  } catch {
    // It ended.
    return 0
  }
}

/** File in which the kernel counts the peak, in version 2 of control groups or version 1 (cgroups(7)). */
async function peakFileOf(id: string, pid: number): Promise<string | undefined> {
  const groups = (await readFile(`/proc/${pid}/cgroup`, 'utf8').catch(() => '')).split('\n')
  const pathAfter = (prefix: RegExp) =>
    groups.find((line) => prefix.test(line) && line.includes(id))?.replace(prefix, '')
  const unified = pathAfter(/^0::/)
  const split = pathAfter(/^\d+:memory:/)
  if (split !== undefined) return join('/sys/fs/cgroup/memory', split, 'memory.max_usage_in_bytes')
  return unified === undefined ? undefined : join('/sys/fs/cgroup', unified, 'memory.peak')
}
