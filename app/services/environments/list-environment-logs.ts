import { logTypes, type LogType } from '../../../core/resources/events'
import { isUuid } from '../../../core/text/uuid'
import { listNewestLines, listOldestLines } from '../../../db/queries/log-lines'
import type { HumanActor } from '../actor/actor'
import type { Dependencies } from '../dependencies'
import type { EnvironmentLogs } from './log-views'
import { listEnvironmentActs } from './list-environment-acts'
import { readCauses } from './read-causes'
import { requireOwn } from '../access/own'

interface ListEnvironmentLogsInput {
  id: string
  /** Part of the log; absent, all of it. */
  type?: LogType
  /** Only what went wrong. */
  onlyErrors?: boolean
  /** Only what was logged at this time or later, from there on. */
  sinceEpoch?: number
  /** Only what was logged before this time. */
  beforeEpoch?: number
}

const logPageSize = 500

/**
 * A page of an environment's log, oldest first: from `sinceEpoch` on where that is given, else the newest (before
 * `beforeEpoch`). Lines at `sinceEpoch` itself are repeated, because another one may have come in the same millisecond.
 */
export async function listEnvironmentLogs(
  { sequelize }: Dependencies,
  actor: HumanActor,
  { id, type, onlyErrors = false, sinceEpoch, beforeEpoch }: ListEnvironmentLogsInput,
): Promise<EnvironmentLogs> {
  const isForward = sinceEpoch !== undefined
  const page = {
    environmentId: id,
    teamId: actor.teamId,
    types: type === undefined ? logTypes : [type],
    severity: onlyErrors ? ('ERROR' as const) : null,
    since: new Date(sinceEpoch ?? 0),
    before: beforeEpoch === undefined ? null : new Date(beforeEpoch),
    limit: logPageSize,
  }
  const listLines = isForward ? listOldestLines : listNewestLines
  const lines = isUuid(id) ? await listLines(sequelize, page) : []
  // Without a line nothing says yet whether there is such an environment.
  if (lines.length === 0) await requireOwn('environment', actor, id)
  if (!isForward) lines.reverse()
  const isFull = lines.length === logPageSize
  const showsActs = type !== 'deployment' && !onlyErrors && isUuid(id)
  const acts = showsActs
    ? await listEnvironmentActs(sequelize, {
        teamId: actor.teamId,
        environmentId: id,
        since: (!isForward && isFull && lines[0]?.createdAt) || page.since,
        before: (isForward && isFull && lines.at(-1)?.createdAt) || page.before,
      })
    : []
  const causeOf = await readCauses(sequelize, id, lines)
  return {
    logs: lines.map((line) => {
      const { sequence, createdAt, message, code, severity, traceId } = line
      return {
        id: sequence,
        createdEpoch: createdAt.getTime(),
        message,
        ...(code && { code }),
        severity,
        ...(traceId && { traceId }),
        ...causeOf(line),
      }
    }),
    acts,
    ...(!isForward && isFull && { hasOlder: true }),
  }
}
