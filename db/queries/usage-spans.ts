import type { Sequelize } from 'sequelize'
import { hourMilliseconds } from '../../core/time/durations'
import { deploymentStates } from '../../core/resources/wire-states'
import { nilUuid } from '../../core/text/uuid'
import { select, selectFirst } from '../sql'

/** Seconds of what is kept of minutes: a quarter hour, and an hour. */
export const spanSeconds = { quarter: 900, hour: 3600 } as const
export type SpanSeconds = (typeof spanSeconds)[keyof typeof spanSeconds]

/** Minutes are taken up to two hours late: whatever has been rolled up so far is from before that. */
const lateHours = 3
/** Environments of one statement. */
const environmentsAtOnce = 50

/** SQL of what entries of processes make together. */
const figures = `
  count(DISTINCT process.process_id)::integer AS num_processes, count(*)::integer AS minutes, avg(process.cores)::real AS cores,
  percentile_disc(0.95) WITHIN GROUP (ORDER BY process.cores) AS p95_cores, max(process.most_cores) AS most_cores,
  avg(process.throttled)::real AS throttled, avg(process.memory_mb)::real AS memory_mb,
  percentile_disc(0.95) WITHIN GROUP (ORDER BY process.memory_mb) AS p95_memory_mb, max(process.most_memory_mb) AS most_memory_mb`

/** SQL of an entry for each process of a minute. */
export const processesOf = (minute: string) => `
  unnest(${minute}.process_ids, ${minute}.application_ids, ${minute}.cores, ${minute}.most_cores, ${minute}.throttled, ${minute}.memory_mb,
    ${minute}.most_memory_mb)
    AS process (process_id, application_id, cores, most_cores, throttled, memory_mb, most_memory_mb)`

const columns = [
  ...['num_processes', 'minutes', 'cores', 'p95_cores', 'most_cores', 'throttled'],
  ...['memory_mb', 'p95_memory_mb', 'most_memory_mb'],
]
/** Of the live version; what was live first counts, so that the hours before a change stay those of before. */
const sizeColumns = ['asked_cpu', 'asked_memory_mb', 'memory_kills']
const rowOf = (name: string) => `(${columns.map((column) => `${name}.${column}`).join(', ')})`

/** So many fit; an agent may say anything. */
const mostKills = 1_000_000
/** The most of a span: of its own size alone, as those of another are not its. */
const killsSeen = `CASE
        WHEN (span.asked_cpu, span.asked_memory_mb) IS DISTINCT FROM (excluded.asked_cpu, excluded.asked_memory_mb) THEN span.memory_kills
        ELSE greatest(span.memory_kills, excluded.memory_kills) END`

/**
 * Of the next environments by id. Each span is worked out of its minutes anew, so it is the same however often that is done. Of
 * applications that are live alone: what an agent says of others is kept nowhere.
 */
