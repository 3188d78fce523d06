import type { PromoteView } from '../api/wire'
import { findEnvironment } from '../names/find'
import { findOne } from '../names/find-one'
import type { Run } from './command'
import { queueDeployment, type QueueOptions } from './queued-deployment'

/** Has an environment run what another one runs, and nothing else. */
export async function promote(run: Run, source: string, target: string, options: QueueOptions) {
  const { id: targetEnvironmentId } = await findEnvironment(run.client, target)
  const view = await run.client.get<PromoteView>(
    `/v1/view-controller/deployment/${targetEnvironmentId}/promote`,
  )
  const candidates = view.promoteCandidates.map((candidate) => ({
    ...candidate,
    id: candidate.environmentId,
    name: candidate.environmentName,
  }))
  const { environmentVersionId } = findOne(candidates, source, 'environment to promote from')
  const expectedEnvironmentVersionState = view.environmentVersionsState
  const body = { environmentVersionId, expectedEnvironmentVersionState, targetEnvironmentId }
  return queueDeployment(run, '/v1/deployment/promote', body, options)
}
