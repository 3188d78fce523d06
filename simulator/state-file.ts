import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { coalesceWrites } from './coalesced-writes'
import { emptyAccount, emptyWorld, type AccountState, type ListenerState, type WorldState } from './state'

/** The file of the simulated cloud's state. */
interface StateStorage {
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
  let present = emptyWorld()
  const save = coalesceWrites(async () => {
    await writeFile(draft, JSON.stringify(present, null, 1), { mode: 0o600 })
    await rename(draft, file)
  })

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
      present = state
      return save()
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
  // An older program knew of less.
  for (const [number, account] of Object.entries(state.accounts))
    state.accounts[number] = withListeners({ ...emptyAccount(number), ...account })
  return state as WorldState
}

const earlierListener: Pick<ListenerState, 'protocol' | 'action' | 'certificateIds'> = {
  protocol: 'HTTP',
  action: 'forward',
  certificateIds: [],
}

/** Of listeners, it knew the ports and target groups. */
function withListeners(account: AccountState): AccountState {
  for (const balancer of Object.values(account.loadBalancers))
    balancer.listeners = balancer.listeners.map((listener) => ({ ...earlierListener, ...listener }))
  return account
}
