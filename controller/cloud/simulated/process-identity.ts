import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'

/**
 * Tells one process from another that the system gave the same id later, or undefined if the process is not alive. Linux
 * says in /proc when a process was started, in ticks since boot; elsewhere `ps` says it to the second.
 */
export async function processIdentity(pid: number): Promise<string | undefined> {
  if (process.platform === 'linux') return linuxIdentity(pid)
  const { stdout } = await promisify(execFile)('ps', ['-o', 'stat=,lstart=', '-p', String(pid)]).catch(
    () => ({
      stdout: '',
    }),
  )
  const [, state = '', started = ''] = /^\s*(\S+)\s+(.+?)\s*$/.exec(stdout) ?? []
  return started === '' || state.startsWith('Z') ? undefined : started
}

async function linuxIdentity(pid: number): Promise<string | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined)
  if (stat === undefined) return undefined
  // The second field is the program's name in parentheses and may itself contain spaces and parentheses.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const [state, startedTicks] = [fields[0], fields[19]]
  return state === 'Z' || state === 'X' ? undefined : startedTicks
}
