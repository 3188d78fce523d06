import type { Run } from './command'
import { findDeployment } from './find-deployment'

/** Ends a deployment that waits or is in progress. The old processes keep serving. */
export async function stop(run: Run, environment: string, number: string | undefined): Promise<void> {
  const { id, sequence } = await findDeployment(run, environment, {
    number,
    states: [0, 1, 5],
    what: 'that waits or is in progress',
  })
  await run.client.post('/v1/deployment/stop', { deploymentId: id })
  run.print(
    { id, sequence },
    () => `Deployment ${sequence} is being stopped. The old processes keep serving.`,
  )
}
