import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ContainerFigures } from '../runtime'

/** Of a container, and of its first process on the machine of Docker. */
export interface ContainerIds {
  id: string
  pid: number
}

type Controller = 'memory' | 'cpu' | 'cpuacct'

interface ControlGroup {
  folder: string
  version: 1 | 2
}

/**
 * The folder in which the kernel keeps an account of a container, in version 2 of control groups or version 1 (cgroups(7)); undefined once it
 * has ended, and where the kernel of Docker is not ours.
 */
export async function controlGroupOf(
  { id, pid }: ContainerIds,
  controller: Controller,
): Promise<ControlGroup | undefined> {
  return groupIn(await groupsOf(pid), id, controller)
}

const groupsOf = async (pid: number): Promise<string[]> =>
  (await readFile(`/proc/${pid}/cgroup`, 'utf8').catch(() => '')).split('\n')

function groupIn(groups: string[], id: string, controller: Controller): ControlGroup | undefined {
  const pathAfter = (prefix: RegExp) =>
    groups.find((line) => prefix.test(line) && line.includes(id))?.replace(prefix, '')
  const split = pathAfter(new RegExp(`^\\d+:(?:[^:]*,)?${controller}(?:,[^:]*)?:`))
  if (split !== undefined) return { folder: join('/sys/fs/cgroup', controller, split), version: 1 }
  const unified = pathAfter(/^0::/)
  return unified === undefined ? undefined : { folder: join('/sys/fs/cgroup', unified), version: 2 }
}

/** What the kernel says of all programs of a container. */
export async function figuresOf(ids: ContainerIds): Promise<ContainerFigures> {
  const groups = await groupsOf(ids.pid)
  const [cpu, usage, memory] = [
    groupIn(groups, ids.id, 'cpu'),
    groupIn(groups, ids.id, 'cpuacct'),
    groupIn(groups, ids.id, 'memory'),
  ]
  if (!cpu || !usage || !memory) return {}
  const cpuStat = readNow(join(cpu.folder, 'cpu.stat'))
  const memoryStat = readNow(join(memory.folder, 'memory.stat'))
  if (usage.version === 2)
    return {
      cpuSeconds: perSecond(numberIn(cpuStat, 'usage_usec'), microseconds),
      throttledSeconds: perSecond(numberIn(cpuStat, 'throttled_usec'), microseconds),
      memoryBytes: without(
        wholeNumber(readNow(join(memory.folder, 'memory.current'))),
        numberIn(memoryStat, 'inactive_file'),
      ),
    }
  return {
    cpuSeconds: perSecond(wholeNumber(readNow(join(usage.folder, 'cpuacct.usage'))), nanoseconds),
    throttledSeconds: perSecond(numberIn(cpuStat, 'throttled_time'), nanoseconds),
    memoryBytes: without(
      wholeNumber(readNow(join(memory.folder, 'memory.usage_in_bytes'))),
      numberIn(memoryStat, 'total_inactive_file'),
    ),
  }
}

const microseconds = 1e6
const nanoseconds = 1e9

const perSecond = (figure: number | undefined, units: number) =>
  figure === undefined ? undefined : figure / units

const without = (all: number | undefined, part: number | undefined) =>
  all === undefined ? undefined : Math.max(0, all - (part ?? 0))

/** The figure of a line such as `usage_usec 2500000`. */
export function numberIn(text: string, name: string): number | undefined {
  const line = text.split('\n').find((one) => one.startsWith(`${name} `))
  return line === undefined ? undefined : wholeNumber(line.slice(name.length + 1))
}

const wholeNumber = (text: string) => (/^\d+\s*$/.test(text) ? Number(text) : undefined)

/** The kernel answers from its memory: to wait for a thread would cost more. @returns nothing once the container has ended */
export function readNow(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
