import { requireApplication } from '../access/require-application'
import { containerSettingsOf, healthCheckOf } from '../../../core/application/run-settings'
import type { HumanActor } from '../actor/actor'
import type { Dependencies } from '../dependencies'
import { byKey } from '../answers/sorting'
import type { ApplicationConfig } from './application-views'

/** How an application will be run by its next deployment. */
export async function getApplicationConfig(
  _dependencies: Dependencies,
  actor: HumanActor,
  id: string,
): Promise<ApplicationConfig> {
  const application = await requireApplication(actor, id)
  return {
    id: application.id,
    applicationName: application.name,
    type: application.type,
    cpuCount: Number(application.cpuCount),
    memoryMb: application.memoryMb,
    dockerBaseUrl: application.dockerBaseUrl,
    numProcesses: application.numProcesses,
    maxSpotPercentage: application.maxSpotPercentage,
    exposedPortsV2: application.exposedPorts,
    roles: application.roles,
    registryCredentials: application.registryCredentials ?? undefined,
    healthCheck: healthCheckOf(application.runSettings),
    container: containerSettingsOf(application.runSettings),
    environmentVariables: byKey(application.environmentVariables),
    secrets: byKey(application.secrets),
  }
}
