import type { LogType } from '../../../core/resources/events'
import type { LogMessage } from '../../../db/models/log-message'
import { select } from '../../../db/select'
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

type Row = Pick<LogMessage, 'sequence' | 'createdAt' | 'message' | 'severity'>

const selectLines = `
  SELECT sequence, created_at AS "createdAt", message, severity FROM log_messages
  WHERE environment_id = $1 AND type = $2 AND created_at >= $3 AND ($4::timestamptz IS NULL OR created_at < $4)`
const selectForward = `${selectLines} ORDER BY sequence LIMIT ${logPageSize}`
const selectNewest = `${selectLines} ORDER BY sequence DESC LIMIT ${logPageSize}`

/**
 * One page of an environment's log, oldest first: from `sinceEpoch` on where that is given, else the newest (before
 * `beforeEpoch`). Lines at `sinceEpoch` itself are repeated, because another one may have come in the same millisecond.
 */
export async function listEnvironmentLogs(
  { sequelize }: Dependencies,
  actor: HumanActor,
  { id, type, sinceEpoch, beforeEpoch }: ListEnvironmentLogsInput,
): Promise<EnvironmentLogs> {
  const environment = await requireEnvironment(actor, id)
  const isForward = sinceEpoch !== undefined
  const lines = await select<Row>(sequelize, isForward ? selectForward : selectNewest, [
    environment.id,
    type,
    new Date(sinceEpoch ?? 0),
    beforeEpoch === undefined ? null : new Date(beforeEpoch),
  ])
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
