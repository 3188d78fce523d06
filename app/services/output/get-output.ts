import { Op } from 'sequelize'
import { notFound } from '../../../core/errors'
import type { Level } from '../../../core/output/levels'
import { hourMilliseconds, minuteMilliseconds } from '../../../core/time/durations'
import { Deployment } from '../../../db/models/deployment'
import type { Environment } from '../../../db/models/environment'
import { deploymentStates } from '../../../core/resources/wire-states'
import { requireDeployment } from '../access/lock-environment'
import { requireOwn } from '../access/own'
import type { HumanActor } from '../actor/actor'
import { byName } from '../answers/lists'
import type { Dependencies } from '../dependencies'
import { readApplicationNames } from './application-names'
import { askOutput } from './ask-output'
import type { Output } from './output-views'
import { presentLines } from './present-lines'

export interface OutputInput {
  environmentId: string
  applicationId?: string | undefined
  processId?: string | undefined
  /** Only of processes of this deployment: those that run, and those that ended while it served. */
  deploymentId?: string | undefined
  /** What a line must contain, case and all. */
  text?: string | undefined
  level?: Level | undefined
  /** The hour before the end, or where the deployment began, where it is left out. */
  fromEpoch?: number | undefined
  /** Exclusive; now where it is left out. */
  untilEpoch?: number | undefined
}

const { LIVE, RETIRED } = deploymentStates
/** Processes that were replaced print until they are stopped. */
const drainMilliseconds = 15 * minuteMilliseconds

/**
 * The newest lines that processes of an environment printed, running or not, in a time.
 *
 * @throws DomainError `not-found`, and as `askOutput` does
 */
export async function getOutput(
  dependencies: Dependencies,
  actor: HumanActor,
  { environmentId, deploymentId, ...asked }: OutputInput,
): Promise<Output> {
  const environment = await requireOwn('environment', actor, environmentId)
  const ofDeployment =
    deploymentId === undefined ? undefined : await readDeployment(actor, environment, deploymentId)
  const untilEpoch = asked.untilEpoch ?? ofDeployment?.untilEpoch ?? dependencies.clock.now()
  const fromEpoch = Math.min(
    asked.fromEpoch ?? ofDeployment?.fromEpoch ?? untilEpoch - hourMilliseconds,
    untilEpoch,
  )
  const { applicationId, processId, text, level } = asked
  const groups = groupsOf(environment, applicationId)
  if (groups.length === 0) return { lines: [], fromEpoch, untilEpoch, reachedEpoch: fromEpoch }
  const question = {
    ...(applicationId !== undefined && { applicationId }),
    ...(processId !== undefined && { processId }),
    ...(ofDeployment && { exceptProcessIds: ofDeployment.otherProcessIds }),
    ...(text !== undefined && text !== '' && { text }),
    ...(level !== undefined && { level }),
    fromEpoch,
    untilEpoch,
  }
  const {
    lines,
    reachedEpoch,
    unsearchedApplicationIds = [],
  } = await askOutput(dependencies, actor, { environmentId, question })
  const unsearched = await nameApplications(unsearchedApplicationIds)
  return {
    lines: await presentLines(dependencies.sequelize, environment, lines),
    fromEpoch,
    untilEpoch,
    reachedEpoch,
    ...(unsearched.length > 0 && { unsearched }),
  }
}

const groupsOf = ({ status }: Environment, applicationId: string | undefined) =>
  (status?.logGroups ?? []).filter(
    (group) => applicationId === undefined || group.applicationId === applicationId,
  )

/** By name; one that is deleted has its id alone. */
async function nameApplications(ids: string[]): Promise<NonNullable<Output['unsearched']>> {
  const names = await readApplicationNames(ids)
  return ids
    .map((applicationId) => ({ applicationId, name: names.get(applicationId) ?? applicationId }))
    .sort(byName)
}

/** The time in which a deployment's processes printed, and the processes that are known to be of others. */
async function readDeployment(actor: HumanActor, environment: Environment, deploymentId: string) {
  const { deployment } = await requireDeployment(actor, deploymentId)
  if (deployment.environmentId !== environment.id) throw notFound('The deployment')
  const next = await Deployment.findOne({
    attributes: ['finishedAt'],
    where: {
      environmentId: environment.id,
      sequence: { [Op.gt]: deployment.sequence },
      state: [LIVE, RETIRED],
      environmentVersionId: { [Op.ne]: null },
    },
    order: [['sequence', 'ASC']],
  })
  const end = next?.finishedAt?.getTime()
  return {
    fromEpoch: (deployment.startedAt ?? deployment.createdAt ?? new Date(0)).getTime(),
    untilEpoch: end === undefined ? undefined : end + drainMilliseconds,
    otherProcessIds: (environment.status?.processes ?? [])
      .filter((process) => process.deployment !== deployment.id)
      .map(({ id }) => id),
  }
}
