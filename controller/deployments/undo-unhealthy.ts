import { randomUUID } from 'node:crypto'
import { Op, Transaction } from 'sequelize'
import { differenceBetween } from '../../core/deployment/difference'
import { deploymentStates } from '../../core/resources/wire-states'
import { longest } from '../../core/text/longest'
import { findReplaced, findUndo } from '../../db/find-undo'
import { Deployment } from '../../db/models/deployment'
import { Environment } from '../../db/models/environment'
import { EnvironmentVersion } from '../../db/models/environment-version'
import { inTransaction } from '../../db/transaction'
import { changesBetween } from './changes-between'
import type { QueueDependencies } from './dependencies'
import { illnessOf } from './illness'
import { findLive } from './active-deployments'

const { QUEUED, DEPLOYING } = deploymentStates

/**
 * Queues what brings back what ran before, when the live deployment of an environment got unhealthy within its watch time. Never for an
 * undo, never twice, and never where somebody has asked for something newer: that one wins.
 *
 * @returns id of the undo
 */
export async function undoUnhealthy(
  dependencies: QueueDependencies,
  environmentId: string,
): Promise<string | undefined> {
  // Most of the time nothing is watched, and nobody has to wait for that.
  const live = await findLive(environmentId)
  const environment = live && (await Environment.findByPk(environmentId))
  if (!live || !environment || !(await whyUndo(dependencies, environment, live))) return undefined
  return inTransaction(dependencies.sequelize, () => undo(dependencies, environmentId))
}

/** Everything is looked at again, now that nobody can ask for a deployment meanwhile. */
async function undo(dependencies: QueueDependencies, environmentId: string): Promise<string | undefined> {
  const environment = await Environment.findByPk(environmentId, { lock: Transaction.LOCK.UPDATE })
  const live = environment && (await findLive(environmentId))
  const reason = live && (await whyUndo(dependencies, environment, live))
  const previous = reason && (await findPrevious(live))
  if (!live || !reason || !previous) return undefined
  const latest = await Deployment.max<number, Deployment>('sequence', { where: { environmentId } })
  const { id } = await Deployment.create({
    id: randomUUID(),
    environmentId,
    sequence: latest + 1,
    kind: 'undo',
    reason: `Deployment ${live.sequence} became unhealthy after it was live. ${reason}`.slice(
      0,
      longest.line,
    ),
    aboutId: live.id,
    restoresVersionId: previous.id,
    changes: changesBetween((await requireVersion(live)).applications, previous.applications),
    settings: live.settings && live.settingsBefore,
    createdAt: new Date(dependencies.clock.now()),
  })
  dependencies.log.warn(
    { deployment: live.id, undo: id, reason },
    'A deployment became unhealthy and is undone.',
  )
  return id
}

async function whyUndo(
  { clock }: QueueDependencies,
  { deletingAt, watchMinutes, status }: Environment,
  live: Deployment,
): Promise<string | undefined> {
  const now = clock.now()
  const liveEpoch = live.finishedAt?.getTime()
  if (deletingAt || watchMinutes === 0 || !status || liveEpoch === undefined || live.kind === 'undo')
    return undefined
  const watched = { deployment: live.id, liveEpoch, watchSeconds: watchMinutes * 60, now }
  const isIllAtAll = illnessOf(status, { ...watched, applicationIds: everything })
  if (isIllAtAll === undefined) return undefined
  const previous = await findPrevious(live)
  if (!previous || (await isFollowed(live)) || (await findUndo(live))) return undefined
  return illnessOf(status, { ...watched, applicationIds: changedBy(await requireVersion(live), previous) })
}

const everything = { has: () => true }

/** What the deployment ran that was live before another one; undefined for the first. */
async function findPrevious(live: Deployment): Promise<EnvironmentVersion | undefined> {
  const previous = await findReplaced(live)
  const version =
    previous?.environmentVersionId && (await EnvironmentVersion.findByPk(previous.environmentVersionId))
  return version || undefined
}

const requireVersion = ({ environmentVersionId }: Deployment): Promise<EnvironmentVersion> =>
  EnvironmentVersion.findByPk(environmentVersionId ?? '', { rejectOnEmpty: true })

/** Whether somebody has asked for something newer, which waits or is under way. */
const isFollowed = async ({ environmentId, sequence }: Deployment): Promise<boolean> =>
  (await Deployment.count({
    where: { environmentId, state: [QUEUED, DEPLOYING], sequence: { [Op.gt]: sequence } },
  })) > 0

/** Settings are people's, and no deployment's fault. */
const noSettings = { spotStrategy: 'ALL' as const, overrides: [] }

function changedBy(live: EnvironmentVersion, previous: EnvironmentVersion): ReadonlySet<string> {
  const { applications } = differenceBetween(
    { applications: previous.applications, settings: noSettings },
    { applications: live.applications, settings: noSettings },
  )
  return new Set(applications.flatMap(({ type, applicationId }) => (type === 'same' ? [] : applicationId)))
}
