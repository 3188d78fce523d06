import type { Outcome } from '../api/wire'
import { CliError } from '../cli-error'
import { exitCodes } from '../exit-codes'
import type { Run } from './command'

/** Between two looks, in seconds. */
const pauseSeconds = 5

/**
 * Waits until SDO would no longer undo a deployment that is live.
 *
 * @throws CliError `undone` when it does
 */
export async function watchUndo(run: Run, { id, sequence }: { id: string; sequence: number }) {
  const { surroundings, options } = run
  let outcome = await look(run, id)
  if (outcome.watchSecondsLeft !== undefined)
    surroundings.tell(
      `Watching it for ${minutes(outcome.watchSecondsLeft)}: if it gets unhealthy, SDO rolls it back.\n`,
    )
  else if (!outcome.undoneBy)
    surroundings.tell('Nothing to watch: this deployment is not rolled back automatically.\n')
  const isWatched = outcome.watchSecondsLeft !== undefined
  while (outcome.watchSecondsLeft !== undefined) {
    const seconds = Math.min(pauseSeconds, outcome.watchSecondsLeft)
    await surroundings.sleep(seconds * 1000, surroundings.signal)
    surroundings.signal.throwIfAborted()
    outcome = await look(run, id)
  }
  const { undoneBy, page } = outcome
  if (!undoneBy) return isWatched ? surroundings.tell('It was not rolled back.\n') : undefined
  if (options.json) surroundings.write(`${JSON.stringify({ id, undoneBy })}\n`)
  throw new CliError(
    `Deployment ${sequence} went live and was undone by deployment ${undoneBy.sequence}. ${undoneBy.reason}`,
    { exitCode: exitCodes.undone, code: 'undone', hint: `See ${page}` },
  )
}

async function look({ client }: Run, id: string): Promise<Outcome> {
  try {
    return await client.get<Outcome>(`/v1/application/deployment/${id}`)
  } catch (failure) {
    if (!(failure instanceof CliError) || failure.facts.exitCode !== exitCodes.notSignedIn) throw failure
    throw new CliError('The login ended while the deployment was watched.', {
      ...failure.facts,
      hint: 'It is live. Log in again to see whether it stays: `sdo status ENVIRONMENT --history`.',
    })
  }
}

function minutes(seconds: number): string {
  const count = Math.max(1, Math.round(seconds / 60))
  return count === 1 ? 'a minute' : `${count} minutes`
}
