import { createHash } from 'node:crypto'
import { chmodSync, chownSync, cpSync, existsSync, lstatSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { canReach, type ServiceUser } from './service-user'

/** Where root puts what Postgres must reach when the checkout or the data folder is closed to other accounts. */
const publicRoot = '/var/tmp/sdo-postgres'

const shortHash = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 12)

function requireOwnFolder(path: string): void {
  mkdirSync(path, { recursive: true, mode: 0o755 })
  const { uid, mode } = lstatSync(path)
  if (uid !== 0 || (mode & 0o022) !== 0)
    throw new Error(`${path} must belong to root and be writable by root only. Remove it and start again.`)
}

/** The folder of the Postgres programs: `native` itself, or a copy that `user` can reach. */
export function reachableBinaries(native: string, user: ServiceUser | undefined): string {
  if (canReach(user, native)) return native
  requireOwnFolder(publicRoot)
  const copy = join(
    publicRoot,
    `programs-${shortHash(native)}-${lstatSync(join(native, 'bin/postgres')).mtimeMs}`,
  )
  if (!existsSync(copy)) {
    const unfinished = `${copy}.${process.pid}`
    cpSync(native, unfinished, { recursive: true, verbatimSymlinks: true })
    renameSync(unfinished, copy)
  }
  return copy
}

/** The folder of the database files for `dataDir`, made and owned by `user`. */
export function clusterFolder(dataDir: string, user: ServiceUser | undefined): string {
  if (!user) {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    return join(dataDir, 'postgres')
  }
  mkdirSync(dataDir, { recursive: true, mode: 0o711 })
  if (canReach(user, dataDir)) return join(dataDir, 'postgres')
  requireOwnFolder(publicRoot)
  return join(publicRoot, `data-${shortHash(dataDir)}`)
}

/** Makes `folder` anew, private to `user`. */
export function createPrivateFolder(folder: string, user: ServiceUser | undefined): void {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(dirname(folder), { recursive: true })
  mkdirSync(folder)
  chmodSync(folder, 0o700)
  if (user) chownSync(folder, user.uid, user.gid)
}
