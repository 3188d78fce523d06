import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chownSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createPrivateFolder } from './folders'
import { isAlive } from './probe'
import { collectOutput, postgresEnvironment } from './programs'
import type { ServiceUser } from './service-user'

/** The password of the role `sdo`. @throws Error that says what to do when it is gone */
export function readPassword(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (cause) {
    throw new Error(
      `${file} is missing, so the database cannot be opened: restore it, or choose another data folder with SDO_DATA_DIR.`,
      {
        cause,
      },
    )
  }
}

/** Makes the database files in `cluster`, whole or not at all, and a password for them in `passwordFile`. */
export async function createCluster(
  programs: string,
  cluster: string,
  passwordFile: string,
  user: ServiceUser | undefined,
) {
  const password = randomBytes(24).toString('hex')
  writeFileSync(passwordFile, password, { mode: 0o600 })
  const unfinished = `${cluster}.new`
  createPrivateFolder(unfinished, user)
  const temporary = mkdtempSync(join(tmpdir(), 'sdo-initdb-'))
  const readablePassword = join(temporary, 'password')
  writeFileSync(readablePassword, password, { mode: 0o600 })
  if (user) {
    chownSync(temporary, user.uid, user.gid)
    chownSync(readablePassword, user.uid, user.gid)
  }
  try {
    const child = spawn(
      join(programs, 'bin/initdb'),
      [
        '-D',
        unfinished,
        '-U',
        'sdo',
        '-A',
        'scram-sha-256',
        `--pwfile=${readablePassword}`,
        '-E',
        'UTF8',
        '--locale=C.UTF-8',
        '--no-sync',
      ],
      {
        ...user,
        stdio: ['ignore', 'pipe', 'pipe'],
        env: postgresEnvironment,
      },
    )
    const output = collectOutput(child)
    const code = await new Promise((resolve, reject) => child.once('error', reject).once('close', resolve))
    if (code !== 0)
      throw new Error(`The database could not be made in ${cluster}: ${output().trim().split('\n').at(-1)}`)
    renameSync(unfinished, cluster)
  } finally {
    rmSync(temporary, { recursive: true, force: true })
  }
}

/** The server that works on `cluster` now, if there is one. */
export function readPostmaster(cluster: string): { pid: number; port: number } | undefined {
  try {
    const lines = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')
    const pid = Number(lines[0])
    const port = Number(lines[3])
    return isAlive(pid) && port > 0 ? { pid, port } : undefined
  } catch {
    return undefined
  }
}
