import { findApplication, findEnvironment } from '../names/find'
import type { Run } from './command'
import { queueDeployment, type QueueOptions } from './queued-deployment'

interface RestartOptions extends QueueOptions {
  env: string
}

/** Replaces all processes of an application in an environment by new ones of the same. */
export async function restart(run: Run, application: string, options: RestartOptions) {
  const { id: environmentId } = await findEnvironment(run.client, options.env)
  const { id: applicationId } = await findApplication(run.client, application)
  return queueDeployment(run, '/v1/deployment/restart', { environmentId, applicationId }, options)
}
