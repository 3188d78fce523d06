import type { Sequelize } from 'sequelize'
import { warningMinutes, type SettingsOf } from '../../core/application/run-settings'
import { deploymentStates } from '../../core/resources/wire-states'
import { nilUuid } from '../../core/text/uuid'
import { execute, select } from '../sql'
import { processesOf } from './usage-spans'

/** Environments of one statement. */
const environmentsAtOnce = 50
/** Of fewer requests, one that failed would be news. */
const leastRequests = 20

/** What an application that is live used in an environment, where that may be worth a warning. */
export interface UseToJudge {
  environmentId: string
  applicationId: string
  /** What each of its processes asks for. */
  cpu: number
  memoryMb: number
  warnings: SettingsOf<'warnings'> | null
  /** The highest of its processes: memory that one had in each of the minutes. Null where nobody can tell, or no threshold is set. */
  leastMemoryMb: number | null
  /** The highest of its processes: share of the minutes in which the limit of CPU held it back. Null as above. */
  throttled: number | null
  /** Share of its requests that its processes answered with 5xx. Null where nobody can tell, or there were too few. */
  failed: number | null
  /** Requests of which that is a share. */
  requests: number
  /** When something of it was last killed because memory ran out; null for not lately. */
  killedEpoch: number | null
  /** How much was, of the processes that there are. */
  kills: number
}

const isThresholdSet = `
  (application #>> '{warnings,memoryPercent}')::integer > 0 OR (application #>> '{warnings,throttledPercent}')::integer > 0`

/**
 * Of the next environments by id. Minutes of environments without a threshold are not read. A process that does not have all the minutes since
 * the deployment became live is not judged: another size may have been its limit.
 */
const selectUse = `
  WITH batch AS (
    SELECT id FROM environments WHERE id > $1 ORDER BY id LIMIT ${environmentsAtOnce}
  ), live AS (
    SELECT DISTINCT ON (environment_id, application_id) batch.id AS environment_id, application->>'applicationId' AS application_id,
      (application->>'cpu')::double precision AS cpu, (application->>'memoryMb')::integer AS memory_mb,
      application->'warnings' AS warnings, coalesce(${isThresholdSet}, false) AS has_threshold, d.finished_at AS since
    FROM batch
    JOIN environments AS e ON e.id = batch.id AND e.deleting_at IS NULL
    JOIN deployments AS d ON d.environment_id = batch.id AND d.state = ${deploymentStates.LIVE}
    JOIN environment_versions AS v ON v.id = d.environment_version_id
    CROSS JOIN LATERAL jsonb_array_elements(v.applications) AS item (application)
  ), measured AS (
    SELECT watched.environment_id, process.application_id,
      CASE WHEN count(process.memory_mb) >= ${warningMinutes} THEN min(process.memory_mb) END AS memory_mb,
      CASE WHEN count(process.throttled) >= ${warningMinutes} THEN avg(process.throttled)::double precision END AS throttled
    FROM (SELECT environment_id, max(since) AS since FROM live WHERE has_threshold GROUP BY environment_id) AS watched
    JOIN usage_minutes AS m ON m.environment_id = watched.environment_id AND m.minute >= greatest($2, watched.since) AND m.minute < $3
    CROSS JOIN LATERAL ${processesOf('m')}
    GROUP BY watched.environment_id, process.application_id, process.process_id
  ), used AS MATERIALIZED (
    SELECT environment_id, application_id, max(memory_mb) AS memory_mb, max(throttled) AS throttled FROM measured
    GROUP BY environment_id, application_id
  ), answered AS (
    SELECT live.environment_id, live.application_id, span.failed, span.requests
    FROM live
    CROSS JOIN LATERAL (
      SELECT sum(errors) / sum(requests) AS failed, sum(requests) AS requests
      FROM request_spans AS s
      WHERE s.environment_id = live.environment_id AND s.application_id = live.application_id::uuid AND s.time >= greatest($5, live.since)
      HAVING sum(requests) >= ${leastRequests}
    ) AS span
    WHERE (live.warnings->>'errorPercent')::integer > 0
  ), killed AS (
    SELECT batch.id AS environment_id, process->>'applicationId' AS application_id, max((process->>'memoryEpoch')::double precision) AS epoch,
      sum(coalesce((process->>'memoryKills')::double precision, 0) + coalesce((process->>'memoryEnds')::double precision, 0)) AS kills
    FROM batch
    JOIN environments AS e ON e.id = batch.id
    CROSS JOIN LATERAL jsonb_path_query(e.status, '$.processes[*] ? (@.memoryEpoch > 0 && @.phase != "Draining" && @.phase != "Stopping")')
      AS item (process)
    GROUP BY 1, 2
  )
  SELECT batch.id AS "environmentId", live.application_id AS "applicationId", live.cpu, live.memory_mb AS "memoryMb", live.warnings,
    used.memory_mb AS "leastMemoryMb", used.throttled, answered.failed, coalesce(answered.requests, 0) AS requests, killed.epoch AS "killedEpoch", coalesce(killed.kills, 0) AS kills
  FROM batch
  LEFT JOIN (
    live
    LEFT JOIN used ON live.has_threshold AND used.environment_id = live.environment_id AND used.application_id = live.application_id
    LEFT JOIN answered ON answered.environment_id = live.environment_id AND answered.application_id = live.application_id
    LEFT JOIN killed ON killed.environment_id = live.environment_id AND killed.application_id = live.application_id AND killed.epoch > $4
  ) ON live.environment_id = batch.id AND coalesce(used.application_id, answered.application_id, killed.application_id) IS NOT NULL
  ORDER BY batch.id, live.application_id`

