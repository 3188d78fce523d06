import { stripVTControlCharacters } from 'node:util'
import { logStreamPage, logStreamName } from '../../../core/aws/log-groups'
import { notFound } from '../../../core/errors'
import { AwsAccount } from '../../../db/models/aws-account'
import type { Environment } from '../../../db/models/environment'
import type { HumanActor } from '../actor/actor'
import type { Dependencies, OutputReader } from '../dependencies'
import type { ProcessOutput } from './process-views'
import { readRunningProcesses } from './read-running-processes'
import { requireOwn } from '../access/own'

/** Limits of one answer: lines, characters of each, and characters of all. */
const mostLines = 500
const longestLine = 2000
const longestOutput = 100_000

/**
 * Where the output of a process is, with its last lines where they can be read: those of a simulated account. A process that has ended is
 * known as long as its lines are.
 *
 * @throws DomainError `not-found`
 */
export async function getProcessOutput(
  { readOutput }: Dependencies,
  actor: HumanActor,
  { environmentId, processId }: { environmentId: string; processId: string },
): Promise<ProcessOutput> {
  const environment = await requireOwn('environment', actor, environmentId)
  const processes = await readRunningProcesses(environment)
  const process = processes.find(({ id }) => id === processId)
  const stream = logStreamName(processId)
  const groups = groupsOf(environment, process?.applicationId)
  const found = readOutput && (await read(readOutput, environment, groups, stream))
  if (!process && !found) throw notFound('The process')
  const group = found?.group ?? groups[0]
  return {
    environmentName: environment.name,
    process,
    ...(group !== undefined && {
      log: { group, stream, ...(!readOutput && { consoleUrl: logStreamPage(group, stream) }) },
    }),
    ...(readOutput && { lines: present(found?.lines ?? []) }),
  }
}

/** Log groups of the application; of all applications where nobody knows any more of which one the process was. */
const groupsOf = ({ status }: Environment, applicationId: string | undefined): string[] =>
  (status?.logGroups ?? [])
    .filter((group) => applicationId === undefined || group.applicationId === applicationId)
    .map(({ name }) => name)

async function read(
  readOutput: OutputReader,
  { awsAccountId }: Environment,
  groups: string[],
  stream: string,
): Promise<{ group: string; lines: { epoch: number; text: string }[] } | undefined> {
  const { accountNumber } = await AwsAccount.findByPk(awsAccountId, { rejectOnEmpty: true })
  for (const group of groups) {
    const lines = readOutput({ accountNumber, group, stream }, mostLines)
    if (lines) return { group, lines }
  }
  return undefined
}

/** Lines as people may read them: the end of what was printed, without what a terminal would obey. */
function present(lines: { epoch: number; text: string }[]): { epoch: number; text: string }[] {
  const kept: { epoch: number; text: string }[] = []
  let room = longestOutput
  for (const { epoch, text } of [...lines].reverse()) {
    const shown = stripVTControlCharacters(text)
      .replaceAll(/[\u0000-\u0008\u000b-\u001f\u007f]/g, '')
      .slice(0, longestLine)
    room -= shown.length
    if (room < 0) break
    kept.push({ epoch, text: shown })
  }
  return kept.reverse()
}
