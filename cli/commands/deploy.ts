import { CliError } from '../cli-error'
import { exitCodes } from '../exit-codes'
import { findApplication, findEnvironment, findVersion } from '../names/find'
import type { Run } from './command'
import { queueDeployment, type QueueOptions } from './queued-deployment'

interface DeployOptions extends QueueOptions {
  env: string
  remove?: boolean
}

/** Brings a version of an application to an environment, or takes the application away. */
export async function deploy(
  run: Run,
  application: string,
  version: string | undefined,
  options: DeployOptions,
) {
  const environment = await findEnvironment(run.client, options.env)
  const { id, name } = await findApplication(run.client, application)
  const body = { environmentId: environment.id }
  if (options.remove)
    return queueDeployment(run, '/v1/deployment/patch', { ...body, applicationIdToRemove: id }, options)
  const found = await findVersion(run.client, id, version)
  if (!found)
    throw new CliError(`${name} has no version.`, {
      exitCode: exitCodes.refused,
      hint: `Declare one: sdo versions declare ${name} TAG`,
    })
  return queueDeployment(
    run,
    '/v1/deployment/patch',
    { ...body, applicationVersionIdToDeploy: found.id },
    options,
  )
}
