import type { Client } from '../api/client'
import type { Surroundings } from '../surroundings'

/** Options that every command takes. */
export interface GlobalOptions {
  url?: string
  caFile?: string
  json?: boolean
}

/** Dependencies of a command. */
export interface Run {
  surroundings: Surroundings
  options: GlobalOptions
  client: Client
  /** The result: `value` as JSON where that was asked for, else as `text` puts it. */
  print<Value>(value: Value, text: (value: Value) => string): void
}

/** The work of a command that needs a login; gives the exit code where it is not 0. */
export type Work = (run: Run) => Promise<number | void>
