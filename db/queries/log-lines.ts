import type { Sequelize } from 'sequelize'
import type { FleetChange, LogType } from '../../core/resources/events'
import type { LogMessage } from '../models/log-message'
import { select } from '../sql'

interface LogPage {
  environmentId: string
  teamId: string
  types: readonly LogType[]
  /** Only lines of this severity; null for all. */
  severity: LogMessage['severity'] | null
  since: Date
  before: Date | null
  limit: number
}

type Line = Pick<LogMessage, 'sequence' | 'type' | 'createdAt' | 'message' | 'code' | 'severity' | 'traceId'>

const selectLines = (direction: 'ASC' | 'DESC') => `
  SELECT l.sequence, l.type, l.created_at AS "createdAt", l.message, l.code, l.severity, l.trace_id AS "traceId"
  FROM log_messages l JOIN environments e ON e.id = l.environment_id
  WHERE e.id = $1 AND e.team_id = $2 AND l.type = ANY($3) AND l.created_at >= $4
    AND ($5::timestamptz IS NULL OR l.created_at < $5) AND ($6::text IS NULL OR l.severity = $6)
  ORDER BY l.sequence ${direction} LIMIT $7`
const selectOldest = selectLines('ASC')
const selectNewest = selectLines('DESC')

const read =
  (sql: string) =>
  (
    sequelize: Sequelize,
    { environmentId, teamId, types, severity, since, before, limit }: LogPage,
  ): Promise<Line[]> =>
    select<Line>(sequelize, sql, [environmentId, teamId, types, since, before, severity, limit])

/** The oldest lines of an environment's log, oldest first; none of another team's. */
export const listOldestLines = read(selectOldest)

/** The newest, newest first. */
export const listNewestLines = read(selectNewest)

const selectAfter = (order: 'ASC' | 'DESC') => `
  SELECT sequence, type, created_at AS "createdAt", message, code, severity, trace_id AS "traceId" FROM log_messages
  WHERE environment_id = $1 AND type = ANY($2) AND sequence > $3 AND ($5::text IS NULL OR severity = $5)
  ORDER BY sequence ${order} LIMIT $4`
const selectNext = selectAfter('ASC')
const selectLast = selectAfter('DESC')

interface LinesAfter {
  environmentId: string
  types: LogType[]
  /** Only lines of this severity; null for all. */
  severity: LogMessage['severity'] | null
  /** Only lines with a higher sequence. */
  after: number
  limit: number
}

const readAfter =
  (sql: string) =>
  (sequelize: Sequelize, { environmentId, types, severity, after, limit }: LinesAfter) =>
    select<Line>(sequelize, sql, [environmentId, types, after, limit, severity])

/** Lines after a line, oldest first. */
export const listNextLines = readAfter(selectNext)

/** Last lines, newest first. */
export const listLastLines = readAfter(selectLast)

const selectFleetChanges = `
  SELECT created_at AS "createdAt", message, fleet_change AS kind, saving_per_hour AS "savingPerHour"
  FROM log_messages
  WHERE environment_id = $1 AND fleet_change IS NOT NULL AND created_at >= $2
  ORDER BY sequence DESC LIMIT $3`

interface FleetChangeLine {
  createdAt: Date
  message: string
  kind: FleetChange['kind']
  savingPerHour: number | null
}

/** Why instances of an environment came and went since a time, newest first. */
export const listFleetChanges = (sequelize: Sequelize, environmentId: string, since: Date, limit: number) =>
  select<FleetChangeLine>(sequelize, selectFleetChanges, [environmentId, since, limit])

const selectOfCodes = `
  SELECT created_at AS "createdAt", message, code, application_id AS "applicationId", process_id AS "processId" FROM log_messages
  WHERE environment_id = $1 AND code = ANY($2) AND created_at >= $3
    AND ($5::text IS NULL OR application_id = $5) AND ($6::text IS NULL OR process_id = $6)
  ORDER BY sequence DESC LIMIT $4`

interface LineOfCode {
  createdAt: Date
  message: string
  code: string
  /** Null where it is about none, or older than lines said so; so of the process. */
  applicationId: string | null
  processId: string | null
}

interface LinesOfCodes {
  environmentId: string
  codes: readonly string[]
  since: Date
  limit: number
  /** Only those about it; so of the process. */
  applicationId?: string | undefined
  processId?: string | undefined
}

/** Lines of an environment that have one of some codes, newest first. */
export const listLinesOfCodes = (
  sequelize: Sequelize,
  { environmentId, codes, since, limit, applicationId, processId }: LinesOfCodes,
) =>
  select<LineOfCode>(sequelize, selectOfCodes, [
    ...[environmentId, codes, since, limit],
    ...[applicationId ?? null, processId ?? null],
  ])

const countOfCodes = `
  SELECT application_id AS "applicationId", code, count(*)::integer AS count FROM log_messages
  WHERE environment_id = $1 AND type = 'deployment' AND code = ANY($2) AND created_at >= $3 AND created_at < $4
    AND application_id IS NOT NULL
  GROUP BY 1, 2`

interface LinesOfTime {
  environmentId: string
  codes: readonly string[]
  from: Date
  until: Date
}

interface LinesOfApplication {
  applicationId: string
  code: string
  count: number
}

/** How many lines about deployments have each of some codes in a time, by the application that they are about. */
export const countLinesOfCodes = (
  sequelize: Sequelize,
  { environmentId, codes, from, until }: LinesOfTime,
): Promise<LinesOfApplication[]> => select(sequelize, countOfCodes, [environmentId, codes, from, until])
