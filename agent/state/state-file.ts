import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs'
import type { Logger } from '../../core/logging/logger'
import { agentStateSchema, emptyState, type AgentState, type StateKeeper } from './agent-state'

/** Keeps the state in a file that only we read. It is there whole or as it was, whenever the agent or the machine ends. */
export const createStateFile = (path: string, log: Logger): StateKeeper => ({
  read() {
    let content: string
    try {
      content = readFileSync(path, 'utf8')
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return emptyState
      throw error
    }
    const state = parse(content)
    // The controller says again what is to run; what ran before is started anew.
    if (!state) log.error({ path }, 'The state of the agent before cannot be read')
    return state ?? emptyState
  },

  write(state) {
    const unfinished = `${path}.new`
    const file = openSync(unfinished, 'w', 0o600)
    try {
      writeSync(file, JSON.stringify(state))
      fsyncSync(file)
    } finally {
      closeSync(file)
    }
    renameSync(unfinished, path)
  },
})

function parse(content: string): AgentState | undefined {
  try {
    return agentStateSchema.parse(JSON.parse(content))
  } catch {
    return undefined
  }
}