const rollUp = `
  WITH batch AS (
    SELECT e.id, greatest($2::timestamptz, (SELECT max(time) FROM usage_spans AS s
      WHERE s.environment_id = e.id AND s.seconds = ${spanSeconds.hour}) - interval '${lateHours} hours') AS since
    FROM environments AS e WHERE e.id > $1 ORDER BY e.id LIMIT ${environmentsAtOnce}
  ), live AS (
    SELECT DISTINCT ON (environment_id, application_id) batch.id AS environment_id, application->>'applicationId' AS application_id,
      (application->>'cpu')::double precision AS asked_cpu, (application->>'memoryMb')::integer AS asked_memory_mb
    FROM batch
    JOIN deployments AS d ON d.environment_id = batch.id AND d.state = ${deploymentStates.LIVE}
    JOIN environment_versions AS v ON v.id = d.environment_version_id
    CROSS JOIN LATERAL jsonb_array_elements(v.applications) AS item (application)
  ), kills AS (
    SELECT batch.id AS environment_id, process->>'applicationId' AS application_id,
      least(sum(coalesce((process->>'memoryKills')::numeric, 0) + coalesce((process->>'memoryEnds')::numeric, 0)), ${mostKills})::integer
        AS memory_kills
    FROM batch
    JOIN environments AS e ON e.id = batch.id
    CROSS JOIN LATERAL jsonb_path_query(e.status, '$.processes[*] ? ((@.memoryKills > 0 || @.memoryEnds > 0) && @.phase != "Draining" && @.phase != "Stopping")')
      AS item (process)
    GROUP BY 1, 2
  ), kept AS (
    INSERT INTO usage_spans AS span (environment_id, application_id, time, seconds, ${[...columns, ...sizeColumns].join(', ')})
    SELECT batch.id, live.application_id::uuid, date_bin(make_interval(secs => length.seconds), m.minute, 'epoch') AS time, length.seconds,
      ${figures}, live.asked_cpu, live.asked_memory_mb, coalesce(kills.memory_kills, 0)
    FROM batch
    JOIN usage_minutes AS m ON m.environment_id = batch.id AND m.minute >= batch.since
    CROSS JOIN LATERAL ${processesOf('m')}
    JOIN live ON live.environment_id = batch.id AND live.application_id = process.application_id
    LEFT JOIN kills ON kills.environment_id = batch.id AND kills.application_id = live.application_id
    CROSS JOIN (VALUES (${spanSeconds.quarter}), (${spanSeconds.hour})) AS length (seconds)
    GROUP BY batch.id, live.application_id, time, length.seconds, live.asked_cpu, live.asked_memory_mb, kills.memory_kills
    ORDER BY batch.id, length.seconds, time, live.application_id
    ON CONFLICT (environment_id, seconds, time, application_id) DO UPDATE SET
      ${columns.map((column) => `${column} = excluded.${column}`).join(', ')},
      asked_cpu = coalesce(span.asked_cpu, excluded.asked_cpu), asked_memory_mb = coalesce(span.asked_memory_mb, excluded.asked_memory_mb),
      memory_kills = ${killsSeen}
    WHERE ${rowOf('span')} IS DISTINCT FROM ${rowOf('excluded')} OR span.asked_cpu IS NULL OR span.memory_kills IS DISTINCT FROM ${killsSeen}
    RETURNING 1)
  SELECT (SELECT id FROM batch ORDER BY id DESC LIMIT 1) AS last, (SELECT count(*)::integer FROM batch) AS environments,
    (SELECT count(*)::integer FROM kept) AS written`

/**
 * Keeps quarter hours and hours of the minutes that are kept, for all environments.
 *
 * @param since no hour that began before it: of that one, minutes may be gone
 * @returns how many spans are new or differ from what was kept
 */
export async function rollUpUsage(sequelize: Sequelize, since: Date): Promise<number> {
  const firstHour = new Date(Math.ceil(since.getTime() / hourMilliseconds) * hourMilliseconds)
  let last = nilUuid
  let total = 0
  for (;;) {
    const batch: { last: string | null; environments: number; written: number } | undefined =
      await selectFirst(sequelize, rollUp, [last, firstHour])
    total += batch?.written ?? 0
    if (!batch || batch.environments < environmentsAtOnce) return total
    last = batch.last ?? last
  }
}

const deleteSpans = `
  WITH gone AS (
    DELETE FROM usage_spans WHERE ctid = ANY (ARRAY (
      SELECT ctid FROM usage_spans WHERE seconds = $1 AND time < $2 ORDER BY time LIMIT $3 FOR UPDATE SKIP LOCKED))
    RETURNING 1)
  SELECT count(*)::integer AS count FROM gone`

/** Removes spans of a length from before a time. @returns how many */
export const removeSpans = async (
  sequelize: Sequelize,
  { seconds, until }: { seconds: SpanSeconds; until: Date },
  limit: number,
): Promise<number> =>
  (await selectFirst<{ count: number }>(sequelize, deleteSpans, [seconds, until, limit]))?.count ?? 0

/** What the processes of an application used in a time that minutes or spans make up. */
export interface UsageOfTime {
  applicationId: string
  /** Its beginning. */
  time: Date
  /** The most processes of one of them. */
  numProcesses: number
  cores: number
  mostCores: number
  /** Null where nobody could tell; so of memory. */
  throttled: number | null
  memoryMb: number | null
  mostMemoryMb: number | null
}

const selectLast = 'SELECT max(time) AS time FROM usage_spans WHERE environment_id = $1 AND seconds = $2'

/**
 * Spans of a length from before a time, and after it what the minutes make of those that are not rolled up, or not wholly. The time is
 * a parameter: joined to it, all minutes of all environments would be read.
 */
