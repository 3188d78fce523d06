import type { ApplicationSpec } from '../core/resources/application'
import type { Application } from './models/application'
import type { ApplicationVersion } from './models/application-version'

/** The specification by which a version of an application is run, as it is configured now; frozen in the deployment that uses it. */
export const applicationSpecOf = (
  application: Application,
  version: ApplicationVersion,
): ApplicationSpec => ({
  applicationId: application.id,
  name: application.name,
  versionId: version.id,
  versionName: version.name,
  image: application.dockerBaseUrl,
  tag: version.dockerTag,
  cpu: Number(application.cpuCount),
  memoryMb: application.memoryMb,
  count: application.numProcesses,
  maxSpotPercentage: application.maxSpotPercentage,
  ports: application.exposedPorts,
  roles: application.roles,
  registryCredentials: application.registryCredentials ?? undefined,
})
