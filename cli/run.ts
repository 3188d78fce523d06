import { CommanderError } from 'commander'
import { CliError, usageError } from './cli-error'
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
    if (failure instanceof CommanderError) {
      if (failure.exitCode === 0) return exitCodes.done
      // It has told its help, which was all that there was to say.
      if (failure.code === 'commander.help') return exitCodes.usage
    }
    return tellFailure(surroundings, failure, parameters.includes('--json'))
  }
}

function tellFailure({ tell, options }: Surroundings, failure: unknown, asJson: boolean): number {
  const known = knownOf(failure)
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

function knownOf(failure: unknown): CliError {
  if (failure instanceof CliError) return failure
  if (failure instanceof CommanderError) return wronglyGiven(failure)
  return new CliError(failure instanceof Error ? failure.message : String(failure), {
    exitCode: exitCodes.notReached,
  })
}

/** `error: unknown command 'deplyo'` and a guess on a line of its own, as a sentence. */
function wronglyGiven({ message }: CommanderError): CliError {
  const [what = '', guess] = message.replace(/^error: /, '').split('\n')
  const sentence = `${what.charAt(0).toUpperCase()}${what.slice(1).replace(/\.$/, '')}.`
  const help = '`sdo --help` tells what there is, and with a command before it what that takes.'
  return usageError(sentence, guess ? `${guess.replace(/^\(|\)$/g, '')} ${help}` : help)
}
