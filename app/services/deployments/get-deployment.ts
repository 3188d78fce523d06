import { Op } from 'sequelize'
import { settingKinds } from '../../../core/deployment/deployment-state'
import {
  differenceBetween,
  withFactsOfAdded,
  type Difference,
  type Snapshot,
} from '../../../core/deployment/difference'
import { notFound } from '../../../core/errors'
import { deploymentStates } from '../../../core/resources/wire-states'
import { findUndo } from '../../../db/find-undo'
import { ApplicationVersion } from '../../../db/models/application-version'
import { AwsAccount } from '../../../db/models/aws-account'
import { Deployment } from '../../../db/models/deployment'
import type { Environment } from '../../../db/models/environment'
import { requireDeployment } from '../access/lock-environment'
import type { HumanActor } from '../actor/actor'
import type { Dependencies } from '../dependencies'
import { roleProblemsOf, type RoleProblem } from '../environment-contents/role-problems'
import { stepsOf } from './deployment-steps'
import type { DeploymentView } from './deployment-views'
import { readAwaitedChange } from './awaited-change'
import { readBothSides } from './both-sides'
import { toDifferenceJson } from './difference-json'
import { effectsOf } from './change-effects'
import { listDeploymentProcesses, progressOf } from './progress'
import { readTypicalTime } from './read-typical-time'
import { whyNotSecond } from './second-person'
import { toDeploymentsJson } from './to-deployments-json'
import { compareUsage } from './usage-comparison'

const { LIVE, FAILED, RETIRED, AWAITING_APPROVAL } = deploymentStates

/** A deployment with its progress or end, and its changes. */
export async function getDeployment(
  dependencies: Dependencies,
  actor: HumanActor,
  { environmentId, deploymentId }: { environmentId: string; deploymentId: string },
): Promise<DeploymentView> {
  const { deployment, environment } = await requireDeployment(actor, deploymentId)
  if (environment.id !== environmentId) throw notFound('The deployment')
  const [json] = await toDeploymentsJson(dependencies.sequelize, [deployment])
  if (!json) throw notFound('The deployment')
  const awaited =
    deployment.state === AWAITING_APPROVAL ? await readAwaitedChange(environment, deployment) : undefined
  const { before, after } = awaited ?? (await readBothSides(environment, deployment))
  const live = await Deployment.findOne({
    where: { environmentId, state: LIVE },
    attributes: ['environmentId', 'sequence', 'kind', 'restoresVersionId'],
  })
  const undone = await findUndo(deployment)
  const difference = differenceBetween(before, after)
  const progress = progressOf(environment, deployment, difference)
  const timeline = deployment.timeline ?? {}
  const whyNot = awaited && (await whyNotSecond(dependencies, actor, deployment))
  return {
    environmentId,
    environmentName: environment.name,
    deployment: json,
    difference: await toDifferenceJson(withFactsOfAdded(difference)),
    ...(await effectsOf(difference, environment)),
    progress,
    approval: awaited && {
      environmentVersionsState: awaited.state,
      canDecline: actor.isAdmin,
      canApprove: actor.isAdmin && whyNot === undefined,
      whyNot: actor.isAdmin ? whyNot?.text : undefined,
      unresolvedImages: awaited.unresolvedImages,
    },
    timeline,
    steps: stepsOf({ deployment: json, progress, timeline }),
    ...(await listDeploymentProcesses(environment, deployment, difference)),
    typicalMilliseconds: await readTypicalTime(environmentId),
    output: deployment.output ?? [],
    sources: await readSources(after),
    roleProblems: hasProcesses(deployment) ? await readRoleProblems(environment, difference) : [],
    liveSequence: live?.sequence,
    earlier: live ? await findEarlier(live) : undefined,
    undoneBy: undone ? { sequence: undone.sequence, reason: undone.reason } : undefined,
    usage: await compareUsage(dependencies.sequelize, deployment, difference),
  }
}

const hasProcesses = ({ state }: Deployment) => state !== RETIRED && state !== FAILED

/** By what is known of the account now: of roles that are new it is examined once they are used. */
async function readRoleProblems(
  { awsAccountId }: Environment,
  { applications }: Difference,
): Promise<RoleProblem[]> {
  const account = await AwsAccount.findByPk(awsAccountId, { rejectOnEmpty: true })
  return applications.flatMap(({ type, after }) =>
    after && type !== 'same' ? roleProblemsOf(account, after) : [],
  )
}

/**
 * The deployment that served before another one, where it is still kept. None that was undone; and one step back from an undo is what
 * served before the one that it brought back.
 */
async function findEarlier(live: Deployment): Promise<DeploymentView['earlier']> {
  const { environmentId } = live
  const served = {
    state: RETIRED,
    kind: { [Op.notIn]: settingKinds },
    environmentVersionId: { [Op.ne]: null },
  }
  const undos = await Deployment.findAll({
    attributes: ['aboutId'],
    where: { environmentId, kind: 'undo', state: [LIVE, RETIRED], aboutId: { [Op.ne]: null } },
  })
  const undone = undos.flatMap(({ aboutId }) => aboutId ?? [])
  const earlier = await Deployment.findOne({
    where: {
      environmentId,
      ...served,
      id: { [Op.notIn]: undone },
      sequence: { [Op.lt]: (await findBroughtBack(live)) ?? live.sequence },
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

/** Number of the deployment that an undo, or a chain of them, brought back; undefined for what is no undo. */
async function findBroughtBack(
  { environmentId, kind, restoresVersionId }: Deployment,
  sequence?: number,
): Promise<number | undefined> {
  if (kind !== 'undo' || restoresVersionId === null) return sequence
  const before = await Deployment.findOne({
    where: { environmentId, environmentVersionId: restoresVersionId },
  })
  return before ? findBroughtBack(before, before.sequence) : sequence
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
