import type { PromoteView } from '../api/wire'
import { CliError } from '../cli-error'
import { exitCodes } from '../exit-codes'
import { findEnvironment } from '../names/find'
import type { Run } from './command'
import { queueDeployment, type QueueOptions } from './queued-deployment'

/** Has an environment run what another one runs, and nothing else. */
export async function promote(run: Run, source: string, target: string, options: QueueOptions) {
  const from = await findEnvironment(run.client, source)
  const { id: targetEnvironmentId, name } = await findEnvironment(run.client, target)
  if (from.id === targetEnvironmentId)
    throw refusal(`${name} cannot be promoted to itself.`, 'Give another environment to promote to.')
  const view = await run.client.get<PromoteView>(
    `/v1/view-controller/deployment/${targetEnvironmentId}/promote`,
  )
  const candidate = view.promoteCandidates.find(({ environmentId }) => environmentId === from.id)
  if (!candidate)
    throw refusal(
      `${from.name} runs nothing that ${name} could run.`,
      `Deploy something there first: sdo deploy APPLICATION --env ${from.name}`,
    )
  const { environmentVersionId } = candidate
  const expectedEnvironmentVersionState = view.environmentVersionsState
  const body = { environmentVersionId, expectedEnvironmentVersionState, targetEnvironmentId }
  return queueDeployment(run, '/v1/deployment/promote', body, options)
}

const refusal = (message: string, hint: string) =>
  new CliError(message, { exitCode: exitCodes.refused, hint, code: 'conflict' })
