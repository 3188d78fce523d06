import type { ApplicationSpec } from '../core/resources/application'
import { isDigest } from '../core/application/docker-image'
import { configColumnsOf, specOfColumns } from '../core/application/config/columns'
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
  tag: version.dockerTag,
  ...(isDigest(version.dockerTag) && { digest: version.dockerTag }),
  ...specOfColumns({
    ...configColumnsOf(application),
    ...overriddenVariables(application, override ?? noVariables),
  }),
})
