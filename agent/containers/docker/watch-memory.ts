import { join } from 'node:path'
import { bytesPerMegabyte } from '../../../core/catalogue/figures'
import type { Clock } from '../../../core/time/clock'
import { controlGroupOf, numberIn, readNow, type ContainerIds } from './control-groups'

const firstLookMs = 1000
const intervalMs = 5000

interface WatchedContainer extends ContainerIds {
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
export function watchMemory({ clock, signal, ...ids }: WatchedContainer): Readonly<MemorySeen> {
  const seen: MemorySeen = { kills: 0 }
  const watch = async () => {
    await clock.sleep(firstLookMs, signal)
    const files = await filesOf(ids)
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
export const killsIn = (text: string): number => numberIn(text, 'oom_kill') ?? 0

async function filesOf(ids: ContainerIds): Promise<{ peak: string; events: string } | undefined> {
  const group = await controlGroupOf(ids, 'memory')
  if (!group) return undefined
  const [peak, events] =
    group.version === 1
      ? ['memory.max_usage_in_bytes', 'memory.oom_control']
      : ['memory.peak', 'memory.events']
  return { peak: join(group.folder, peak), events: join(group.folder, events) }
}
