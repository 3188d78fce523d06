import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { emptyAccount, emptyWorld, type WorldState } from './state'

/** Where the simulated cloud remembers itself. */
export interface StateStorage {
  load(): Promise<WorldState>
  /** Resolves when `state`, as it was at the call or later, is kept. */
  save(state: WorldState): Promise<void>
}

/** Remembers nothing: the world ends with the process. */
export const forgetfulStorage: StateStorage = {
  load: () => Promise.resolve(emptyWorld()),
  save: () => Promise.resolve(),
}

/**
 * Keeps the state as JSON in `file`, readable by its owner only because it holds the keys of instances. A write replaces the
 * file whole, so that a process killed at any moment leaves the old state or the new one. Changes made while
 * a write is under way share the next one.
 */
export function stateFile(file: string): StateStorage {
  const draft = `${file}.new`
  let writing: Promise<void> | undefined
  let waiting: Promise<void> | undefined

  const write = async (state: WorldState) => {
    await writeFile(draft, JSON.stringify(state, null, 1), { mode: 0o600 })
    await rename(draft, file)
  }
  const begin = (state: WorldState): Promise<void> => {
    waiting = undefined
    writing = write(state).finally(() => {
      writing = undefined
    })
    return writing
  }

  return {
    async load() {
      await mkdir(dirname(file), { recursive: true })
      const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return undefined
        throw error
      })
      return text === undefined ? emptyWorld() : parseState(text, file)
    },
    save(state) {
      if (waiting) return waiting
      if (!writing) return begin(state)
      waiting = writing.catch(() => undefined).then(() => begin(state))
      return waiting
    },
  }
}

function parseState(text: string, file: string): WorldState {
  const complaint = `The state of the simulated AWS accounts in ${file} cannot be read. Move the file away to start with empty accounts.`
  let state: Partial<WorldState> | null
  try {
    state = JSON.parse(text) as Partial<WorldState> | null
  } catch (cause) {
    throw new Error(complaint, { cause })
  }
  if (state?.format !== 1 || !state.accounts) throw new Error(complaint)
  const { accounts } = state
  // What an earlier release did not know yet is empty.
  for (const [accountNumber, account] of Object.entries(accounts))
    accounts[accountNumber] = { ...emptyAccount(accountNumber), ...account }
  return state as WorldState
}
