import type { Sequelize } from 'sequelize'
import type { Billed } from '../../core/charges/bill'
import { settingKinds } from '../../core/deployment/deployment-state'
import { deploymentStates, type DeploymentState } from '../../core/resources/wire-states'
import type { EnvironmentStatus } from '../../core/resources/environment'
import type { Environment } from '../models/environment'
import { execute, select } from '../sql'
import { processCounts } from './process-counts'

/** The part of a status, which may be long, that says why an environment is not well. */
export const selectEnvironments = `
  SELECT e.id, e.name, aws_account_id AS "awsAccountId", a.name AS "awsAccountName", status_type AS "statusType",
    status_message AS "statusMessage", e.deleting_at AS "deletingAt", coalesce(counts.healthy, 0) AS "numHealthy", coalesce(counts.wanted, 0) AS count,
    coalesce(cost_per_hour, 0) AS "instancesPerHour", coalesce(num_instances, 0) AS "numInstances",
    coalesce(num_load_balancers, 0) AS "numLoadBalancers",
    CASE WHEN status_type <> 'READY' THEN jsonb_build_object('conditions', coalesce(e.status->'conditions', '[]')) END AS status,
    coalesce(live.applications, '{}') AS applications, last.*
  FROM environments e JOIN aws_accounts a ON a.id = aws_account_id AND a.team_id = $1
  LEFT JOIN (
    SELECT environment_id, sum(num_healthy)::integer AS healthy, sum(num_wanted)::integer AS wanted
    FROM (${processCounts('e.team_id = $1')}) AS of_application GROUP BY environment_id
  ) AS counts ON counts.environment_id = e.id
  LEFT JOIN LATERAL (
    -- Each name by itself: Postgres cannot know how few run, and would scan all applications for each environment.
    SELECT array_agg(name ORDER BY name) FILTER (WHERE name IS NOT NULL) AS applications
    FROM (
      SELECT (SELECT p.name FROM applications p WHERE p.id = (running->>'applicationId')::uuid) AS name
      FROM deployments d
      JOIN environment_versions s ON s.id = d.environment_version_id
      CROSS JOIN jsonb_array_elements(s.versions) AS running
      WHERE d.environment_id = e.id AND d.state = ${deploymentStates.LIVE}
    ) AS named
  ) AS live ON true
  LEFT JOIN LATERAL (
    SELECT d.id AS "deploymentId", d.sequence, d.state, d.stopped_by IS NOT NULL AS "isStopped", d.created_at AS "askedAt",
      coalesce(u.name, i.name) AS "askedBy"
    FROM deployments d
    LEFT JOIN users u ON u.id = d.requested_by
    LEFT JOIN integration_users i ON i.id = d.requested_by
    WHERE d.environment_id = e.id AND d.kind NOT IN (${settingKinds.map((kind) => `'${kind}'`).join(', ')})
    ORDER BY d.sequence DESC LIMIT 1
  ) AS last ON true
  WHERE e.team_id = $1`

export interface ListedEnvironment
  extends
    Billed,
    Pick<
      Environment,
      'id' | 'name' | 'awsAccountId' | 'status' | 'statusType' | 'statusMessage' | 'deletingAt'
    > {
  awsAccountName: string
  numHealthy: number
  /** How many processes it is to run. */
  count: number
  /** Names of those that are live. */
  applications: string[]
  /** Id of the newest deployment; null before there is one. */
  deploymentId: string | null
  sequence: number | null
  state: DeploymentState | null
  isStopped: boolean | null
  askedAt: Date | null
  /** Null where nobody asked, or they are gone. */
  askedBy: string | null
}

/** The environments of a team. */
export const listEnvironments = (sequelize: Sequelize, teamId: string) =>
  select<ListedEnvironment>(sequelize, selectEnvironments, [teamId])

interface EnvironmentRecord {
  status: EnvironmentStatus
  /** Sequence of the newest log line that is kept. */
  newest: number
  /** State for people, if the status answers their last request. */
  shown: Pick<Environment, 'statusType' | 'statusMessage'> | undefined
}

/**
 * Keeps a status. What people see is left alone while they are waiting for a change of theirs to be applied. Where nothing differs, nothing is
 * written: most looks find what was there, and a status is long.
 */
export const recordEnvironment = (
  sequelize: Sequelize,
  id: string,
  { status, newest, shown }: EnvironmentRecord,
) =>
  execute(
    sequelize,
    `UPDATE environments
        SET status = $2::jsonb,
            mirrored_event_sequence = greatest(mirrored_event_sequence, $3),
            status_type = CASE WHEN $4 AND mirrored_revision >= desired_revision THEN $5 ELSE status_type END,
            status_message = CASE WHEN $4 AND mirrored_revision >= desired_revision THEN $6 ELSE status_message END
      WHERE id = $1 AND (
        status IS DISTINCT FROM $2::jsonb OR mirrored_event_sequence < $3
        OR ($4 AND mirrored_revision >= desired_revision AND (status_type, status_message) IS DISTINCT FROM ($5, $6)))`,
    [
      id,
      JSON.stringify(status),
      newest,
      shown !== undefined,
      shown?.statusType ?? null,
      shown?.statusMessage ?? null,
    ],
  )
