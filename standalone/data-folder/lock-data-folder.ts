import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Clock } from '../../core/time/clock'
import { StartError } from '../options'
import { identifyProcess, isRunning, type ProcessIdentity } from '../../core/process/process-identity'

const patienceMilliseconds = 3000
const endingPatienceMilliseconds = 60_000
const pauseMilliseconds = 50

interface Holder extends ProcessIdentity {
  /** The holder is ending and will let go by itself. */
  isEnding?: boolean
}

interface DataFolderLock {
  /** Lets the next start wait instead of giving up. */
  announceEnd(): void
  release(): void
}

/**
 * Keeps a second SDO out of the data folder. The lock of a process that was killed counts for nothing; one that is about
 * to end is waited for.
 *
 * @throws StartError if another SDO runs on this folder
 */
export async function lockDataFolder(
  dataDir: string,
  clock: Clock,
  self: ProcessIdentity = identifyProcess(process.pid),
): Promise<DataFolderLock> {
  const file = join(dataDir, 'sdo.lock')
  const draft = `${file}.${self.pid}`
  const startedAt = clock.now()
  for (;;) {
    const holder = readHolder(file)
    if (holder && isRunning(holder)) {
      const waited = clock.now() - startedAt
      if (waited > (holder.isEnding ? endingPatienceMilliseconds : patienceMilliseconds))
        throw new StartError(
          `SDO runs on the data folder ${dataDir} already (process ${holder.pid}): stop it first, or choose another folder with SDO_DATA_DIR.`,
        )
      await clock.sleep(pauseMilliseconds)
      continue
    }
    if (holder) removeStale(file, draft, holder)
    if (tryTake(file, draft, self)) break
  }
  return {
    announceEnd() {
      writeFileSync(draft, JSON.stringify({ ...self, isEnding: true }), { mode: 0o600 })
      renameSync(draft, file)
    },
    release: () => rmSync(file, { force: true }),
  }
}

function readHolder(file: string): Holder | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Holder
  } catch (error) {
    // A lock is written whole or not at all: what cannot be read was cut off by a crash of the machine.
    if (error instanceof SyntaxError) rmSync(file, { force: true })
    return undefined
  }
}

/** Two starts may find the same stale lock: whoever moved something else away than that puts it back. */
function removeStale(file: string, draft: string, stale: Holder): void {
  const moved = `${draft}.stale`
  try {
    renameSync(file, moved)
    if (readHolder(moved)?.pid !== stale.pid) linkSync(moved, file)
  } catch {
    // The other start was faster; the next look at the lock tells.
  } finally {
    rmSync(moved, { force: true })
  }
}

function tryTake(file: string, draft: string, self: ProcessIdentity): boolean {
  writeFileSync(draft, JSON.stringify(self), { mode: 0o600 })
  try {
    linkSync(draft, file)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  } finally {
    rmSync(draft, { force: true })
  }
}
