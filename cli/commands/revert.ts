import type { DeploymentList, DeploymentView, PastDeployment, RevertView } from '../api/wire'
import { CliError, usageError } from '../cli-error'
import { exitCodes } from '../exit-codes'
import { findEnvironment } from '../names/find'
import type { Run } from './command'
import { queueDeployment, type QueueOptions } from './queued-deployment'

interface RevertOptions extends QueueOptions {
  /** Number of the deployment to go back to. */
  to?: string
}

/** Brings an environment back to what it ran before, or after an earlier deployment. */
export async function revert(run: Run, environment: string, options: RevertOptions) {
  const { id, name } = await findEnvironment(run.client, environment)
  const versionId = await findEarlier(run, { id, name }, options.to)
  const view = await run.client.get<RevertView>(`/v1/view-controller/deployment/${id}/revert/${versionId}`)
  if (view.refusal !== undefined) throw refusal(view.refusal)
  const body = {
    environmentVersionId: versionId,
    expectedEnvironmentVersionState: view.environmentVersionsState,
  }
  return queueDeployment(run, '/v1/deployment/revert', body, options)
}

/** The snapshot that deployment `to` brought; without it, the one before the present. */
async function findEarlier(
  run: Run,
  { id, name }: { id: string; name: string },
  to: string | undefined,
): Promise<string> {
  if (to !== undefined && !/^\d{1,9}$/.test(to))
    throw usageError(`--to takes the number of a deployment, and ${to} is none.`)
  const deployments = await listDeployments(run, id)
  if (to !== undefined) {
    const found = deployments.find(({ sequence }) => sequence === Number(to))
    if (found?.isRevertible && found.environmentVersionId) return found.environmentVersionId
    throw refusal(`${name} cannot be brought back to deployment ${to}.`)
  }
  const [newest] = deployments
  const view =
    newest &&
    (await run.client.get<DeploymentView>(`/v1/view-controller/environment/${id}/history/${newest.id}`))
  if (view?.earlier) return view.earlier.environmentVersionId
  throw refusal(`${name} ran nothing before what it runs.`)
}

/** The newest of an environment, as many as one answer holds. */
export const listDeployments = async ({ client }: Run, environmentId: string): Promise<PastDeployment[]> =>
  (await client.get<DeploymentList>(`/v1/view-controller/environment/${environmentId}/deployments`))
    .deployments

const refusal = (message: string) =>
  new CliError(message, {
    exitCode: exitCodes.refused,
    code: 'conflict',
    hint: 'See what there was: sdo status ENVIRONMENT --history',
  })
