import { usageError } from '../cli-error'
import type { PrintedLine } from '../api/wire'
import { findApplication, findEnvironment } from '../names/find'
import { followLines } from '../printed-lines/follow-lines'
import { readLines, type Search } from '../printed-lines/read-lines'
import { readTime } from '../printed-lines/read-time'
import { safeLine, safeText } from '../safe-text'
import type { Run } from './command'
import { printEnvironmentLog, type EnvironmentLogOptions } from './environment-log'
import { lineCount } from './line-count'

interface LogOptions extends Partial<EnvironmentLogOptions> {
  lines: string
  grep?: string
  level?: string
  since?: string
  until?: string
}

/** How many lines one command prints before it follows. */
const mostLines = 10_000

/** Prints what applications of an environment print; with `type`, the log of SDO itself. With `follow` it goes on until Ctrl-C. */
export async function logs(
  run: Run,
  environment: string,
  application: string | undefined,
  options: LogOptions,
): Promise<void> {
  const { type, ...searched } = options
  if (type !== undefined) {
    requireNoSearch(application, searched)
    return printEnvironmentLog(run, environment, { ...searched, type })
  }
  const { client, surroundings } = run
  const most = lineCount(options.lines, mostLines)
  const range = rangeOf(options, surroundings.now())
  const search: Search = {
    environmentId: (await findEnvironment(client, environment)).id,
    ...(application !== undefined && { applicationId: (await findApplication(client, application)).id }),
    ...(options.grep && { text: options.grep }),
    ...(options.level && { level: options.level }),
  }
  const print = (lines: PrintedLine[]) => {
    for (const line of lines) run.print(line, textOf)
  }
  const found = await readLines(client, search, range, most)
  const shown = most === 0 ? [] : found.lines.slice(-most)
  const [first] = shown
  if (most > 0 && (shown.length < found.lines.length || found.reachedEpoch > found.fromEpoch)) {
    // Lines of the same millisecond are shown again rather than left out.
    const before = shown.length < found.lines.length && first ? first.epoch + 1 : found.reachedEpoch
    surroundings.tell(`Older lines are not shown. Continue with --until ${new Date(before).toISOString()}\n`)
  }
  if (found.unsearched) {
    const names = found.unsearched.map(({ name }) => safeLine(name)).join(', ')
    surroundings.tell(`Too many applications. Not searched: ${names}. To search one of them, name it.\n`)
  }
  print(shown)
  if (options.follow) await followLines(run, search, found, print)
}

function rangeOf({ since, until, follow }: LogOptions, nowEpoch: number) {
  if (follow && until !== undefined)
    throw usageError('--follow has no end, and --until sets one.', 'Leave one of them out.')
  const fromEpoch = since === undefined ? undefined : readTime('--since', since, nowEpoch)
  const untilEpoch = until === undefined ? undefined : readTime('--until', until, nowEpoch)
  if (fromEpoch !== undefined && untilEpoch !== undefined && fromEpoch >= untilEpoch)
    throw usageError('--since is not before --until.')
  return { fromEpoch, untilEpoch }
}

function requireNoSearch(application: string | undefined, { grep, level, since, until }: LogOptions): void {
  if ([application, grep, level, since, until].every((given) => given === undefined)) return
  throw usageError(
    '--type prints the log of SDO itself, which cannot be searched.',
    'Leave out --type to search what applications print.',
  )
}

/** As in the file that the portal gives. */
const textOf = ({ epoch, applicationName, processId, text }: PrintedLine): string =>
  `${new Date(epoch).toISOString()} ${safeText(applicationName)} ${processId} ${text}`
