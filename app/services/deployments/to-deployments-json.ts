import { Op, type Sequelize } from 'sequelize'
import { versionsAfter } from '../../../core/deployment/apply-changes'
import { undoneBy, type DeploymentChange } from '../../../core/deployment/deployment-state'
import { deploymentStates, type DeploymentState } from '../../../core/resources/wire-states'
import { findDeployedVersions, type DeployedVersion } from '../../../db/deployed-versions'
import { Deployment } from '../../../db/models/deployment'
import { listStartedChanges } from '../../../db/queries/started-changes'
import type { EnvironmentDeployments } from './deployment-views'
import { isRevertible } from './revert-source'
import { readChangeNames, type Snapshots } from './read-change-names'
import { listRequesters } from '../../../db/queries/people'

/** Deployments with their changes, compared with what each of them found there or will find. */
export async function toDeploymentsJson(
  sequelize: Sequelize,
  deployments: Deployment[],
): Promise<EnvironmentDeployments['deployments']> {
  const snapshots = new Map([
    ...(await readStarted(sequelize, deployments)),
    ...(await readQueued(deployments)),
  ])
  const snapshotsOf = (id: string, { applicationId }: DeploymentChange) =>
    snapshots.get(keyOf(id, applicationId)) ?? {}
  const toChangeJson = await readChangeNames(
    deployments.flatMap(({ changes }) => changes),
    [...snapshots.values()].flatMap(({ before }) => before?.versionId ?? []),
  )
  const about = await readAbout(deployments)
  const undone = await readUndone(deployments)
  const requesters = await readRequesters(sequelize, deployments)
  return deployments.map((deployment) => ({
    id: deployment.id,
    sequence: deployment.sequence,
    state: deployment.state,
    message: undone.has(deployment.id) ? undoneBy(undone.get(deployment.id) ?? 0) : deployment.message,
    changes: deployment.changes.map((change) => {
      const found = snapshotsOf(deployment.id, change)
      return toChangeJson({ ...change, type: typeOf(change, found) }, found)
    }),
    kind: deployment.kind,
    reason: deployment.reason || undefined,
    aboutSequence: about.get(deployment.id),
    undoneBySequence: undone.get(deployment.id),
    stoppedBy: deployment.stoppedBy ?? undefined,
    supersededBy: deployment.supersededBy ?? undefined,
    approvedBy: deployment.approvedBy ?? undefined,
    approvedEpoch: deployment.approvedAt?.getTime(),
    declinedBy: deployment.declinedBy ?? undefined,
    isRevertible: isRevertible(deployment),
    promotedFrom: deployment.promotedFrom ?? undefined,
    requestedBy: requesters.get(deployment.requestedBy ?? '')?.name,
    requesterKind: requesters.get(deployment.requestedBy ?? '')?.kind,
    requestedFrom: deployment.sourceAddress ?? undefined,
    environmentVersionId: deployment.environmentVersionId ?? undefined,
    createdEpoch: deployment.createdAt.getTime(),
    startedEpoch: deployment.startedAt?.getTime(),
    finishedEpoch: deployment.finishedAt?.getTime(),
  }))
}

/** Number of the deployment that another one retries, undoes or goes back to, by the id of that one. */
async function readAbout(deployments: Deployment[]): Promise<Map<string, number>> {
  const found = await Deployment.findAll({
    attributes: ['id', 'sequence', 'environmentVersionId'],
    where: {
      [Op.or]: [
        { id: deployments.flatMap(({ aboutId }) => aboutId ?? []) },
        { environmentVersionId: deployments.flatMap(({ restoresVersionId }) => restoresVersionId ?? []) },
      ],
    },
  })
  return new Map(
    deployments.flatMap(({ id, aboutId, restoresVersionId }) => {
      const one =
        found.find((other) => other.id === aboutId) ??
        found.find((other) => other.environmentVersionId === restoresVersionId)
      return one && (aboutId ?? restoresVersionId) ? [[id, one.sequence] as const] : []
    }),
  )
}

/** Number of the deployment that undid another one and took its place, by the id of that one. */
async function readUndone(deployments: Deployment[]): Promise<Map<string, number>> {
  const retired = deployments.filter(({ state }) => state === RETIRED).map(({ id }) => id)
  if (retired.length === 0) return new Map()
  const undos = await Deployment.findAll({
    attributes: ['aboutId', 'sequence'],
    where: { aboutId: retired, ...tookEffect },
  })
  return new Map(undos.flatMap(({ aboutId, sequence }) => (aboutId ? [[aboutId, sequence] as const] : [])))
}

