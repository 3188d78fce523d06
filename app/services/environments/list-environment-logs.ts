import type { LogType } from '../../../core/resources/events'
import { isUuid } from '../../../core/text/uuid'
import type { LogMessage } from '../../../db/models/log-message'
import { select } from '../../../db/select'
import { requireEnvironment } from '../access/require-environment'
import type { HumanActor } from '../actor/actor'
import type { Dependencies } from '../dependencies'
import type { EnvironmentLogs } from './environment-views'

interface ListEnvironmentLogsInput {
  id: string
  type: LogType
  /** Only what was logged at this time or later, from there on. */
  sinceEpoch?: number
  /** Only what was logged before this time. */
  beforeEpoch?: number
}

const logPageSize = 500

type Row = Pick<LogMessage, 'sequence' | 'createdAt' | 'message' | 'severity'>

const selectLines = `
  SELECT l.sequence, l.created_at AS "createdAt", l.message, l.severity
  FROM log_messages l JOIN environments e ON e.id = l.environment_id
  WHERE e.id = $1 AND e.team_id = $2 AND l.type = $3 AND l.created_at >= $4
    AND ($5::timestamptz IS NULL OR l.created_at < $5)`
const selectForward = `${selectLines} ORDER BY l.sequence LIMIT ${logPageSize}`
const selectNewest = `${selectLines} ORDER BY l.sequence DESC LIMIT ${logPageSize}`

/**
 * One page of an environment's log, oldest first: from `sinceEpoch` on where that is given, else the newest (before
 * `beforeEpoch`). Lines at `sinceEpoch` itself are repeated, because another one may have come in the same millisecond.
 */
export async function listEnvironmentLogs(
  { sequelize }: Dependencies,
  actor: HumanActor,
  { id, type, sinceEpoch, beforeEpoch }: ListEnvironmentLogsInput,
): Promise<EnvironmentLogs> {
  const isForward = sinceEpoch !== undefined
  const values = [
    id,
    actor.teamId,
    type,
    new Date(sinceEpoch ?? 0),
    beforeEpoch === undefined ? null : new Date(beforeEpoch),
  ]
  const lines = isUuid(id)
    ? await select<Row>(sequelize, isForward ? selectForward : selectNewest, values)
    : []
  // Without a line nothing says yet whether there is such an environment.
  if (lines.length === 0) await requireEnvironment(actor, id)
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
