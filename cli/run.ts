import { CommanderError, type Command } from 'commander'
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
  const asJson = parameters.includes('--json')
  const program = createProgram(
    asJson ? tellingJson(surroundings) : surroundings,
    version,
    (code) => (exitCode = code),
  )
  try {
    await program.parseAsync(parameters, { from: 'user' })
    return exitCode
  } catch (failure) {
    if (surroundings.signal.aborted) return exitCodes.interrupted
    if (failure instanceof CommanderError) {
      if (failure.exitCode === 0) return exitCodes.done
      // It has told its help, which was all that there was to say.
      if (failure.code === 'commander.help' && !asJson) return exitCodes.usage
    }
    const known =
      failure instanceof CommanderError ? wronglyGiven(failure, program, parameters) : knownOf(failure)
    return tellFailure(surroundings, known, asJson)
  }
}

/** For scripts, which read stderr line by line: what is told meanwhile is an object as well. */
const tellingJson = ({ tell, ...others }: Surroundings): Surroundings => ({
  ...others,
  tell(text) {
    for (const notice of text.trimEnd().split('\n')) tell(`${JSON.stringify({ notice })}\n`)
  },
})

function tellFailure({ tell, options }: Surroundings, known: CliError, asJson: boolean): number {
  const { exitCode, hint, code, messageCode, fieldCodes, status, requestId } = known.facts
  const clean = (text: string) => hideTokens(safeText(text), options)
  if (asJson) {
    const refusal = { code, messageCode, fieldCodes, status, requestId }
    const error = { message: clean(known.message), exitCode, hint, ...refusal }
    tell(`${JSON.stringify({ error })}\n`)
  } else {
    tell(`sdo: ${clean(known.message)}\n`)
    if (hint !== undefined) tell(`${clean(hint)}\n`)
    if (requestId !== undefined) tell(`Request ${clean(requestId)}\n`)
  }
  return exitCode
}

const knownOf = (failure: unknown): CliError =>
  failure instanceof CliError
    ? failure
    : new CliError(failure instanceof Error ? failure.message : String(failure), {
        exitCode: exitCodes.notReached,
      })

/** `error: unknown command 'deplyo'` and a guess on a line of its own, as a sentence, with where to read more. */
function wronglyGiven({ message, code }: CommanderError, program: Command, parameters: string[]): CliError {
  const said = code === 'commander.help' ? 'a command is missing' : message
  const [what = '', guess] = said.replace(/^error: /, '').split('\n')
  const sentence = `${what.charAt(0).toUpperCase()}${what.slice(1).replace(/\.$/, '')}.`
  const path = commandIn(program, parameters)
  const help = `\`${path} --help\` lists ${path === 'sdo' ? 'all commands' : 'its options'}.`
  return usageError(sentence, guess ? `${guess.replace(/^\(|\)$/g, '')} ${help}` : help)
}

/** The words of the command that was meant, as far as they name one. */
function commandIn(command: Command, words: string[]): string {
  for (const [index, word] of words.entries()) {
    const named = command.commands.find((each) => each.name() === word)
    if (named) return `${command.name()} ${commandIn(named, words.slice(index + 1))}`
  }
  return command.name()
}
