import { logStreamPage, logStreamName } from '../../../core/aws/log-groups'
import { notFound } from '../../../core/errors'
import { isUuid } from '../../../core/text/uuid'
import type { HumanActor } from '../actor/actor'
import type { Dependencies } from '../dependencies'
import type { ProcessOutput } from './process-views'
import { readRunningProcesses } from './read-running-processes'
import { requireOwn } from '../access/own'

/**
 * A process of an environment, with where its output is. Of one that has ended nothing is known but that.
 *
 * @throws DomainError `not-found`
 */
export async function getProcessOutput(
  { isSimulated }: Dependencies,
  actor: HumanActor,
  { environmentId, processId }: { environmentId: string; processId: string },
): Promise<ProcessOutput> {
  const environment = await requireOwn('environment', actor, environmentId)
  const processes = await readRunningProcesses(environment)
  const process = processes.find(({ id }) => id === processId)
  if (!process && !isUuid(processId)) throw notFound('The process')
  const group = environment.status?.logGroups?.find(
    ({ applicationId }) => applicationId === process?.applicationId,
  )?.name
  const stream = logStreamName(processId)
  return {
    environmentName: environment.name,
    process,
    ...(group !== undefined && {
      log: { group, stream, ...(!isSimulated && { consoleUrl: logStreamPage(group, stream) }) },
    }),
  }
}
