import { randomBytes } from 'node:crypto'
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { StartError } from '../options'

const schema = z.object({
  /** The account, so that no other one is torn down by mistake. */
  accountNumber: z.string(),
  password: z.string(),
  /** Whether all that it made is removed again: what is in the account since then is not of the trial. */
  isOver: z.boolean(),
  release: z.object({ url: z.string(), sha256: z.string() }).optional(),
})

/** What the next process must know of a trial, to tear it down. */
type TrialMemory = z.infer<typeof schema>

const fileIn = (dataDir: string) => join(dataDir, 'trial.json')

/** Of a trial that begins, in a folder that is new or that an earlier one in the same account used. @throws StartError */
export function beginMemory(dataDir: string, accountNumber: string): TrialMemory {
  const earlier = readMemory(dataDir)
  if (earlier) requireAccount(earlier, dataDir, accountNumber)
  const memory = {
    accountNumber,
    password: earlier?.password ?? randomBytes(12).toString('base64url'),
    isOver: false,
    ...(earlier?.release && { release: earlier.release }),
  }
  writeMemory(dataDir, memory)
  return memory
}

/**
 * Of a trial that began in this account, to tear it down. Without it nothing may be removed: a stack or a log group with
 * a name of SDO's would be that of somebody who uses SDO.
 * @throws StartError where none began
 */
export function recallMemory(dataDir: string, accountNumber: string): TrialMemory {
  const memory = readMemory(dataDir)
  if (!memory)
    throw new StartError(
      `No trial began in ${dataDir}, so nothing is removed. Name the folder of the trial with --data-dir.`,
    )
  requireAccount(memory, dataDir, accountNumber)
  return memory
}

/** @throws StartError if the folder is that of a trial in another account */
function requireAccount(memory: TrialMemory, dataDir: string, accountNumber: string): void {
  if (memory.accountNumber !== accountNumber)
    throw new StartError(
      `${dataDir} is that of a trial in the account ${memory.accountNumber}, and the profile is of ${accountNumber}. Choose another folder with --data-dir.`,
    )
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
