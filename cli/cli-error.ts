import { exitCodes, type ExitCode } from './exit-codes'

export interface Facts {
  exitCode: ExitCode
  /** Remedy as a sentence. */
  hint?: string
  /** Whether another try would end in the same way. */
  isLasting?: boolean
  /** Kind of the API's refusal. */
  code?: string
  /** Which message of the API it is, whatever its words are. */
  messageCode?: string
  /** The same of each field that is wrong, by its name. */
  fieldCodes?: Record<string, string>
  status?: number
  requestId?: string
}

/** Why a command ended without doing what it was asked: a sentence for people, an exit code for scripts. */
export class CliError extends Error {
  override readonly name = 'CliError'

  constructor(
    message: string,
    readonly facts: Facts,
  ) {
    super(message)
  }
}

export const usageError = (message: string, hint?: string) =>
  new CliError(message, { exitCode: exitCodes.usage, hint })
