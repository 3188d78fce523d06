import { follow } from '../api/follow'
import type { DeploymentNews, Outcome } from '../api/wire'
import { CliError, usageError } from '../cli-error'
import { exitCodes } from '../exit-codes'
import { deploymentLine, hasEnded, wasLive } from '../output/deployment-text'
import { createProgress } from '../output/progress'
import { dollars } from '../output/table'
import { safeLine, safeText } from '../safe-text'
import type { Run } from './command'
import { watchUndo } from './watch-undo'

export interface WaitOptions {
  /** Minutes. */
  timeout: string
  /** Whether to go on until SDO would no longer undo it. */
  watchUndo?: boolean
}

export const defaultTimeoutMinutes = '30'

/** Minutes as they were typed, in milliseconds. */
function millisecondsOf({ timeout }: WaitOptions): number {
  const minutes = Number(timeout)
  if (!(minutes > 0 && minutes <= 1440))
    throw usageError(`--timeout takes minutes, up to 1440, and ${timeout} are none.`)
  return minutes * 60_000
}

/**
 * Tells how a deployment goes until it has ended, and then how it ended.
 *
 * @returns the exit code: whether it got live
 * @throws CliError `timedOut` when it takes longer than is waited for, `undone` when it is watched and does not stay live
 */
export async function waitForDeployment(run: Run, id: string, options: WaitOptions): Promise<number> {
  const { surroundings, client } = run
  const limit = millisecondsOf(options)
  const ending = new AbortController()
  const signal = AbortSignal.any([surroundings.signal, ending.signal])
  void surroundings.sleep(limit, signal).then(() => ending.abort())
  const progress = createProgress(surroundings)
  let last: DeploymentNews | undefined
  try {
    for await (const { data } of follow(surroundings, client, `/v1/deployment/${id}/events`, signal)) {
      last = JSON.parse(data) as DeploymentNews
      if (run.options.json) surroundings.write(`${JSON.stringify(last)}\n`)
      else progress.show(deploymentLine(last))
    }
  } catch (failure) {
    if (!(failure instanceof CliError) || failure.facts.exitCode !== exitCodes.notSignedIn) throw failure
    throw new CliError('The session expired before the deployment ended.', {
      ...failure.facts,
      hint: 'The deployment continues. Log in again to follow it.',
    })
  } finally {
    ending.abort()
    progress.end()
  }
  surroundings.signal.throwIfAborted()
  // What it would have brought goes with the newer one.
  if (last?.supersededBy !== undefined) return waitForDeployment(run, last.supersededBy, options)
  if (last && hasEnded(last.state)) return tellEnd(run, last, options)
  throw new CliError(`The deployment had not ended after ${options.timeout} minutes.`, {
    exitCode: exitCodes.timedOut,
    hint: `It continues: see \`sdo status\`. Use --timeout to wait longer.`,
  })
}

/** Addresses go to stdout, as results do. */
async function tellEnd(run: Run, news: DeploymentNews, options: WaitOptions): Promise<number> {
  const outcome = await readOutcome(run, news.id)
  if (!wasLive(news.state)) {
    if (!run.options.json) tellFailure(run, news, outcome)
    return exitCodes.deploymentFailed
  }
  if (!run.options.json) tellLive(run, news, outcome)
  const unanswered = outcome?.unansweredNames ?? []
  for (const { message } of unanswered) run.surroundings.tell(`${safeLine(message)}\n`)
  if (options.watchUndo) await watchUndo(run, news)
  return unanswered.length > 0 ? exitCodes.nameTaken : exitCodes.done
}

/** Undefined where nobody tells: how the deployment ended is known. */
const readOutcome = ({ client }: Run, id: string): Promise<Outcome | undefined> =>
  client.get<Outcome>(`/v1/application/deployment/${id}`).catch((failure: unknown) => {
    if (failure instanceof CliError) return undefined
    throw failure
  })

function tellLive({ surroundings }: Run, { environmentName }: DeploymentNews, outcome: Outcome | undefined) {
  if (!outcome) return
  for (const url of outcome.urls) surroundings.write(`${safeLine(url)}\n`)
  for (const name of outcome.wildcards ?? []) surroundings.tell(`It answers as ${safeLine(name)} as well.\n`)
  surroundings.tell(
    `${safeLine(environmentName)} costs ${dollars(outcome.costPerHour)} an hour before traffic and logs.\n`,
  )
}

/** The last line of the progress has said why. */
function tellFailure({ surroundings }: Run, news: DeploymentNews, outcome: Outcome | undefined) {
  const { output, environmentName } = news
  if (output.length > 0)
    surroundings.tell(
      `Last output of the process:\n${output.map((line) => `  ${safeText(line)}\n`).join('')}`,
    )
  surroundings.tell(`What serves in ${safeLine(environmentName)} keeps serving.\n`)
  if (outcome) surroundings.tell(`See ${safeLine(outcome.page)}\n`)
}