/**
 * The type of a change as it came out: a requested change is an addition after all where the deployment before it failed, and the other way
 * round.
 */
const typeOf = ({ type }: DeploymentChange, { before }: Snapshots): DeploymentChange['type'] =>
  type === 'remove' ? type : before ? 'change' : 'add'

const keyOf = (deploymentId: string, applicationId: string) => `${deploymentId} ${applicationId}`

async function readStarted(sequelize: Sequelize, deployments: Deployment[]): Promise<[string, Snapshots][]> {
  const started = deployments.filter((one) => !isWaiting(one))
  const rows = await listStartedChanges(
    sequelize,
    started.map(({ id }) => id),
  )
  return rows.map(({ id, applicationId, before, after }) => [
    keyOf(id, applicationId),
    { before: before ?? undefined, after: after ?? undefined },
  ])
}

const { QUEUED, DEPLOYING, AWAITING_APPROVAL, LIVE, RETIRED } = deploymentStates

/** Undos that brought back what ran before; another one left the live deployment as it was. */
const tookEffect = { kind: 'undo', state: [LIVE, RETIRED] }

const isWaiting = ({ state }: Deployment) => state === QUEUED || state === AWAITING_APPROVAL

/**
 * Snapshots of deployments that have not begun: queued ones come on top of what is under way, and of each other; those that wait for
 * approval, of them all.
 */
async function readQueued(deployments: Deployment[]): Promise<[string, Snapshots][]> {
  const waiting = deployments.filter(isWaiting)
  const environmentIds = [...new Set(waiting.map(({ environmentId }) => environmentId))]
  if (environmentIds.length === 0) return []
  const standing = await Deployment.findAll({
    where: { environmentId: environmentIds, state: [QUEUED, DEPLOYING, LIVE] },
    order: [['sequence', 'ASC']],
  })
  const versions = await findDeployedVersions({
    id: standing.flatMap(({ environmentVersionId }) => environmentVersionId ?? []),
  })
  const contentsOf = ({ environmentVersionId }: Deployment) =>
    versions.find(({ id }) => id === environmentVersionId)?.applications ?? []
  const isIn = (id: string) => (deployment: Deployment) => deployment.environmentId === id
  return environmentIds.flatMap((id) => {
    const here = standing.filter(isIn(id))
    const last = here.find(isInState(DEPLOYING)) ?? here.find(isInState(LIVE))
    const queued = here.filter(isInState(QUEUED))
    const awaiting = waiting.filter(isIn(id)).filter(isInState(AWAITING_APPROVAL))
    return queuedOn(last ? contentsOf(last) : [], { queued, awaiting })
  })
}

const isInState = (state: DeploymentState) => (deployment: Deployment) => deployment.state === state

/** @param contents what is live, or under way */
function queuedOn(
  contents: DeployedVersion[],
  { queued, awaiting }: { queued: Deployment[]; awaiting: Deployment[] },
): [string, Snapshots][] {
  const snapshotsOf = ({ id, changes }: Deployment, found: ReadonlyMap<string, string>) =>
    changes.map(({ applicationId }): [string, Snapshots] => {
      const versionId = found.get(applicationId)
      const snapshot = contents.find((one) => one.versionId === versionId)
      return [keyOf(id, applicationId), { before: versionId ? { ...snapshot, versionId } : undefined }]
    })
  let versions = new Map(contents.map(({ applicationId, versionId }) => [applicationId, versionId]))
  const inQueue = queued.flatMap((deployment) => {
    const found = versions
    versions = versionsAfter(versions, deployment.changes)
    return snapshotsOf(deployment, found)
  })
  return [...inQueue, ...awaiting.flatMap((deployment) => snapshotsOf(deployment, versions))]
}

/** Requesters of deployments, people and automation alike, by id. */
export async function readRequesters(
  sequelize: Sequelize,
  deployments: Pick<Deployment, 'requestedBy'>[],
): Promise<Map<string, Awaited<ReturnType<typeof listRequesters>>[number]>> {
  const ids = [...new Set(deployments.flatMap(({ requestedBy }) => requestedBy ?? []))]
  const requesters = ids.length > 0 ? await listRequesters(sequelize, ids) : []
  return new Map(requesters.map((requester) => [requester.id, requester]))
}