const spansOf = `
  SELECT application_id::text, time, ${columns.join(', ')} FROM usage_spans
  WHERE environment_id = $1 AND seconds = $4 AND time >= $2 AND time < $6 AND application_id = ANY($3::text[]::uuid[])
  UNION ALL
  SELECT process.application_id, date_bin(make_interval(secs => $4), m.minute, 'epoch') AS time, ${figures}
  FROM usage_minutes AS m CROSS JOIN LATERAL ${processesOf('m')}
  WHERE m.environment_id = $1 AND m.minute >= $6 AND m.application_ids && $3::text[] AND process.application_id = ANY($3::text[])
  GROUP BY 1, 2`

const selectSpans = `
  SELECT application_id AS "applicationId", date_bin(make_interval(secs => $5), time, 'epoch') AS time,
    max(num_processes) AS "numProcesses", sum(cores * minutes) / sum(minutes)::double precision AS cores, max(most_cores)::double precision AS "mostCores",
    (sum(throttled * minutes) / sum(minutes) FILTER (WHERE throttled IS NOT NULL))::double precision AS throttled,
    (sum(memory_mb * minutes) / sum(minutes) FILTER (WHERE memory_mb IS NOT NULL))::double precision AS "memoryMb",
    max(most_memory_mb) AS "mostMemoryMb"
  FROM (${spansOf}) AS spans
  GROUP BY 1, 2 ORDER BY 1, 2`

interface SpansWanted {
  environmentId: string
  applicationIds: string[]
  since: Date
  /** Whole spans. */
  seconds: number
  /** The length of the spans that are read. */
  of: SpanSeconds
}

/** What applications of an environment used since a time, by so many seconds, oldest first. */
export async function listUsageBySpans(
  sequelize: Sequelize,
  { environmentId, applicationIds, since, seconds, of }: SpansWanted,
): Promise<UsageOfTime[]> {
  const last = await selectFirst<{ time: Date | null }>(sequelize, selectLast, [environmentId, of])
  const rolledUp = new Date(Math.max(since.getTime(), last?.time?.getTime() ?? 0))
  return select(sequelize, selectSpans, [environmentId, since, applicationIds, of, seconds, rolledUp])
}

/** What the processes of an application used in some hours or parts of them, beside its most. */
interface UsageSummary {
  applicationId: string
  /** The mean of one process. */
  cores: number
  /** What 95 of 100 minutes do not exceed; of several spans the highest of theirs. So of memory. */
  p95Cores: number
  mostCores: number
  throttled: number | null
  memoryMb: number | null
  p95MemoryMb: number | null
  mostMemoryMb: number | null
}

const selectSummary = `
  SELECT application_id::text AS "applicationId", (sum(cores * minutes) / sum(minutes))::double precision AS cores,
    max(p95_cores)::double precision AS "p95Cores", max(most_cores)::double precision AS "mostCores",
    (sum(throttled * minutes) / sum(minutes) FILTER (WHERE throttled IS NOT NULL))::double precision AS throttled,
    (sum(memory_mb * minutes) / sum(minutes) FILTER (WHERE memory_mb IS NOT NULL))::double precision AS "memoryMb",
    max(p95_memory_mb) AS "p95MemoryMb", max(most_memory_mb) AS "mostMemoryMb"`

const selectMinutes = `
  ${selectSummary} FROM (
    SELECT process.application_id, ${figures}
    FROM usage_minutes AS m CROSS JOIN LATERAL ${processesOf('m')}
    WHERE m.environment_id = $1 AND m.minute >= $2 AND m.minute + interval '1 minute' <= $3
    GROUP BY process.application_id
  ) AS summed GROUP BY application_id`

const selectQuarters = `
  ${selectSummary} FROM usage_spans
  WHERE environment_id = $1 AND seconds = ${spanSeconds.quarter} AND time >= $2 AND time + interval '15 minutes' <= $3
  GROUP BY application_id`

interface TimeOfEnvironment {
  environmentId: string
  from: Date
  until: Date
}

/** What each application used in a time, by its whole minutes; once those are not kept any more, by its whole quarter hours. */
export async function summarizeUsage(
  sequelize: Sequelize,
  { environmentId, from, until }: TimeOfEnvironment,
): Promise<UsageSummary[]> {
  const values = [environmentId, from, until]
  const minutes = await select<UsageSummary>(sequelize, selectMinutes, values)
  return minutes.length > 0 ? minutes : select<UsageSummary>(sequelize, selectQuarters, values)
}