interface Window {
  /** Minutes that begin from here, and before there. */
  from: Date
  until: Date
  /** Requests before are not read. */
  requestsFrom: Date
  /** What was killed before is not read. */
  killedSince: Date
}

type Row = { [Name in keyof UseToJudge]: Name extends 'environmentId' ? string : UseToJudge[Name] | null }

/** Use of all environments that may be worth a warning, some environments at a time. */
export async function* readUseToJudge(
  sequelize: Sequelize,
  { from, until, requestsFrom, killedSince }: Window,
): AsyncGenerator<UseToJudge[]> {
  let last = nilUuid
  for (;;) {
    const rows: Row[] = await select<Row>(sequelize, selectUse, [
      ...[last, from, until, killedSince.getTime(), requestsFrom],
    ])
    yield rows.filter((row): row is UseToJudge => row.applicationId !== null)
    if (new Set(rows.map(({ environmentId }) => environmentId)).size < environmentsAtOnce) return
    last = rows.at(-1)?.environmentId ?? last
  }
}

/** Of what people were warned in an environment. */
export interface KnownWarning {
  applicationId: string
  kind: string
  toldEpoch: number
  /** When it was last so. */
  lastEpoch: number
}

const selectKnown = `
  SELECT application_id AS "applicationId", kind, round(extract(epoch FROM told_at) * 1000)::double precision AS "toldEpoch",
    round(extract(epoch FROM last_at) * 1000)::double precision AS "lastEpoch"
  FROM usage_warnings WHERE environment_id = $1`

export const listWarnings = (sequelize: Sequelize, environmentId: string): Promise<KnownWarning[]> =>
  select(sequelize, selectKnown, [environmentId])

const upsertWarnings = `
  INSERT INTO usage_warnings (environment_id, application_id, kind, told_at, last_at)
  SELECT $1, row."applicationId", row.kind, to_timestamp(row."toldEpoch" / 1000), to_timestamp(row."lastEpoch" / 1000)
  FROM jsonb_to_recordset($2::jsonb) AS row ("applicationId" uuid, kind text, "toldEpoch" double precision, "lastEpoch" double precision)
  ON CONFLICT (environment_id, kind, application_id) DO UPDATE SET told_at = excluded.told_at, last_at = excluded.last_at`

const deleteWarnings = `DELETE FROM usage_warnings WHERE environment_id = $1 AND last_at < $2`

/** Keeps warnings of an environment as they are now, and removes those of what was not so since a time. */
export async function keepWarnings(
  sequelize: Sequelize,
  environmentId: string,
  { warnings, since }: { warnings: readonly KnownWarning[]; since: Date },
): Promise<void> {
  await execute(sequelize, deleteWarnings, [environmentId, since])
  await execute(sequelize, upsertWarnings, [environmentId, JSON.stringify(warnings)])
}
