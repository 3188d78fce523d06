import { loadBalancersFor } from '../../../core/environment/load-balancers-for'
import { loadBalancerWithAddressesPerHour } from '../../../core/charges/charges'
import { versionsAfter } from '../../../core/deployment/apply-changes'
import type { ApplicationSpec } from '../../../core/resources/application'
import type { ApplicationOverride } from '../../../core/resources/environment'
import { isUuid } from '../../../core/text/uuid'
import { overriddenRoles } from '../../../core/deployment/with-override'
import { readEnvironmentSettings } from '../../../db/environment-settings'
import { Application } from '../../../db/models/application'
import { AwsAccount } from '../../../db/models/aws-account'
import { ApplicationVersion } from '../../../db/models/application-version'
import type { Environment } from '../../../db/models/environment'
import { listOfferedVersions } from '../../../db/queries/offered-versions'
import { listVersionTroubles, type VersionTrouble } from '../../../db/queries/version-troubles'
import type { HumanActor } from '../actor/actor'
import { imageDigestOf } from '../environment-contents/image-digest'
import { roleProblemsOf } from '../environment-contents/role-problems'
import { newestFirst, byText } from '../answers/lists'
import type { Dependencies } from '../dependencies'
import {
  readEnvironmentContents,
  versionsAhead,
  versionsInUse,
  versionsOf,
  type EnvironmentContents,
} from '../environment-contents/environment-contents'
import type { PatchApplication, PatchView } from './deployment-views'
import { numPortsOf } from './price-difference'
import { requireOwn } from '../access/own'

/** How many versions of an application are offered: as many as somebody still looks through. */
const offeredVersions = 50
/** How many of all applications together: as many as a page can show. Each application has its newest ones, however many applications there are. */
const offeredInAll = 1000
const offeredAtLeast = 5

/**
 * The Patch tab: what an environment runs, will run, and could run.
 *
 * @param wantedVersionId a version that is offered however old it is
 */
export async function getPatchView(
  { sequelize }: Dependencies,
  actor: HumanActor,
  environmentId: string,
  wantedVersionId?: string,
): Promise<PatchView> {
  const environment = await requireOwn('environment', actor, environmentId)
  const applications = await Application.findAll({ where: { teamId: actor.teamId, type: 'GENERAL' } })
  const contents = await readEnvironmentContents(environment.id)
  const share = Math.floor(offeredInAll / applications.length)
  const offered = await listOfferedVersions(
    sequelize,
    applications.map(({ id }) => id),
    Math.max(offeredAtLeast, Math.min(offeredVersions, share)),
  )
  if (wantedVersionId !== undefined && isUuid(wantedVersionId) && !offered.some(isWanted(wantedVersionId)))
    offered.push(
      ...(await ApplicationVersion.findAll({
        where: { id: wantedVersionId, applicationId: applications.map(({ id }) => id) },
      })),
    )
  const account = await AwsAccount.findByPk(environment.awsAccountId, { rejectOnEmpty: true })
  const { overrides } = await readEnvironmentSettings(environment)
  const toRow = patchRowsOf(
    { environment, account, overrides },
    contents,
    await readVersions(offered, contents, await listVersionTroubles(sequelize, environment.id)),
  )
  const rows = applications.map(toRow).sort(byApplicationName)
  const deployed = new Set([...versionsOf(contents.live).keys(), ...versionsAhead(contents).keys()])
  return {
    environmentId: environment.id,
    environmentName: environment.name,
    deployedApplications: rows.filter(({ applicationId }) => deployed.has(applicationId)),
    undeployedApplications: rows.filter(({ applicationId }) => !deployed.has(applicationId)),
  }
}

const isWanted =
  (wantedId: string) =>
  ({ id }: { id: string }) =>
    id === wantedId

type Offered = Awaited<ReturnType<typeof listOfferedVersions>>

