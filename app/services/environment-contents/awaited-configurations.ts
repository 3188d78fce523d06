import { configurationDifference } from '../../../core/deployment/difference'
import type { ApplicationSpec } from '../../../core/resources/application'
import { applicationSpecOf } from '../../../db/application-spec'
import { toOverrideSpec } from '../../../db/environment-settings'
import type { Application } from '../../../db/models/application'
import { ApplicationOverride, VariableOverride } from '../../../db/models/application-override'
import { ApplicationVersion } from '../../../db/models/application-version'
import type { AwaitedConfiguration } from './awaited-configuration-views'
import type { EnvironmentContents } from './environment-contents'

/**
 * Configurations of `applications` that wait for a deployment. None does where one has been asked for already: it brings what is configured
 * when its turn comes.
 */
export async function readAwaitedConfigurations(
  contentsByEnvironment: Map<string, EnvironmentContents>,
  applications: Application[],
): Promise<(environmentId: string, applicationId: string) => AwaitedConfiguration | undefined> {
  const running = [...contentsByEnvironment].flatMap(([environmentId, contents]) =>
    runningIn(contents).map((spec) => ({ environmentId, spec })),
  )
  const versions = await ApplicationVersion.findAll({
    where: { id: [...new Set(running.map(({ spec }) => spec.versionId))] },
  })
  const here = {
    environmentId: [...contentsByEnvironment.keys()],
    applicationId: applications.map(({ id }) => id),
  }
  const overrides = await ApplicationOverride.findAll({ where: here })
  const variables = await VariableOverride.findAll({ where: here })
  return (environmentId, applicationId) => {
    const isMeant = (one: { environmentId: string; applicationId: string }) =>
      one.environmentId === environmentId && one.applicationId === applicationId
    const spec = running.find(
      (one) => one.environmentId === environmentId && one.spec.applicationId === applicationId,
    )?.spec
    const application = applications.find(({ id }) => id === applicationId)
    const version = versions.find(({ id }) => id === spec?.versionId)
    if (!spec || !application || !version) return undefined
    const configured = applicationSpecOf(application, version, variables.find(isMeant))
    const difference = configurationDifference(
      spec,
      configured,
      overrides.filter(isMeant).map(toOverrideSpec),
    )
    if (difference.facts.length === 0) return undefined
    return { versionId: version.id, versionName: version.name, ...difference }
  }
}

/** Applications that run, without those that somebody asked to deploy or remove since. */
function runningIn({
  live,
  deploying,
  queuedChanges,
  awaitingChanges,
}: EnvironmentContents): ApplicationSpec[] {
  const askedFor = new Set([...queuedChanges, ...awaitingChanges].map(({ applicationId }) => applicationId))
  return (deploying ?? live).filter(({ applicationId }) => !askedFor.has(applicationId))
}
