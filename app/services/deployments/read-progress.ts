import { differenceBetween } from '../../../core/deployment/difference'
import { deploymentStates } from '../../../core/resources/wire-states'
import type { Deployment } from '../../../db/models/deployment'
import type { Environment } from '../../../db/models/environment'
import { progressOf } from './progress'
import type { Progress } from './progress-views'
import { readBothSides } from './both-sides'

/** How far a deployment under way is; undefined for any other. */
export async function readProgress(
  environment: Environment,
  deployment: Deployment,
): Promise<Progress | undefined> {
  if (deployment.state !== deploymentStates.DEPLOYING) return undefined
  const { before, after } = await readBothSides(environment, deployment)
  return progressOf(environment, deployment, differenceBetween(before, after))
}
