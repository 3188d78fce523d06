import type { Sequelize } from 'sequelize'
import { settingKinds } from '../../core/deployment/deployment-state'
import { deploymentStates } from '../../core/resources/wire-states'
import { select, selectFirst } from '../sql'

const { QUEUED, DEPLOYING, LIVE, FAILED, RETIRED, AWAITING_APPROVAL } = deploymentStates

/** Runs a statement that removes some of what is to go, and counts. Several may do it at once: each skips what another one is removing. */
const remove = async (sequelize: Sequelize, sql: string, values: unknown[]): Promise<number> =>
  (await selectFirst<{ count: number }>(sequelize, sql, values))?.count ?? 0

/** The newest that is not among the newest `$2`, of each environment. Looked up once, and the rows of each by its index: a planner without figures looks at all there are. */
const olderThanNewest = (table: 'log_messages' | 'deployments') => `
  older AS MATERIALIZED (
    SELECT id, (SELECT sequence FROM ${table} WHERE environment_id = environments.id ORDER BY sequence DESC OFFSET $2 LIMIT 1) AS sequence
    FROM environments)`

const deleteLines = `
  WITH ${olderThanNewest('log_messages')}, gone AS (
    DELETE FROM log_messages WHERE ctid = ANY (ARRAY (
      SELECT found.ctid FROM older CROSS JOIN LATERAL (
        SELECT line.ctid FROM log_messages AS line
        WHERE line.environment_id = older.id AND line.sequence <= older.sequence AND line.created_at < $1
        LIMIT $3 FOR UPDATE SKIP LOCKED) AS found
      LIMIT $3))
    RETURNING 1)
  SELECT count(*)::integer AS count FROM gone`

interface Retention {
  /** Rows younger than this are kept. */
  until: Date
  /** How many of the newest of each environment are kept, however old they are. */
  newest: number
  /** How many are removed at a time. */
  limit: number
}

/** Removes lines of environments' logs. @returns how many */
export const removeLogLines = (sequelize: Sequelize, { until, newest, limit }: Retention): Promise<number> =>
  remove(sequelize, deleteLines, [until, newest, limit])

const deleteDeployments = `
  WITH ${olderThanNewest('deployments')}, gone AS (
    DELETE FROM deployments WHERE id = ANY (ARRAY (
      SELECT found.id FROM older CROSS JOIN LATERAL (
        SELECT old.id FROM deployments AS old
        WHERE old.environment_id = older.id AND old.sequence <= older.sequence
          AND old.state IN (${FAILED}, ${RETIRED}) AND old.finished_at < $1
          AND NOT EXISTS (SELECT 1 FROM deployments AS live
            WHERE live.environment_id = older.id AND live.state = ${LIVE} AND live.sequence < old.sequence)
        LIMIT $3 FOR UPDATE OF old SKIP LOCKED) AS found
      LIMIT $3))
    RETURNING 1)
  SELECT count(*)::integer AS count FROM gone`

/** Removes deployments that ended and were followed by others, never one of which something may still run. @returns how many */
export const removeDeployments = (
  sequelize: Sequelize,
  { until, newest, limit }: Retention,
): Promise<number> => remove(sequelize, deleteDeployments, [until, newest, limit])

const deleteSnapshots = `
  WITH gone AS (
    DELETE FROM environment_versions WHERE id = ANY (ARRAY (
      SELECT snapshot.id FROM environment_versions AS snapshot
      WHERE snapshot.created_at < $1
        AND NOT EXISTS (SELECT 1 FROM deployments WHERE environment_version_id = snapshot.id)
        AND NOT EXISTS (SELECT 1 FROM deployments WHERE restores_version_id = snapshot.id)
      ORDER BY snapshot.created_at LIMIT $2 FOR UPDATE OF snapshot SKIP LOCKED))
    RETURNING 1)
  SELECT count(*)::integer AS count FROM gone`

/** Removes environment versions of which no deployment is left, and to which none goes back. @returns how many */
export const removeSnapshots = (sequelize: Sequelize, until: Date, limit: number): Promise<number> =>
  remove(sequelize, deleteSnapshots, [until, limit])

/** What waits to be sent, and the column that says when it was. */
const outboxes = { mail_messages: 'sent_at', webhook_deliveries: 'delivered_at' } as const

const deleteSettled = (table: keyof typeof outboxes) => `
  WITH gone AS (
    DELETE FROM ${table} WHERE id = ANY (ARRAY (
      SELECT id FROM ${table} WHERE coalesce(${outboxes[table]}, failed_at) < $1
      ORDER BY coalesce(${outboxes[table]}, failed_at) LIMIT $2 FOR UPDATE SKIP LOCKED))
    RETURNING 1)
  SELECT count(*)::integer AS count FROM gone`

/** Removes mails or messages to webhooks that were sent or given up before `until`. @returns how many */
export const removeSettled = (
  sequelize: Sequelize,
  table: keyof typeof outboxes,
  until: Date,
  limit: number,
): Promise<number> => remove(sequelize, deleteSettled(table), [until, limit])

/** The applications of one team that have a version from before a time. */
interface TeamWithOldVersions {
  teamId: string
  applicationIds: string[]
}

const selectOldVersions = `
  SELECT application.team_id AS "teamId", array_agg(DISTINCT application.id) AS "applicationIds"
  FROM application_versions AS version JOIN applications AS application ON application.id = version.application_id
  WHERE version.created_at < $1 GROUP BY application.team_id`

export const listTeamsWithOldVersions = (sequelize: Sequelize, until: Date) =>
  select<TeamWithOldVersions>(sequelize, selectOldVersions, [until])

const selectNeeded = `
  WITH environment AS (SELECT id FROM environments WHERE team_id = $1), asked AS (
    SELECT environment_version_id, changes FROM deployments JOIN environment ON environment.id = environment_id
    WHERE state IN (${QUEUED}, ${DEPLOYING}, ${LIVE}, ${AWAITING_APPROVAL})
  ), served AS (
    SELECT latest.environment_version_id FROM environment CROSS JOIN LATERAL (
      SELECT environment_version_id FROM deployments
      WHERE environment_id = environment.id AND state IN (${LIVE}, ${RETIRED})
        AND kind NOT IN (${settingKinds.map((kind) => `'${kind}'`).join(', ')})
      ORDER BY sequence DESC LIMIT $2
    ) AS latest
  )
  SELECT version->>'versionId' AS id
  FROM environment_versions AS snapshot CROSS JOIN LATERAL jsonb_array_elements(snapshot.versions) AS item(version)
  WHERE snapshot.id IN (SELECT environment_version_id FROM asked UNION SELECT environment_version_id FROM served)
  UNION
  SELECT change->>'versionId' FROM asked CROSS JOIN LATERAL jsonb_array_elements(changes) AS item(change)
  WHERE change->>'versionId' IS NOT NULL`

/**
 * Ids of the application versions that a team still needs: they run, are on their way or asked for, or are in the `newest` last things that an
 * environment ran, to which people may revert.
 */
export async function listNeededVersions(
  sequelize: Sequelize,
  teamId: string,
  newest: number,
): Promise<string[]> {
  const rows = await select<{ id: string }>(sequelize, selectNeeded, [teamId, newest])
  return rows.map(({ id }) => id)
}
