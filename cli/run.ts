import { CommanderError } from 'commander'
import { CliError } from './cli-error'
import { exitCodes } from './exit-codes'
import { hideTokens, safeText } from './safe-text'
import { createProgram } from './program'
import type { Surroundings } from './surroundings'

/** Runs the command that `parameters` are. @returns its exit code; what went wrong has been told */
export async function run(
  surroundings: Surroundings,
  parameters: string[],
  version: string,
): Promise<number> {
  let exitCode: number = exitCodes.done
  const program = createProgram(surroundings, version, (code) => (exitCode = code))
  try {
    await program.parseAsync(parameters, { from: 'user' })
    return exitCode
  } catch (failure) {
    if (surroundings.signal.aborted) return exitCodes.interrupted
    // It has told everything itself.
    if (failure instanceof CommanderError) return failure.exitCode === 0 ? exitCodes.done : exitCodes.usage
    return tellFailure(surroundings, failure, parameters.includes('--json'))
  }
}

function tellFailure({ tell, options }: Surroundings, failure: unknown, asJson: boolean): number {
  const known = failure instanceof CliError ? failure : unexpected(failure)
  const { exitCode, hint, code, status, requestId } = known.facts
  const clean = (text: string) => hideTokens(safeText(text), options)
  if (asJson) {
    const error = { message: clean(known.message), exitCode, hint, code, status, requestId }
    tell(`${JSON.stringify({ error })}\n`)
  } else {
    tell(`sdo: ${clean(known.message)}\n`)
    if (hint !== undefined) tell(`${clean(hint)}\n`)
    if (requestId !== undefined) tell(`Request ${clean(requestId)}\n`)
  }
  return exitCode
}

const unexpected = (failure: unknown) =>
  new CliError(failure instanceof Error ? failure.message : String(failure), {
    exitCode: exitCodes.notReached,
  })
