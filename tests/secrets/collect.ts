import { appendFileSync, copyFileSync, existsSync, mkdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { destination, type DestinationStream } from 'pino'

/**
 * What the run of all suites collects for the suite `secrets`: everything that is logged, and every secret that is issued or
 * typed meanwhile. Without SDO_TEST_LOG_DIR, as in a run of one file, nothing is.
 */
const folder = process.env.SDO_TEST_LOG_DIR

/** The suite that this process works for; names its files. */
const suite = () => process.env.SDO_TEST_SUITE ?? 'e2e'

export const isCollecting = folder !== undefined

const fileOf = (extension: string): string => {
  const target = folder ?? ''
  mkdirSync(target, { recursive: true })
  return join(target, `${suite()}-${process.pid}.${extension}`)
}

/** Where loggers of this process write as well. */
export const openCollectedLog = (): DestinationStream =>
  destination({ dest: fileOf('log'), sync: true, append: true })

/** What a program that a test started wrote. */
export function collectOutput(text: string): void {
  if (isCollecting) appendFileSync(fileOf('output.log'), text)
}

/** The log that a program left in a file, which is about to be removed. */
export function collectFile(path: string): void {
  if (isCollecting && existsSync(path))
    copyFileSync(path, `${fileOf('file')}-${Date.now()}-${basename(path)}`)
}

/** Notes that nobody may find `value` in a log. `kind` is for whoever looks for the leak. */
export function recordSecret(kind: string, value: string): void {
  if (isCollecting) appendFileSync(fileOf('secrets'), `${JSON.stringify({ kind, value })}\n`)
}
