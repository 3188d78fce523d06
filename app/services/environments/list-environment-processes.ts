import { columnsOfOverride } from '../../../core/application/config/columns'
import { variablesOf, type Variables } from '../../../core/application/environment-variables'
import { findApplications, type ApplicationWithNames } from '../../../db/find-applications'
import { Application } from '../../../db/models/application'
import { ApplicationOverride, VariableOverride } from '../../../db/models/application-override'
import { findVariableOverrideLengths } from '../../../db/read-applications'
import type { HumanActor } from '../actor/actor'
import type { PageCursors } from '../answers/pages'
import { byKey, byName, namedLike } from '../answers/lists'
import type { Dependencies } from '../dependencies'
import { readAwaitedConfigurations } from '../environment-contents/awaited-configurations'
import { readEnvironmentContents, versionsAhead } from '../environment-contents/environment-contents'
import { revisionOf } from '../revisions/revision'
import type { EnvironmentApplication, EnvironmentProcesses } from './override-views'
import { overridableOf, overrideSettings } from './override-settings'
import { pageOfOverrides } from './page-of-overrides'
import { requireOwn } from '../access/own'

type List = keyof EnvironmentProcesses
type Listed = ApplicationWithNames & { list: List }

/** The team's applications with what an environment does differently about each, by whether it runs them. */
export async function listEnvironmentProcesses(
  _dependencies: Dependencies,
  actor: HumanActor,
  id: string,
): Promise<EnvironmentProcesses> {
  const listing = await readListing(actor, id)
  return describe(listing, listing.applications)
}

/**
 * Applications that the environment can run, a page at a time, deployed ones first; only those with `filter` in their name.
 *
 * @returns also how many there are with any name
 */
export async function listEnvironmentProcessPage(
  _dependencies: Dependencies,
  actor: HumanActor,
  { id, filter, cursor }: { id: string; filter: string; cursor: string },
): Promise<Omit<EnvironmentProcesses, 'excludedApplications'> & PageCursors & { total: number }> {
  const listing = await readListing(actor, id)
  const lengths = await findVariableOverrideLengths(listing.environmentId)
  const all = listing.applications
    .filter(({ list }) => list !== 'excludedApplications')
    .map((row) => ({ ...row, characters: charactersOf(row) + (lengths.get(row.id) ?? 0) }))
  const { rows, ...cursors } = pageOfOverrides(all.filter(namedLike(filter)), cursor)
  const { deployedApplications, undeployedApplications } = await describe(listing, rows)
  return { deployedApplications, undeployedApplications, ...cursors, total: all.length }
}

const lists = [
  'deployedApplications',
  'undeployedApplications',
  'excludedApplications',
] as const satisfies List[]

const byListAndName = (a: Listed, b: Listed): number =>
  lists.indexOf(a.list) - lists.indexOf(b.list) || byName(a, b)

/** Characters of what an application gives its form of overrides. */
const charactersOf = ({ roles, variableNames }: Listed): number =>
  JSON.stringify([roles, variableNames]).length

/** All applications, sorted, without what an environment does differently: that may be more than a page can hold. */
async function readListing(actor: HumanActor, id: string) {
  const { id: environmentId } = await requireOwn('environment', actor, id)
  const contents = await readEnvironmentContents(environmentId)
  const deployed = versionsAhead(contents)
  const listOf = (application: ApplicationWithNames): List => {
    if (application.type !== 'GENERAL') return 'excludedApplications'
    return deployed.has(application.id) ? 'deployedApplications' : 'undeployedApplications'
  }
  const applications = (await findApplications(actor.teamId))
    .map((application): Listed => ({ ...application, list: listOf(application) }))
    .sort(byListAndName)
  return { environmentId, contents, applications }
}

async function describe(
  { environmentId, contents }: Awaited<ReturnType<typeof readListing>>,
  applications: Listed[],
): Promise<EnvironmentProcesses> {
  const here = { environmentId, applicationId: applications.map(({ id }) => id) }
  const overrides = await ApplicationOverride.findAll({ where: here })
  const overrideByApplication = new Map(overrides.map((override) => [override.applicationId, override]))
  const variables = await VariableOverride.findAll({ where: here })
  const variablesByApplication = new Map(variables.map((override) => [override.applicationId, override]))
  const deployed = applications.filter(({ list }) => list === 'deployedApplications')
  const awaitedConfiguration = await readAwaitedConfigurations(
    new Map([[environmentId, contents]]),
    await Application.findAll({ where: { id: deployed.map(({ id }) => id) } }),
  )
  const processes: EnvironmentProcesses = {
    deployedApplications: [],
    undeployedApplications: [],
    excludedApplications: [],
  }
  for (const application of applications) {
    processes[application.list].push({
      ...toEnvironmentApplicationJson(
        application,
        overrideByApplication.get(application.id),
        variablesByApplication.get(application.id),
      ),
      awaitedConfiguration: awaitedConfiguration(environmentId, application.id),
    })
  }
  return processes
}

type DefaultCapacity = Omit<EnvironmentApplication['defaultConfig'], 'variableNames'>
type OverrideCapacity = Omit<NonNullable<EnvironmentApplication['overrideConfig']>, keyof Variables>

const toEnvironmentApplicationJson = (
  application: ApplicationWithNames,
  override: ApplicationOverride | undefined,
  variables: VariableOverride | undefined,
): EnvironmentApplication => ({
  applicationId: application.id,
  name: application.name,
  revision: revisionOf(overrideSettings(override, variables)),
  defaultConfig: {
    ...(overridableOf(application) as DefaultCapacity),
    variableNames: application.variableNames,
  },
  ...((override ?? variables) && {
    overrideConfig: {
      ...(overridableOf(override ?? columnsOfOverride()) as OverrideCapacity),
      ...toVariablesJson(variablesOf(variables ?? {})),
    },
  }),
})

const toVariablesJson = ({ environmentVariables, secrets }: Variables): Variables => ({
  environmentVariables: byKey(environmentVariables),
  secrets: byKey(secrets),
})
