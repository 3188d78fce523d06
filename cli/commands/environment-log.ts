import type { LogType } from '../../core/resources/events'
import { follow } from '../api/follow'
import type { LogLine } from '../api/wire'
import { findEnvironment } from '../names/find'
import { safeLine } from '../safe-text'
import type { Run } from './command'
import { lineCount } from './line-count'

export interface EnvironmentLogOptions {
  follow?: boolean
  type: LogType
  lines: string
}

/** How many lines one answer can begin with. */
const mostLines = 500

/** Prints what SDO logs of an environment, and with `follow` what is added to it until Ctrl-C. */
export async function printEnvironmentLog(
  run: Run,
  environment: string,
  options: EnvironmentLogOptions,
): Promise<void> {
  const { client, surroundings } = run
  const lines = lineCount(options.lines, mostLines)
  const { id } = await findEnvironment(client, environment)
  const print = (line: LogLine) =>
    surroundings.write(run.options.json ? `${JSON.stringify(line)}\n` : `${textOf(line)}\n`)
  if (!options.follow) {
    const answer = await client.get<{ logs: Omit<LogLine, 'type'>[] }>(
      `/v1/view-controller/environment/${id}/logs/${options.type}`,
    )
    const shown = lines === 0 ? [] : answer.logs.slice(-lines)
    for (const line of shown) print({ ...line, type: options.type })
    return
  }
  const path = `/v1/environment/${id}/events?lines=${lines}&log=${options.type}`
  for await (const { name, data } of follow(surroundings, client, path))
    if (name === 'log') print(JSON.parse(data) as LogLine)
  surroundings.signal.throwIfAborted()
}

const textOf = ({ createdEpoch, severity, message }: LogLine): string =>
  `${new Date(createdEpoch).toISOString()} ${severity === 'ERROR' ? 'ERROR ' : ''}${safeLine(message)}`
