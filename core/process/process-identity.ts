import { readFileSync } from 'node:fs'

/** A process and not just its number, which another process may get later. */
export interface ProcessIdentity {
  pid: number
  /** Its start in the kernel's own measure; absent where the system does not tell. */
  startedAt?: string
}

export const identifyProcess = (pid: number): ProcessIdentity => ({ pid, startedAt: readStart(pid) })

export function isRunning({ pid, startedAt }: ProcessIdentity): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) return false
  }
  return readStart(pid) === startedAt
}

/** Id of the parent of a process; undefined where the system does not tell. */
export const parentOf = (pid: number): number | undefined => {
  const parent = readStat(pid)?.[1]
  return parent === undefined ? undefined : Number(parent)
}

/** A process that has ended and waits only for its parent to notice has no identity. */
function readStart(pid: number): string | undefined {
  const [state = '', ...others] = readStat(pid) ?? []
  return 'ZX'.includes(state) ? undefined : others[18]
}

/** Fields of a process in the kernel's `stat`, from its state on. */
function readStat(pid: number): string[] | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // Before it stands the name of the program in brackets, which may itself hold spaces and brackets.
    return stat.slice(stat.lastIndexOf(') ') + 2).split(' ')
  } catch {
    return undefined
  }
}
