import type { Client } from '../api/client'
import type { ApplicationConfig, EnvironmentProcesses, Variables } from '../api/wire'
import { CliError } from '../cli-error'
import { exitCodes } from '../exit-codes'
import { findApplication, findEnvironment } from './find'

/** The variables and secrets of an application, or those that an environment has of its own for it. */
interface FoundVariables {
  /** For sentences: `shop` or `shop in Production`. */
  owner: string
  present: Variables
  /** Saves what is given in place of what is present, unless somebody changed it meanwhile; what is left out stays. */
  save(changed: Partial<Variables>): Promise<unknown>
}

/** @throws CliError where there is no such application or environment */
export async function findVariables(
  client: Client,
  application: string,
  environment: string | undefined,
): Promise<FoundVariables> {
  const { id, name } = await findApplication(client, application)
  if (environment === undefined) {
    const config = await client.get<ApplicationConfig>(`/v1/view-controller/process/${id}/config`)
    const { revision } = config
    return {
      owner: name,
      present: variablesIn(config),
      save: (changed) => client.patch(`/v1/process/${id}`, { ...changed, revision }),
    }
  }
  const { id: environmentId, name: environmentName } = await findEnvironment(client, environment)
  const { deployedApplications, undeployedApplications, excludedApplications } =
    await client.get<EnvironmentProcesses>(`/v1/view-controller/environment/${environmentId}/processes`)
  const found = [...deployedApplications, ...undeployedApplications, ...excludedApplications].find(
    ({ applicationId }) => applicationId === id,
  )
  if (!found)
    throw new CliError(`The application ${name} no longer exists.`, {
      exitCode: exitCodes.refused,
      code: 'not-found',
    })
  const { overrideConfig, revision } = found
  return {
    owner: `${name} in ${environmentName}`,
    present: overrideConfig ? variablesIn(overrideConfig) : { environmentVariables: {}, secrets: {} },
    save: (changed) =>
      client.post(`/v1/environment/${environmentId}/process/${id}`, {
        // Numbers that are overridden stay so.
        override: overrideConfig?.numProcesses !== undefined,
        ...changed,
        revision,
      }),
  }
}

const variablesIn = ({ environmentVariables, secrets }: Variables): Variables => ({
  environmentVariables,
  secrets,
})
