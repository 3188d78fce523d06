import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { CliError } from '../cli-error'
import { exitCodes } from '../exit-codes'

/** A login that is kept: the token of a session, never one that makes further sessions. */
export interface Login {
  token: string
  expiresEpoch: number
  /** Of a job that logged in by its identity: the integration user that trusts it, as whom it can log in again. */
  integrationUserId?: string
  /** Of a person who was let in by a browser: sent when they log in again. It opens nothing. */
  returnTicket?: string
}

interface Kept {
  /** The portal that commands are for when nothing else is said. */
  current?: string
  /** By the portal's origin. */
  portals: Record<string, Login>
}

const fileOf = (folder: string) => join(folder, 'credentials.json')

/** The logins that were kept in `folder`. @throws CliError where others could read them, or nobody can */
export function readCredentials(folder: string): Kept {
  const file = fileOf(folder)
  const stat = statSync(file, { throwIfNoEntry: false })
  if (!stat) return { portals: {} }
  if (process.platform !== 'win32' && (stat.mode & 0o077) !== 0)
    throw new CliError(`${file} can be read by others.`, {
      exitCode: exitCodes.notSignedIn,
      hint: `Run \`chmod 600 ${file}\`, and \`sdo logout\` and \`sdo login\` if somebody may have read it.`,
    })
  try {
    const { current, portals } = JSON.parse(readFileSync(file, 'utf8')) as Kept
    return { current, portals: portals ?? {} }
  } catch {
    throw new CliError(`${file} cannot be read.`, {
      exitCode: exitCodes.notSignedIn,
      hint: `Delete it and run \`sdo login\`.`,
    })
  }
}

/** Keeps a login, for the owner's eyes alone, and makes its portal the current one. */
export function keepLogin(folder: string, url: string, login: Login): void {
  const { portals } = readCredentials(folder)
  write(folder, { current: url, portals: { ...portals, [url]: login } })
}

/** Forgets the login of a portal. */
export function forgetLogin(folder: string, url: string): void {
  const { current, portals } = readCredentials(folder)
  const others = Object.fromEntries(Object.entries(portals).filter(([each]) => each !== url))
  if (Object.keys(others).length === 0) return rmSync(fileOf(folder), { force: true })
  write(folder, { current: current === url ? Object.keys(others)[0] : current, portals: others })
}

/** In one step, so that a file that is read is whole, and never open to others in between. */
function write(folder: string, kept: Kept): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const draft = `${fileOf(folder)}.${process.pid}`
  writeFileSync(draft, `${JSON.stringify(kept, null, 2)}\n`, { mode: 0o600 })
  chmodSync(draft, 0o600)
  renameSync(draft, fileOf(folder))
}
