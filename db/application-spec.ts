import type { ApplicationSpec } from '../core/resources/application'
import { isDigest } from '../core/application/docker-image'
import { noVariables, overriddenVariables, type Variables } from '../core/application/environment-variables'
import type { Application } from './models/application'
import type { ApplicationVersion } from './models/application-version'

/**
 * The specification by which a version of an application is run, as it is configured now, with the variables that the environment
 * has of its own for it; frozen in the deployment that uses it.
 */
export const applicationSpecOf = (
  application: Application,
  version: ApplicationVersion,
  override: Variables | undefined,
): ApplicationSpec => ({
  applicationId: application.id,
  name: application.name,
  versionId: version.id,
  versionName: version.name,
  image: application.dockerBaseUrl,
  tag: version.dockerTag,
  ...(isDigest(version.dockerTag) && { digest: version.dockerTag }),
  cpu: Number(application.cpuCount),
  memoryMb: application.memoryMb,
  count: application.numProcesses,
  maxSpotPercentage: application.maxSpotPercentage,
  ports: application.exposedPorts,
  roles: application.roles,
  registryCredentials: application.registryCredentials ?? undefined,
  ...application.runSettings,
  ...toVariablesSpec(overriddenVariables(application, override ?? noVariables)),
})

/** Variables and secrets of a spec; an empty list is left out, as in snapshots from before there were any. */
const toVariablesSpec = ({
  environmentVariables,
  secrets,
}: Variables): Pick<ApplicationSpec, 'environmentVariables' | 'secrets'> => ({
  ...(Object.keys(environmentVariables).length > 0 && { environmentVariables }),
  ...(Object.keys(secrets).length > 0 && { secrets }),
})
