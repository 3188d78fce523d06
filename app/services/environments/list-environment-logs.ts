import { Op } from 'sequelize'
import type { LogType } from '../../../core/resources/events'
import { LogMessage } from '../../../db/models/log-message'
import type { HumanActor } from '../actor'
import type { Dependencies } from '../dependencies'
import type { EnvironmentLogs } from './environment-views'
import { requireEnvironment } from './require-environment'

export interface ListEnvironmentLogsInput {
  id: string
  type: LogType
  /** Only what was logged at this time or later, from there on. */
  sinceEpoch?: number
  /** Only what was logged before this time. */
  beforeEpoch?: number
}

export const logPageSize = 500

/**
 * One page of an environment's log, oldest first: from `sinceEpoch` on where that is given, else the newest (before
 * `beforeEpoch`). Lines at `sinceEpoch` itself are repeated, because another one may have come in the same millisecond.
 */
export async function listEnvironmentLogs(
  _dependencies: Dependencies,
  actor: HumanActor,
  { id, type, sinceEpoch, beforeEpoch }: ListEnvironmentLogsInput,
): Promise<EnvironmentLogs> {
  const environment = await requireEnvironment(actor, id)
  const isForward = sinceEpoch !== undefined
  const lines = await LogMessage.findAll({
    where: {
      environmentId: environment.id,
      type,
      createdAt: {
        [Op.gte]: new Date(sinceEpoch ?? 0),
        ...(beforeEpoch !== undefined && { [Op.lt]: new Date(beforeEpoch) }),
      },
    },
    order: [['sequence', isForward ? 'ASC' : 'DESC']],
    attributes: ['sequence', 'createdAt', 'message', 'severity'],
    limit: logPageSize,
    raw: true,
  })
  if (!isForward) lines.reverse()
  return {
    logs: lines.map(({ sequence, createdAt, message, severity }) => ({
      id: sequence,
      createdEpoch: createdAt.getTime(),
      message,
      severity,
    })),
  }
}
