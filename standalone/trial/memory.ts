import { randomBytes } from 'node:crypto'
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { StartError } from '../options'

const schema = z.object({
  /** The account, so that no other one is torn down by mistake. */
  accountNumber: z.string(),
  password: z.string(),
  release: z.object({ url: z.string(), sha256: z.string() }).optional(),
})

/** What the next process must know of a trial, to tear it down. */
type TrialMemory = z.infer<typeof schema>

const fileIn = (dataDir: string) => join(dataDir, 'trial.json')

/** As an earlier process left it, or a new one. @throws StartError if the folder is that of a trial in another account */
export function readOrCreateMemory(dataDir: string, accountNumber: string): TrialMemory {
  const memory = readMemory(dataDir) ?? { accountNumber, password: randomBytes(12).toString('base64url') }
  if (memory.accountNumber !== accountNumber)
    throw new StartError(
      `${dataDir} is that of a trial in the account ${memory.accountNumber}, and the profile is of ${accountNumber}. Choose another folder with --data-dir.`,
    )
  writeMemory(dataDir, memory)
  return memory
}

function readMemory(dataDir: string): TrialMemory | undefined {
  try {
    return schema.parse(JSON.parse(readFileSync(fileIn(dataDir), 'utf8')))
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw new StartError(`${fileIn(dataDir)} is damaged.`, { cause: error })
  }
}

export function writeMemory(dataDir: string, memory: TrialMemory): void {
  const file = fileIn(dataDir)
  writeFileSync(`${file}.new`, JSON.stringify(memory), { mode: 0o600 })
  renameSync(`${file}.new`, file)
}
