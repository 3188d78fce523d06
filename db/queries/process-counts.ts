import type { Sequelize } from 'sequelize'
import { deploymentStates } from '../../core/resources/wire-states'
import { select } from '../sql'

const { DEPLOYING, LIVE } = deploymentStates

interface ProcessCount {
  applicationId: string
  /** None while the environment sleeps; what it is scaled to, or else by the deployment under way, or the live one, and the overrides. */
  count: number
  /** Of those; a spare counts for none. */
  numHealthy: number
  /** Whether one of its processes is in a crash loop. */
  isUnstable: boolean
}

/**
 * How many processes of each application are to run in environments and how many of them are healthy: whatever says so reads it here, so that
 * no list contradicts another.
 *
 * @param where of the environments `e`
 */
export const processCounts = (where: string): string => `
  SELECT e.id AS environment_id, wanted.application_id, wanted.number AS num_wanted,
    least(wanted.number, coalesce((e.healthy_by_application->>wanted.application_id::text)::integer, 0)) AS num_healthy,
    coalesce(e.unstable_applications @> to_jsonb(wanted.application_id::text), false) AS is_unstable
  FROM environments e
  CROSS JOIN LATERAL (
    SELECT environment_version_id FROM deployments
    WHERE environment_id = e.id AND state IN (${DEPLOYING}, ${LIVE}) ORDER BY state = ${DEPLOYING} DESC LIMIT 1
  ) AS d
  JOIN environment_versions s ON s.id = d.environment_version_id
  CROSS JOIN LATERAL (
    SELECT (running->>'applicationId')::uuid AS application_id,
      CASE WHEN e.is_asleep THEN 0
        ELSE coalesce((e.scaled_by_application->>(running->>'applicationId'))::integer, o.num_processes, (running->>'count')::integer)
      END AS number
    FROM jsonb_array_elements(s.versions) AS running
    LEFT JOIN application_overrides o ON o.environment_id = e.id AND o.application_id = (running->>'applicationId')::uuid
  ) AS wanted
  WHERE ${where}`

const selectCounts = `
  SELECT application_id AS "applicationId", num_wanted AS count, num_healthy AS "numHealthy", is_unstable AS "isUnstable"
  FROM (${processCounts('e.id = $1')}) AS counts`

/** Of one environment, by application, in no order. */
export const listProcessCounts = (sequelize: Sequelize, environmentId: string) =>
  select<ProcessCount>(sequelize, selectCounts, [environmentId])
