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

interface UsageWanted {
  environmentId: string
  /** Of these alone: their ids. */
  applicationIds: string[]
  since: Date
  seconds: number
}

/** An entry for each process, of minutes that have one which is wanted: most rows of a large environment are passed over whole. */
const entriesOf = (isWanted: { row: string; entry: string }) => `
  SELECT m.minute, process.*
  FROM usage_minutes AS m CROSS JOIN LATERAL ${processesOf('m')}
  WHERE m.environment_id = $1 AND m.minute >= $2 AND m.${isWanted.row} AND process.${isWanted.entry}`

const entriesOfApplications = entriesOf({
  row: 'application_ids && $3::text[]',
  entry: 'application_id = ANY($3::text[])',
})
const entriesOfProcess = entriesOf({ row: 'process_ids @> ARRAY[$3]', entry: 'process_id = $3' })

const used = `
  avg(cores)::double precision AS cores, max(most_cores)::double precision AS "mostCores", avg(throttled)::double precision AS throttled,
  avg(memory_mb)::double precision AS "memoryMb", max(most_memory_mb) AS "mostMemoryMb"`

const selectByTime = (entries: string) => `
  SELECT application_id AS "applicationId", date_bin(make_interval(secs => $4), minute, 'epoch') AS time,
    count(DISTINCT process_id)::integer AS "numProcesses", ${used}
  FROM (${entries}) AS each
  GROUP BY application_id, time
  ORDER BY application_id, time`
const selectUsage = selectByTime(entriesOfApplications)
const selectOfProcess = selectByTime(entriesOfProcess)

/** What applications of an environment used since a time, by so many seconds, oldest first. */
export const listUsage = (
  sequelize: Sequelize,
  { environmentId, applicationIds, since, seconds }: UsageWanted,
): Promise<UsageOfTime[]> => select(sequelize, selectUsage, [environmentId, since, applicationIds, seconds])

/** The same of one process. */
export const listUsageOfProcess = (
  sequelize: Sequelize,
  { environmentId, processId, since, seconds }: Omit<UsageWanted, 'applicationIds'> & { processId: string },
): Promise<UsageOfTime[]> => select(sequelize, selectOfProcess, [environmentId, since, processId, seconds])

const selectProcesses = `
  SELECT process_id AS "processId", min(minute) AS first, max(minute) AS last, ${used}
  FROM (${entriesOfApplications}) AS each
  GROUP BY process_id ORDER BY last DESC, process_id LIMIT $4`

/** What a process used in all the time that is asked for. */
interface UsageOfProcess extends Omit<UsageOfTime, 'applicationId' | 'time' | 'numProcesses'> {
  processId: string
  /** Where its first minute begins. */
  first: Date
  last: Date
}

/** Processes of an application that were measured since a time, the last first; so also those that have ended. */
export const listUsageOfProcesses = (
  sequelize: Sequelize,
  {
    environmentId,
    applicationId,
    since,
    limit,
  }: { environmentId: string; applicationId: string; since: Date; limit: number },
): Promise<UsageOfProcess[]> =>
  select(sequelize, selectProcesses, [environmentId, since, [applicationId], limit])

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
