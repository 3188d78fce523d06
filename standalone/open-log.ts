import { once } from 'node:events'
import { renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { destination } from 'pino'
import { createLogger, type Logger } from '../core/logging/logger'

const rotateBytes = 20_000_000

/** The log of the servers: a file in the data folder, so that the terminal stays readable. It is open, so that whatever ends the program at once can be written. */
export async function openLog(dataDir: string, isDebug: boolean): Promise<Logger> {
  const file = join(dataDir, 'sdo.log')
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > rotateBytes) renameSync(file, `${file}.1`)
  const stream = destination({ dest: file, sync: false, mode: 0o600 })
  await once(stream, 'ready')
  return createLogger('sdo', isDebug ? 'debug' : 'info', stream)
}
