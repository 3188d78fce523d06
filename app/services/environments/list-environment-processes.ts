import { variablesOf, type Variables } from '../../../core/application/environment-variables'
import { findApplications, type ApplicationWithNames } from '../../../db/find-applications'
import { Application } from '../../../db/models/application'
import { ApplicationOverride } from '../../../db/models/application-override'
import { VariableOverride } from '../../../db/models/variable-override'
import { requireEnvironment } from '../access/require-environment'
import type { HumanActor } from '../actor/actor'
import { byKey, byName } from '../answers/sorting'
import type { Dependencies } from '../dependencies'
import { readAwaitedConfigurations } from '../environment-contents/awaited-configurations'
import { readEnvironmentContents, versionsAhead } from '../environment-contents/environment-contents'
import { revisionOf } from '../revisions/revision'
import type { EnvironmentApplication, EnvironmentProcesses } from './environment-views'
import { overrideSettings } from './override-settings'

/** The team's applications with what an environment does differently about each, by whether it runs them. */
export async function listEnvironmentProcesses(
  _dependencies: Dependencies,
  actor: HumanActor,
  id: string,
): Promise<EnvironmentProcesses> {
  const environment = await requireEnvironment(actor, id)
  const applications = await findApplications(actor.teamId)
  const overrides = await ApplicationOverride.findAll({ where: { environmentId: environment.id } })
  const overrideByApplication = new Map(overrides.map((override) => [override.applicationId, override]))
  const variables = await VariableOverride.findAll({ where: { environmentId: environment.id } })
  const variablesByApplication = new Map(variables.map((override) => [override.applicationId, override]))
  const contents = await readEnvironmentContents(environment.id)
  const deployed = versionsAhead(contents)
  const awaitedConfiguration = await readAwaitedConfigurations(
    new Map([[environment.id, contents]]),
    await Application.findAll({ where: { id: [...deployed.keys()] } }),
  )
  const processes: EnvironmentProcesses = {
    deployedApplications: [],
    undeployedApplications: [],
    excludedApplications: [],
  }
  for (const application of applications.sort(byName)) {
    const list =
      application.type !== 'GENERAL'
        ? processes.excludedApplications
        : deployed.has(application.id)
          ? processes.deployedApplications
          : processes.undeployedApplications
    list.push({
      ...toEnvironmentApplicationJson(
        application,
        overrideByApplication.get(application.id),
        variablesByApplication.get(application.id),
      ),
      awaitedConfiguration: awaitedConfiguration(environment.id, application.id),
    })
  }
  return processes
}

const toEnvironmentApplicationJson = (
  application: ApplicationWithNames,
  override: ApplicationOverride | undefined,
  variables: VariableOverride | undefined,
): EnvironmentApplication => ({
  applicationId: application.id,
  name: application.name,
  revision: revisionOf(overrideSettings(override, variables)),
  defaultConfig: {
    numProcesses: application.numProcesses,
    maxSpotPercentage: application.maxSpotPercentage,
    roles: application.roles,
    variableNames: application.variableNames,
  },
  ...((override ?? variables) && {
    overrideConfig: {
      numProcesses: override?.numProcesses ?? undefined,
      maxSpotPercentage: override?.maxSpotPercentage ?? undefined,
      roles: override?.roles ?? {},
      ...toVariablesJson(variablesOf(variables ?? {})),
    },
  }),
})

const toVariablesJson = ({ environmentVariables, secrets }: Variables): Variables => ({
  environmentVariables: byKey(environmentVariables),
  secrets: byKey(secrets),
})
