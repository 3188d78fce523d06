import { loadBalancerPerHour } from '../../../core/catalogue/load-balancer-price'
import { versionsAfter } from '../../../core/deployment/apply-changes'
import { Application } from '../../../db/models/application'
import { ApplicationVersion } from '../../../db/models/application-version'
import type { Environment } from '../../../db/models/environment'
import { requireEnvironment } from '../access/require-environment'
import type { HumanActor } from '../actor/actor'
import { imageDigestOf } from '../environment-contents/image-digest'
import { newestFirst, byText } from '../answers/sorting'
import type { Dependencies } from '../dependencies'
import {
  readEnvironmentContents,
  versionsAhead,
  versionsOf,
  type EnvironmentContents,
} from '../environment-contents/environment-contents'
import type { PatchApplication, PatchView } from './deployment-views'

/** The Patch tab: what an environment runs, will run, and could run. */
export async function getPatchView(
  _dependencies: Dependencies,
  actor: HumanActor,
  environmentId: string,
): Promise<PatchView> {
  const environment = await requireEnvironment(actor, environmentId)
  const applications = await Application.findAll({ where: { teamId: actor.teamId, type: 'GENERAL' } })
  const versions = await ApplicationVersion.findAll({
    where: { applicationId: applications.map(({ id }) => id) },
  })
  const contents = await readEnvironmentContents(environment.id)
  const deployed = new Set([...versionsOf(contents.live).keys(), ...versionsAhead(contents).keys()])
  const rows = applications
    .map((application) => toPatchApplicationJson(application, versions, contents, environment))
    .sort(byApplicationName)
  return {
    environmentId: environment.id,
    environmentName: environment.name,
    deployedApplications: rows.filter(({ applicationId }) => deployed.has(applicationId)),
    undeployedApplications: rows.filter(({ applicationId }) => !deployed.has(applicationId)),
  }
}

/** How many versions of an application are offered: as many as somebody still looks through. */
const offeredVersions = 50

const byApplicationName = byText((row: { applicationName: string }) => row.applicationName)

function toPatchApplicationJson(
  application: Application,
  versions: ApplicationVersion[],
  contents: EnvironmentContents,
  environment: Environment,
): PatchApplication {
  const own = versions
    .filter(({ applicationId }) => applicationId === application.id)
    .map(({ id, name, createdAt }) => ({ id, name, createdEpoch: createdAt.getTime() }))
    .sort(newestFirst)
  const live = versionsOf(contents.live).get(application.id)
  const current = versionsOf(contents.deploying ?? contents.live).get(application.id)
  const queued = versionsAfter(new Map(), contents.queuedChanges).get(application.id)
  const currentSpec = (contents.deploying ?? contents.live).find(
    ({ applicationId }) => applicationId === application.id,
  )
  const liveSpec = contents.live.find(({ applicationId }) => applicationId === application.id)
  const present = new Set(currentSpec?.ports.map(({ port }) => port))
  const added = application.exposedPorts.filter(({ port }) => !present.has(port)).length
  const isThere = live !== undefined || current !== undefined
  const nameOf = (versionId: string | undefined) => own.find(({ id }) => id === versionId)?.name
  return {
    applicationId: application.id,
    applicationName: application.name,
    liveVersionName: nameOf(live),
    liveImageDigest: liveSpec && imageDigestOf(environment, liveSpec),
    deployingVersionName: isBeingDeployed(contents, application.id) ? nameOf(current) : undefined,
    queuedVersionName: nameOf(queued),
    queuedRemoval: isThere && !versionsAhead(contents).has(application.id),
    numNewLoadBalancers: added,
    newLoadBalancersPerHour: added * loadBalancerPerHour,
    versions: own.slice(0, offeredVersions),
  }
}

/** Whether a deployment under way changes the application; also one of the same version, with what was configured since. */
function isBeingDeployed({ live, deploying }: EnvironmentContents, applicationId: string): boolean {
  const find = (applications: EnvironmentContents['live'] = []) =>
    JSON.stringify(applications.find((application) => application.applicationId === applicationId))
  return deploying !== undefined && find(deploying) !== find(live)
}
