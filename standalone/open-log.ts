import { renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { destination } from 'pino'
import { createLogger, type Logger } from '../core/logger'

const rotateBytes = 20_000_000

/** The log of the servers: a file in the data folder, so that the terminal stays readable. */
export function openLog(dataDir: string, isDebug: boolean): Logger {
  const file = join(dataDir, 'sdo.log')
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > rotateBytes) renameSync(file, `${file}.1`)
  return createLogger(
    'sdo',
    isDebug ? 'debug' : 'info',
    destination({ dest: file, sync: false, mode: 0o600 }),
  )
}
