import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { identifyProcess } from '../core/process/process-identity'

/**
 * Tells one process from another that the system gave the same id later, or undefined if the process is not alive. Linux
 * says in /proc when a process was started, in ticks since boot; elsewhere `ps` says it to the second.
 */
export async function processIdentity(pid: number): Promise<string | undefined> {
  if (process.platform === 'linux') return identifyProcess(pid).startedAt
  const { stdout } = await promisify(execFile)('ps', ['-o', 'stat=,lstart=', '-p', String(pid)]).catch(
    () => ({
      stdout: '',
    }),
  )
  const [, state = '', started = ''] = /^\s*(\S+)\s+(.+?)\s*$/.exec(stdout) ?? []
  return started === '' || state.startsWith('Z') ? undefined : started
}
