import { accessSync, constants, readFileSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/** An account of this machine that Postgres can run as. */
export interface ServiceUser {
  uid: number
  gid: number
}

/**
 * Postgres refuses to run as root, so root lends it another account: `postgres` where there is one, else `nobody`.
 * Undefined means: run as whoever we are.
 */
export function findServiceUser(): ServiceUser | undefined {
  if (process.getuid?.() !== 0) return undefined
  const accounts = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
  const account = ['postgres', 'nobody']
    .map((name) => accounts.find((fields) => fields[0] === name))
    .find((fields) => fields !== undefined)
  if (!account)
    throw new Error(
      'Postgres cannot run as root, and there is no account "postgres" or "nobody" to run it as.',
    )
  return { uid: Number(account[2]), gid: Number(account[3]) }
}

/** Whether `user` may pass through every folder above and including `path`. */
export function canReach(user: ServiceUser | undefined, path: string): boolean {
  if (!user) {
    try {
      accessSync(path, constants.X_OK)
      return true
    } catch {
      return false
    }
  }
  for (let folder = path; ; folder = dirname(folder)) {
    const { uid, gid, mode } = statSync(folder)
    const execute = uid === user.uid ? 0o100 : gid === user.gid ? 0o010 : 0o001
    if ((mode & execute) === 0) return false
    if (folder === dirname(folder)) return true
  }
}
