import type { Sequelize } from 'sequelize'
import type { RequestSpan } from '../../core/environment/request-metrics'
import { execute, select, selectFirst } from '../sql'

/** AWS may tell more of a time later on. Not of an environment that is gone. */
const insertSpans = `
  INSERT INTO request_spans AS span (environment_id, application_id, target_group, time, requests, errors, p50_ms, p99_ms)
  SELECT row."environmentId", row."applicationId", row."targetGroup", to_timestamp(row.epoch / 1000), row.requests, row.errors,
    row."p50Ms", row."p99Ms"
  FROM jsonb_to_recordset($1::jsonb) AS row ("environmentId" uuid, "applicationId" uuid, "targetGroup" text, epoch double precision,
    requests double precision, errors double precision, "p50Ms" real, "p99Ms" real)
  JOIN environments ON environments.id = row."environmentId"
  ON CONFLICT (environment_id, time, application_id, target_group) DO UPDATE SET
    requests = excluded.requests, errors = excluded.errors, p50_ms = excluded.p50_ms, p99_ms = excluded.p99_ms
  WHERE (span.requests, span.errors, span.p50_ms, span.p99_ms)
    IS DISTINCT FROM (excluded.requests, excluded.errors, excluded.p50_ms, excluded.p99_ms)`

/** Keeps what CloudWatch told, as one statement. Each time of a target group is there once. */
export const keepRequests = (sequelize: Sequelize, spans: readonly RequestSpan[]): Promise<void> =>
  execute(sequelize, insertSpans, [JSON.stringify(spans)])

/** The median of a longer time is about the mean of its parts, weighed by requests; its 99th percentile is at most the highest of theirs. */
const selectRequests = `
  SELECT application_id::text AS "applicationId", date_bin(make_interval(secs => $4), time, 'epoch') AS time,
    sum(requests) AS requests, sum(errors) AS errors,
    (sum(p50_ms * requests) FILTER (WHERE p50_ms IS NOT NULL) / nullif(sum(requests) FILTER (WHERE p50_ms IS NOT NULL), 0))::double precision AS "p50Ms",
    max(p99_ms)::double precision AS "p99Ms"
  FROM request_spans
  WHERE environment_id = $1 AND time >= $2 AND application_id = ANY($3::text[]::uuid[])
  GROUP BY 1, 2 ORDER BY 1, 2`

/** What went to an application in a time, through all its target groups. */
export interface RequestsOfTime {
  applicationId: string
  /** Its beginning. */
  time: Date
  requests: number
  errors: number
  /** Null where no target answered; so of the other. */
  p50Ms: number | null
  p99Ms: number | null
}

/** What went to applications of an environment since a time, by so many seconds, oldest first. */
export const listRequests = (
  sequelize: Sequelize,
  wanted: { environmentId: string; applicationIds: string[]; since: Date; seconds: number },
): Promise<RequestsOfTime[]> =>
  select(sequelize, selectRequests, [
    ...[wanted.environmentId, wanted.since, wanted.applicationIds, wanted.seconds],
  ])

const deleteSpans = `
  WITH gone AS (
    DELETE FROM request_spans WHERE ctid = ANY (ARRAY (
      SELECT ctid FROM request_spans WHERE time < $1 ORDER BY time LIMIT $2 FOR UPDATE SKIP LOCKED))
    RETURNING 1)
  SELECT count(*)::integer AS count FROM gone`

/** Removes what is from before a time. @returns how many rows */
export const removeRequests = async (sequelize: Sequelize, until: Date, limit: number): Promise<number> =>
  (await selectFirst<{ count: number }>(sequelize, deleteSpans, [until, limit]))?.count ?? 0