interface Versions {
  offeredByApplication: Map<string, PatchApplication['versions']>
  /** Of those that are offered, and of those in use, which may be older. */
  names: Map<string, string>
}

async function readVersions(
  offered: Offered,
  contents: EnvironmentContents,
  troubles: VersionTrouble[],
): Promise<Versions> {
  const names = new Map(offered.map(({ id, name }) => [id, name]))
  const older = [...versionsInUse(contents)].filter((id) => !names.has(id))
  const inUse = await ApplicationVersion.findAll({ where: { id: older }, attributes: ['id', 'name'] })
  for (const { id, name } of inUse) names.set(id, name)
  const offeredByApplication: Versions['offeredByApplication'] = new Map()
  const live = new Set(versionsOf(contents.live).values())
  const troubleOf = new Map(
    troubles.map(({ versionId, trouble: type, sequence }) => [versionId, { type, sequence }]),
  )
  for (const { id, applicationId, name, createdAt, sourceUrl } of offered) {
    const own = offeredByApplication.get(applicationId) ?? []
    const trouble = live.has(id) ? undefined : troubleOf.get(id)
    own.push({
      id,
      name,
      createdEpoch: createdAt.getTime(),
      trouble,
      ...(sourceUrl && { sourceUrl }),
    })
    offeredByApplication.set(applicationId, own)
  }
  return { offeredByApplication, names }
}

const byApplicationName = byText((row: { applicationName: string }) => row.applicationName)

const byApplication = (specs: ApplicationSpec[] = []) =>
  new Map(specs.map((spec) => [spec.applicationId, spec]))

interface Place {
  environment: Environment
  account: AwsAccount
  overrides: ApplicationOverride[]
}

/** Makes what makes the row of an application; whatever is the same for all of them is worked out once. */
function patchRowsOf(
  { environment, account, overrides }: Place,
  contents: EnvironmentContents,
  { offeredByApplication, names }: Versions,
): (application: Application) => PatchApplication {
  const live = byApplication(contents.live)
  const current = byApplication(contents.deploying ?? contents.live)
  const numPresentPorts = numPortsOf(contents.deploying ?? contents.live)
  const balancersOf = (numPorts: number) => loadBalancersFor(numPorts, environment.loadBalancing)
  const queued = versionsAfter(new Map(), contents.queuedChanges)
  const ahead = versionsAhead(contents)
  const nameOf = (versionId: string | undefined) => names.get(versionId ?? '')
  const overrideOf = new Map(overrides.map((override) => [override.applicationId, override.roles]))
  return ({ id, name, ports, roles }) => {
    const [liveSpec, currentSpec] = [live.get(id), current.get(id)]
    // Also one of the same version, with what was configured since.
    const isBeingDeployed =
      contents.deploying !== undefined && JSON.stringify(currentSpec) !== JSON.stringify(liveSpec)
    const present = new Set(currentSpec?.ports.map(({ port }) => port))
    const numNewPorts = ports.filter(({ port }) => !present.has(port)).length
    const added = balancersOf(numPresentPorts + numNewPorts) - balancersOf(numPresentPorts)
    return {
      applicationId: id,
      applicationName: name,
      liveVersionName: nameOf(liveSpec?.versionId),
      liveImageDigest: liveSpec && imageDigestOf(environment, liveSpec),
      deployingVersionName: isBeingDeployed ? nameOf(currentSpec?.versionId) : undefined,
      queuedVersionName: nameOf(queued.get(id)),
      queuedRemoval: (liveSpec ?? currentSpec) !== undefined && !ahead.has(id),
      numNewLoadBalancers: added,
      newLoadBalancersPerHour: added * loadBalancerWithAddressesPerHour,
      roleProblems: roleProblemsOf(account, { name, roles: overriddenRoles(roles, overrideOf.get(id)) }),
      versions: (offeredByApplication.get(id) ?? []).sort(newestFirst),
    }
  }
}
