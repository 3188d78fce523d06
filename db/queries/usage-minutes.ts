import type { Sequelize } from 'sequelize'
import type { InstanceMinute } from '../../core/agent/protocol'
import { execute, select, selectFirst } from '../sql'
import { processesOf, type UsageOfTime } from './usage-spans'

/** Kept once, however often it is told; not of an environment that is gone. */
const insertMinutes = `
  INSERT INTO usage_minutes
    (environment_id, minute, client_token, process_ids, application_ids, cores, most_cores, throttled, memory_mb, most_memory_mb)
  SELECT row.environment_id, to_timestamp(row.epoch / 1000), row.client_token, processes.*
  FROM jsonb_to_recordset($1::jsonb) AS row (environment_id uuid, epoch double precision, client_token text, processes jsonb)
  JOIN environments ON environments.id = row.environment_id
  CROSS JOIN LATERAL (
    SELECT array_agg(id), array_agg("applicationId"), array_agg(cores), array_agg("mostCores"), array_agg(throttled),
      array_agg("memoryMb"), array_agg("mostMemoryMb")
    FROM jsonb_to_recordset(row.processes) AS process
      (id text, "applicationId" text, cores real, "mostCores" real, throttled real, "memoryMb" integer, "mostMemoryMb" integer)
  ) AS processes
  WHERE jsonb_array_length(row.processes) > 0
  ON CONFLICT DO NOTHING`

/** Keeps what agents told, as one statement. */
export const keepUsage = (sequelize: Sequelize, minutes: readonly InstanceMinute[]): Promise<void> =>
  execute(sequelize, insertMinutes, [
    JSON.stringify(
      minutes.map(({ environmentId, clientToken, epoch, processes }) => ({
        environment_id: environmentId,
        client_token: clientToken,
        epoch,
        processes,
      })),
    ),
  ])

const selectUsage = `
  SELECT application_id AS "applicationId", time, count(DISTINCT process_id)::integer AS "numProcesses",
    avg(cores)::double precision AS cores, max(most_cores)::double precision AS "mostCores",
    avg(throttled)::double precision AS throttled, avg(memory_mb)::double precision AS "memoryMb", max(most_memory_mb) AS "mostMemoryMb"
  FROM (
    SELECT date_bin(make_interval(secs => $3), minute, 'epoch') AS time,
      unnest(process_ids) AS process_id, unnest(application_ids) AS application_id, unnest(cores) AS cores,
      unnest(most_cores) AS most_cores, unnest(throttled) AS throttled, unnest(memory_mb) AS memory_mb,
      unnest(most_memory_mb) AS most_memory_mb
    FROM usage_minutes WHERE environment_id = $1 AND minute >= $2
  ) AS each
  GROUP BY application_id, time
  ORDER BY application_id, time`

/** What each application of an environment used since a time, by so many seconds, oldest first. */
export const listUsage = (
  sequelize: Sequelize,
  { environmentId, since, seconds }: { environmentId: string; since: Date; seconds: number },
): Promise<UsageOfTime[]> => select(sequelize, selectUsage, [environmentId, since, seconds])

/** Of each instance the newest minute, so that processes that have left it are not in it; of a process that moved, the newer one. */
const selectPresent = `
  WITH newest AS (
    SELECT DISTINCT ON (m.environment_id, m.client_token) m.*, e.name AS environment_name
    FROM environments AS e JOIN usage_minutes AS m ON m.environment_id = e.id
    WHERE e.team_id = $1 AND e.deleting_at IS NULL AND m.minute >= $2
    ORDER BY m.environment_id, m.client_token, m.minute DESC
  )
  SELECT DISTINCT ON (environment_name, environment_id, application_id, process_id) environment_id AS "environmentId", environment_name AS "environmentName",
    minute, process_id AS "processId", application_id AS "applicationId", process.cores, process.most_cores AS "mostCores",
    process.throttled, process.memory_mb AS "memoryMb", process.most_memory_mb AS "mostMemoryMb"
  FROM newest CROSS JOIN LATERAL ${processesOf('newest')}
  ORDER BY environment_name, environment_id, application_id, process_id, minute DESC`

/** What a process used in its newest minute. */
interface PresentUsage {
  environmentId: string
  environmentName: string
  minute: Date
  processId: string
  applicationId: string
  cores: number
  mostCores: number
  throttled: number | null
  memoryMb: number | null
  mostMemoryMb: number | null
}

/** What each process of the team used in the newest minute since a time, by environment. */
export const listPresentUsage = (
  sequelize: Sequelize,
  { teamId, since }: { teamId: string; since: Date },
): Promise<PresentUsage[]> => select(sequelize, selectPresent, [teamId, since])

const deleteMinutes = `
  WITH gone AS (
    DELETE FROM usage_minutes WHERE ctid = ANY (ARRAY (
      SELECT ctid FROM usage_minutes WHERE minute < $1 ORDER BY minute LIMIT $2 FOR UPDATE SKIP LOCKED))
    RETURNING 1)
  SELECT count(*)::integer AS count FROM gone`

/** Removes minutes from before a time. @returns how many */
export const removeUsage = async (sequelize: Sequelize, until: Date, limit: number): Promise<number> =>
  (await selectFirst<{ count: number }>(sequelize, deleteMinutes, [until, limit]))?.count ?? 0
