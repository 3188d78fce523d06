import type { ApplicationLookup } from '../core/deployment/apply-changes'
import type { DeploymentChange } from '../core/deployment/deployment-state'
import type { ApplicationSpec } from '../core/resources/application'
import { applicationSpecOf } from './application-spec'
import { Application } from './models/application'
import { VariableOverride } from './models/application-override'
import { ApplicationVersion } from './models/application-version'
import { literal } from 'sequelize'

/** Reads what `changes` deploy to an environment, as it is configured now, so that core/apply-changes can take the snapshot. */
export async function readApplications(
  environmentId: string,
  changes: DeploymentChange[],
): Promise<ApplicationLookup> {
  const versions = await ApplicationVersion.findAll({
    where: { id: changes.flatMap(({ versionId }) => versionId ?? []) },
  })
  const applications = await Application.findAll({
    where: { id: versions.map(({ applicationId }) => applicationId) },
  })
  const overrides = await VariableOverride.findAll({
    where: { environmentId, applicationId: applications.map(({ id }) => id) },
  })
  const overrideByApplication = new Map(overrides.map((override) => [override.applicationId, override]))
  const applicationById = new Map(applications.map((application) => [application.id, application]))
  const specByVersion = new Map<string, ApplicationSpec>()
  for (const version of versions) {
    const application = applicationById.get(version.applicationId)
    if (application)
      specByVersion.set(
        version.id,
        applicationSpecOf(application, version, overrideByApplication.get(application.id)),
      )
  }
  return (applicationId, versionId) => {
    const spec = specByVersion.get(versionId)
    return spec?.applicationId === applicationId ? spec : undefined
  }
}

/** Characters of the variables and secrets that an environment has of its own, by application: read together they may be more than a page can hold. */
export async function findVariableOverrideLengths(environmentId: string): Promise<Map<string, number>> {
  const overrides = await VariableOverride.findAll({
    where: { environmentId },
    attributes: [
      'applicationId',
      [literal('length(environment_variables::text || secrets::text)'), 'characters'],
    ],
  })
  return new Map(overrides.map((override) => [override.applicationId, Number(override.get('characters'))]))
}
