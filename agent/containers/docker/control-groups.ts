import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Of a container, and of its first process on the machine of Docker. */
export interface ContainerIds {
  id: string
  pid: number
}

/**
 * The folder in which the kernel keeps an account of a container, in version 2 of control groups or version 1 (cgroups(7)); undefined once it
 * has ended, and where the kernel of Docker is not ours.
 */
export async function controlGroupOf(
  { id, pid }: ContainerIds,
  controller: 'memory' | 'cpuacct',
): Promise<{ folder: string; version: 1 | 2 } | undefined> {
  const groups = (await readFile(`/proc/${pid}/cgroup`, 'utf8').catch(() => '')).split('\n')
  const pathAfter = (prefix: RegExp) =>
    groups.find((line) => prefix.test(line) && line.includes(id))?.replace(prefix, '')
  const split = pathAfter(new RegExp(`^\\d+:(?:[^:]*,)?${controller}(?:,[^:]*)?:`))
  if (split !== undefined) return { folder: join('/sys/fs/cgroup', controller, split), version: 1 }
  const unified = pathAfter(/^0::/)
  return unified === undefined ? undefined : { folder: join('/sys/fs/cgroup', unified), version: 2 }
}

/** How long all programs of a container have used a core, in seconds, so far; undefined where nobody can tell. */
export async function cpuSecondsOf(ids: ContainerIds): Promise<number | undefined> {
  const group = await controlGroupOf(ids, 'cpuacct')
  if (!group) return undefined
  const file = group.version === 1 ? 'cpuacct.usage' : 'cpu.stat'
  const text = await readFile(join(group.folder, file), 'utf8').catch(() => '')
  return cpuSecondsIn(text)
}

/** The kernel's own figure: nanoseconds alone in version 1, microseconds by name in version 2. */
export function cpuSecondsIn(text: string): number | undefined {
  const microseconds = /^usage_usec (\d+)$/m.exec(text)?.[1]
  if (microseconds !== undefined) return Number(microseconds) / 1e6
  return /^\d+\s*$/.test(text) ? Number(text) / 1e9 : undefined
}
