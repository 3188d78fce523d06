import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { bytesPerMegabyte } from '../../../core/catalogue/figures'
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

/** What was seen of a container's memory last. */
export interface MemorySeen {
  /** The most that it has used, in MB; undefined before the first look, and where the kernel of Docker is not ours. */
  peakMb?: number
  /** How many programs in it the kernel has killed because memory ran out: Docker tells when it was the first one alone. */
  kills: number
}

/** Looks again and again at what the kernel says of a container's memory: once it has ended neither Docker nor the kernel tells. */
export function watchMemory({ id, pid, clock, signal }: WatchedContainer): Readonly<MemorySeen> {
  const seen: MemorySeen = { kills: 0 }
  const watch = async () => {
    await clock.sleep(firstLookMs, signal)
    const files = await filesOf(id, pid)
    while (files !== undefined && !signal.aborted) {
      const bytes = Number(readNow(files.peak))
      if (bytes > 0) seen.peakMb = Math.round(bytes / bytesPerMegabyte)
      seen.kills = Math.max(seen.kills, killsIn(readNow(files.events)))
      await clock.sleep(intervalMs, signal)
    }
  }
  void watch()
  return seen
}

/** The kernel's own count, of both versions of control groups. */
export const killsIn = (text: string): number => Number(/^oom_kill (\d+)$/m.exec(text)?.[1] ?? 0)

/** The kernel answers from its memory: to wait for a thread would cost more. */
function readNow(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    // It ended.
    return ''
  }
}

/** Files in which the kernel counts, in version 2 of control groups or version 1 (cgroups(7)). */
async function filesOf(id: string, pid: number): Promise<{ peak: string; events: string } | undefined> {
  const groups = (await readFile(`/proc/${pid}/cgroup`, 'utf8').catch(() => '')).split('\n')
  const pathAfter = (prefix: RegExp) =>
    groups.find((line) => prefix.test(line) && line.includes(id))?.replace(prefix, '')
  const split = pathAfter(/^\d+:memory:/)
  const unified = pathAfter(/^0::/)
  const inFolder = (folder: string, peak: string, events: string) => ({
    peak: join(folder, peak),
    events: join(folder, events),
  })
  if (split !== undefined)
    return inFolder(join('/sys/fs/cgroup/memory', split), 'memory.max_usage_in_bytes', 'memory.oom_control')
  return unified === undefined
    ? undefined
    : inFolder(join('/sys/fs/cgroup', unified), 'memory.peak', 'memory.events')
}
