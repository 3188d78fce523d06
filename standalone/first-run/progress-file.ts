import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

const schema = z.union([
  z.object({ isDone: z.literal(true) }),
  /** Kept while the first run is under way, so that it can go on after an interruption. */
  z.object({ password: z.string() }),
])

/** How far the first run has come: not begun (undefined), under way, or done. */
type FirstRunProgress = z.infer<typeof schema>

const fileIn = (dataDir: string) => join(dataDir, 'first-run.json')

export function readFirstRun(dataDir: string): FirstRunProgress | undefined {
  try {
    return schema.parse(JSON.parse(readFileSync(fileIn(dataDir), 'utf8')))
  } catch {
    return undefined
  }
}

export function writeFirstRun(dataDir: string, progress: FirstRunProgress): void {
  const file = fileIn(dataDir)
  writeFileSync(`${file}.new`, JSON.stringify(progress), { mode: 0o600 })
  renameSync(`${file}.new`, file)
}
