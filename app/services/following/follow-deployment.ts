import { createHash } from 'node:crypto'
import { DomainError } from '../../../core/errors'
import { deploymentStates } from '../../../core/resources/wire-states'
import { requireFollowedDeployment } from '../access/lock-environment'
import type { TeamActor } from '../actor/actor'
import type { Dependencies } from '../dependencies'
import { hasEnded } from '../deployments/environment-state'
import { readProgress } from '../deployments/read-progress'
import { follow, type Look, type Stream } from './follow'
import type { DeploymentNews } from './stream-views'

interface FollowDeploymentInput {
  id: string
  /** Id of the last event that the reader has. */
  lastEventId: string | undefined
  /** Aborts when the reader is gone. */
  signal: AbortSignal
}

/**
 * How a deployment goes, until it has ended. An integration user follows the deployments that it asked for.
 *
 * @throws DomainError `not-found`, `throttled`
 */
export async function followDeployment(
  dependencies: Dependencies,
  actor: TeamActor,
  { id, lastEventId, signal }: FollowDeploymentInput,
): Promise<Stream> {
  const { deployment } = await requireFollowedDeployment(actor, id)
  let told = lastEventId
  const look = async (): Promise<Look> => {
    const news = await readNews(actor, id)
    // Its environment was deleted.
    if (!news) return { events: [], isOver: true }
    const eventId = createHash('sha256').update(JSON.stringify(news)).digest('base64url').slice(0, 22)
    const isOver = hasEnded(news.state)
    if (eventId === told) return { events: [], isOver }
    told = eventId
    return { events: [{ name: 'deployment', id: eventId, data: news }], isOver }
  }
  return follow(dependencies, { actor, environmentId: deployment.environmentId, signal, look })
}

async function readNews(actor: TeamActor, id: string): Promise<DeploymentNews | undefined> {
  try {
    const { deployment, environment } = await requireFollowedDeployment(actor, id)
    const { sequence, state = deploymentStates.QUEUED, message = '' } = deployment
    return {
      id,
      environmentId: environment.id,
      environmentName: environment.name,
      sequence,
      state,
      message,
      progress: await readProgress(environment, deployment),
      timeline: deployment.timeline ?? {},
      output: deployment.output ?? [],
      finishedEpoch: deployment.finishedAt?.getTime(),
      supersededBy: deployment.supersededBy ?? undefined,
    }
  } catch (failure) {
    if (failure instanceof DomainError && failure.code === 'not-found') return undefined
    throw failure
  }
}
