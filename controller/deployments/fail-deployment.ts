import { deploymentStates } from '../../core/resources/wire-states'
import type { Deployment } from '../../db/models/deployment'
import type { QueueDependencies } from './dependencies'

/** Ends a deployment of which nothing runs yet: what it asks for is asked for in vain, again and again. */
export async function failDeployment(
  { clock, log }: QueueDependencies,
  deployment: Deployment,
  reason: string,
): Promise<void> {
  const finishedAt = new Date(clock.now())
  await deployment.update({ state: deploymentStates.FAILED, message: reason, finishedAt })
  log.warn({ deployment: deployment.id, reason }, 'A deployment could not start.')
}
