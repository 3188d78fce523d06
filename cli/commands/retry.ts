import type { Run } from './command'
import { findDeployment } from './find-deployment'
import { queueDeployment, type QueueOptions } from './queued-deployment'

/** Asks again for what a failed deployment asked for. @returns the exit code */
export async function retry(
  run: Run,
  environment: string,
  number: string | undefined,
  options: QueueOptions,
): Promise<number> {
  const failed = await findDeployment(run, environment, { number, states: [3], what: 'that failed' })
  return queueDeployment(run, '/v1/deployment/retry', { deploymentId: failed.id }, options)
}
