import { readFileSync } from 'node:fs'

/** A process and not just its number, which another process may get later. */
export interface ProcessIdentity {
  pid: number
  /** When it started, in the kernel's own measure; absent where the system does not tell. */
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

function readStart(pid: number): string | undefined {
  try {
    // The name of the program comes second, in brackets, and may itself hold spaces and brackets.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')
    return fields?.[19]
  } catch {
    return undefined
  }
}
