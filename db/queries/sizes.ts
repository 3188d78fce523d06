import type { Sequelize } from 'sequelize'
import { deploymentStates } from '../../core/resources/wire-states'
import { select } from '../sql'
import { spanSeconds } from './usage-spans'

const selectLive = `
  SELECT e.id AS "environmentId", e.name AS "environmentName", running.application_id AS "applicationId",
    coalesce(a.name, running.name) AS "applicationName", running.cpu, running.memory_mb AS "memoryMb"
  FROM environments AS e
  JOIN deployments AS d ON d.environment_id = e.id AND d.state = ${deploymentStates.LIVE}
  JOIN environment_versions AS v ON v.id = d.environment_version_id
  CROSS JOIN LATERAL (
    SELECT (application->>'applicationId')::uuid AS application_id, application->>'name' AS name, (application->>'cpu')::double precision AS cpu,
      (application->>'memoryMb')::integer AS memory_mb, (application->>'count')::integer AS count
    FROM jsonb_array_elements(v.applications) AS item (application)
  ) AS running
  LEFT JOIN applications AS a ON a.id = running.application_id
  LEFT JOIN application_overrides AS o ON o.environment_id = e.id AND o.application_id = running.application_id
  WHERE e.team_id = $1 AND e.deleting_at IS NULL AND running.application_id = ANY($2::uuid[])
    AND coalesce(o.num_processes, running.count) > 0
  ORDER BY e.name, e.id`

interface LiveSize {
  environmentId: string
  environmentName: string
  applicationId: string
  applicationName: string
  cpu: number
  memoryMb: number
}

/** What applications ask for in each environment of the team in which processes of them are to run. */
export const listLiveSizes = (
  sequelize: Sequelize,
  { teamId, applicationIds }: { teamId: string; applicationIds: string[] },
): Promise<LiveSize[]> => select(sequelize, selectLive, [teamId, applicationIds])

/** Of an hour that counts as measured, at least half was. */
const leastMinutes = 30

const selectUses = `
  SELECT environment_id AS "environmentId", application_id AS "applicationId", asked_cpu AS cpu, asked_memory_mb AS "memoryMb",
    count(*)::integer AS hours, max(p95_cores)::double precision AS "p95Cores", max(most_cores)::double precision AS "mostCores",
    (sum(throttled * minutes) / sum(minutes) FILTER (WHERE throttled IS NOT NULL))::double precision AS throttled,
    max(most_memory_mb) AS "mostMemoryMb", coalesce(max(memory_kills), 0) AS "memoryKills"
  FROM usage_spans
  WHERE environment_id = ANY($1::uuid[]) AND application_id = ANY($2::uuid[]) AND seconds = ${spanSeconds.hour} AND time >= $3
    AND asked_cpu IS NOT NULL AND minutes >= ${leastMinutes}
  GROUP BY 1, 2, 3, 4`

/** What an application used in hours in which it asked for one size. */
interface UsedAtSize {
  environmentId: string
  applicationId: string
  cpu: number
  memoryMb: number
  hours: number
  p95Cores: number
  mostCores: number
  throttled: number | null
  mostMemoryMb: number | null
  memoryKills: number
}

/** What applications used since a time in environments, by what they asked for then. Of hours that were measured for the most part. */
export const listUsedAtSizes = (
  sequelize: Sequelize,
  {
    environmentIds,
    applicationIds,
    since,
  }: { environmentIds: string[]; applicationIds: string[]; since: Date },
): Promise<UsedAtSize[]> => select(sequelize, selectUses, [environmentIds, applicationIds, since])
