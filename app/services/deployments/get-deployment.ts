import { Op } from 'sequelize'
import { settingKinds } from '../../../core/deployment/deployment-state'
import { differenceBetween, type Snapshot } from '../../../core/deployment/difference'
import { notFound } from '../../../core/errors'
import { deploymentStates } from '../../../core/resources/wire-states'
import { readEnvironmentSettings } from '../../../db/environment-settings'
import { ApplicationVersion } from '../../../db/models/application-version'
import { Deployment } from '../../../db/models/deployment'
import type { Environment } from '../../../db/models/environment'
import { EnvironmentVersion } from '../../../db/models/environment-version'
import { requireDeployment } from '../access/require-deployment'
import type { HumanActor } from '../actor/actor'
import type { Dependencies } from '../dependencies'
import type { DeploymentView } from './deployment-views'
import { readAwaitedChange } from './awaited-change'
import { toDifferenceJson } from './difference-json'
import { listDeploymentProcesses, progressOf } from './progress'
import { readTypicalTime } from './read-typical-time'
import { readSnapshotAhead, snapshotAfter } from './snapshot-ahead'
import { toDeploymentsJson } from './to-deployments-json'

const { QUEUED, LIVE, RETIRED, AWAITING_APPROVAL } = deploymentStates

/** One deployment: how far it is or how it ended, and what it changes. */
export async function getDeployment(
  { sequelize }: Dependencies,
  actor: HumanActor,
  { environmentId, deploymentId }: { environmentId: string; deploymentId: string },
): Promise<DeploymentView> {
  const { deployment, environment } = await requireDeployment(actor, deploymentId)
  if (environment.id !== environmentId) throw notFound('The deployment')
  const [json] = await toDeploymentsJson(sequelize, [deployment])
  if (!json) throw notFound('The deployment')
  const awaited =
    deployment.state === AWAITING_APPROVAL ? await readAwaitedChange(environment, deployment) : undefined
  const { before, after } = awaited ?? (await readBothSides(environment, deployment))
  const live = await Deployment.findOne({
    where: { environmentId, state: LIVE },
    attributes: ['environmentId', 'sequence'],
  })
  const undone = await Deployment.findOne({
    where: { aboutId: deployment.id, kind: 'undo' },
    attributes: ['sequence', 'reason'],
  })
  const difference = differenceBetween(before, after)
  return {
    environmentId,
    environmentName: environment.name,
    deployment: json,
    difference: await toDifferenceJson(difference),
    progress: progressOf(environment, deployment, difference),
    approval: awaited && {
      environmentVersionsState: awaited.state,
      canDecline: actor.isAdmin,
      canApprove: actor.isAdmin && deployment.requestedBy !== actor.userId,
    },
    timeline: deployment.timeline ?? {},
    ...(await listDeploymentProcesses(environment, deployment, difference)),
    typicalMilliseconds: await readTypicalTime(environmentId),
    output: deployment.output ?? [],
    sources: await readSources(after),
    liveSequence: live?.sequence,
    earlier: live ? await findEarlier(live) : undefined,
    undoneBy: undone ? { sequence: undone.sequence, reason: undone.reason } : undefined,
  }
}

/** What the environment ran before the deployment, and what it runs by it. */
async function readBothSides(
  environment: Environment,
  deployment: Deployment,
): Promise<{ before: Snapshot; after: Snapshot }> {
  const { sequence, state, kind, settings } = deployment
  const present = await readEnvironmentSettings(environment)
  const version =
    deployment.environmentVersionId && (await EnvironmentVersion.findByPk(deployment.environmentVersionId))
  if (state === QUEUED || !version) {
    const before = await readSnapshotAhead(environment, { before: sequence })
    return { before, after: await snapshotAfter(deployment, before) }
  }
  const after = { applications: version.applications, settings: version.settings ?? present }
  const isSetting = settingKinds.includes(kind)
  const earlier = await findServed(deployment, isSetting ? [] : settingKinds)
  const settingsBefore = settings || isSetting ? await readSettingsBefore(deployment) : undefined
  return {
    after,
    before: {
      applications: isSetting ? after.applications : (earlier?.applications ?? []),
      settings: settingsBefore ?? after.settings,
    },
  }
}

/** What was live before a deployment, where it is still kept. */
async function findEarlier({ environmentId, sequence }: Deployment): Promise<DeploymentView['earlier']> {
  const earlier = await Deployment.findOne({
    where: {
      environmentId,
      sequence: { [Op.lt]: sequence },
      state: RETIRED,
      kind: { [Op.notIn]: settingKinds },
      environmentVersionId: { [Op.ne]: null },
    },
    order: [['sequence', 'DESC']],
  })
  return (
    (earlier?.environmentVersionId && {
      sequence: earlier.sequence,
      environmentVersionId: earlier.environmentVersionId,
    }) ||
    undefined
  )
}

/** The settings of a deployment that changes them, as they were; undefined where they were not kept. */
const readSettingsBefore = async (deployment: Deployment) =>
  deployment.settingsBefore ?? (await findServed(deployment, []))?.settings ?? undefined

/** The snapshot of the last entry before one that took effect. */
async function findServed(
  { environmentId, sequence }: Deployment,
  without: Deployment['kind'][],
): Promise<EnvironmentVersion | undefined> {
  const served = await Deployment.findOne({
    where: {
      environmentId,
      sequence: { [Op.lt]: sequence },
      state: [LIVE, RETIRED],
      kind: { [Op.notIn]: without },
    },
    order: [['sequence', 'DESC']],
  })
  const version =
    served?.environmentVersionId && (await EnvironmentVersion.findByPk(served.environmentVersionId))
  return version || undefined
}

/** Where what the versions were built from can be read, for those that were declared with it. */
async function readSources({ applications }: Snapshot): Promise<DeploymentView['sources']> {
  const versions = await ApplicationVersion.findAll({
    where: { id: applications.map(({ versionId }) => versionId), sourceUrl: { [Op.ne]: null } },
  })
  return versions.map(({ applicationId, name, sourceUrl }) => ({
    applicationId,
    versionName: name,
    sourceUrl: sourceUrl ?? '',
  }))
}
