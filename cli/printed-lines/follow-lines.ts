import type { Client } from '../api/client'
import type { FoundLines, PrintedLine } from '../api/wire'
import { CliError } from '../cli-error'
import { exitCodes } from '../exit-codes'
import { hideTokens, safeLine } from '../safe-text'
import type { Surroundings } from '../surroundings'
import { readLines, type Search } from './read-lines'
import { createSeenLines } from './seen-lines'

const pauseMilliseconds = 5_000
/** CloudWatch Logs shows a line some seconds after it was printed, and those of one process later than another's. */
const overlapMilliseconds = 30_000
/** Tries in a row that get no answer, each after tries of the client's own, with a pause that doubles up to `longestPause`. */
const mostFailures = 10
const longestPause = 60_000

/**
 * Gives what is printed after `found`, each line once, until Ctrl-C.
 *
 * @throws CliError when SDO refuses, or gives no answer for minutes
 */
export async function followLines(
  { client, surroundings }: { client: Client; surroundings: Surroundings },
  search: Search,
  found: FoundLines,
  give: (lines: PrintedLine[]) => void,
): Promise<void> {
  const { signal, sleep, tell, options } = surroundings
  const seen = createSeenLines()
  seen.takeNew(found.lines)
  let { untilEpoch } = found
  let pause = pauseMilliseconds
  for (let failures = 0; ;) {
    await sleep(pause, signal)
    signal.throwIfAborted()
    // What is older than the first answer, or was left out of it, is not followed.
    const fromEpoch = Math.max(found.reachedEpoch, untilEpoch - overlapMilliseconds)
    try {
      const next = await readLines(client, search, { fromEpoch }, Infinity)
      if (next.reachedEpoch > fromEpoch)
        tell(
          `More is printed than can be followed: lines before ${new Date(next.reachedEpoch).toISOString()} may be missing. Use --grep, --level or an application.\n`,
        )
      give(seen.takeNew(next.lines))
      seen.forgetBefore(fromEpoch)
      untilEpoch = next.untilEpoch
      failures = 0
      pause = pauseMilliseconds
    } catch (failure) {
      signal.throwIfAborted()
      failures += 1
      if (!isPassing(failure) || failures >= mostFailures) throw failure
      pause = Math.min(pauseMilliseconds * 2 ** failures, longestPause)
      const message = hideTokens(safeLine(failure.message), options)
      tell(`${message} Trying again in ${pause / 1000} s.\n`)
    }
  }
}

/** Whether another try may get an answer: SDO is away or was asked too much. */
const isPassing = (failure: unknown): failure is CliError =>
  failure instanceof CliError &&
  !failure.facts.isLasting &&
  (failure.facts.exitCode === exitCodes.notReached || failure.facts.code === 'throttled')
