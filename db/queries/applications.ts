import type { Sequelize } from 'sequelize'
import { deploymentStates, type DeploymentState } from '../../core/resources/wire-states'
import type { ApplicationVersion } from '../models/application-version'
import { select } from '../sql'
import { processCounts } from './process-counts'

/** `$1` is the team. */
export const selectApplications = `
  SELECT a.id, a.name, coalesce(live.places, '[]') AS live, newest.*, last.*
  FROM applications a
  LEFT JOIN (
    SELECT (running->>'applicationId')::uuid AS application_id, jsonb_agg(jsonb_build_object(
      'environmentId', e.id, 'environmentName', e.name, 'versionName', coalesce(
        -- Each name by itself: Postgres cannot know how few run, and would read the versions of everybody.
        (SELECT v.name FROM application_versions v WHERE v.id = (running->>'versionId')::uuid), running->>'versionName'),
      'numHealthy', coalesce(counts.num_healthy, 0), 'numWanted', coalesce(counts.num_wanted, 0),
      'isUnstable', coalesce(counts.is_unstable, false)
    )) AS places
    FROM environments e
    JOIN deployments d ON d.environment_id = e.id AND d.state = ${deploymentStates.LIVE}
    JOIN environment_versions s ON s.id = d.environment_version_id
    CROSS JOIN jsonb_array_elements(s.versions) AS running
    LEFT JOIN (${processCounts('e.team_id = $1')}) AS counts
      ON counts.environment_id = e.id AND counts.application_id = (running->>'applicationId')::uuid
    WHERE e.team_id = $1 GROUP BY 1
  ) AS live ON live.application_id = a.id
  LEFT JOIN LATERAL (
    SELECT v.name AS "newestVersionName", v.created_at AS "newestVersionAt" FROM application_versions v
    WHERE v.application_id = a.id ORDER BY v.created_at DESC, v.id LIMIT 1
  ) AS newest ON true
  LEFT JOIN LATERAL (
    SELECT d.id AS "deploymentId", d.environment_id AS "environmentId", d.sequence, d.state, d.stopped_by IS NOT NULL AS "isStopped",
      d.created_at AS "askedAt",
      NOT jsonb_path_exists(d.changes, '$[*] ? (@.applicationId == $id && @.type != "remove")', jsonb_build_object('id', a.id)) AS "isRemoval"
    FROM application_deployments listed JOIN deployments d ON d.id = listed.deployment_id
    WHERE listed.application_id = a.id ORDER BY listed.created_at DESC, d.sequence DESC LIMIT 1
  ) AS last ON true
  WHERE a.team_id = $1`

export interface ListedApplication {
  id: string
  name: string
  /** Environments in which the application is live. */
  live: {
    environmentId: string
    environmentName: string
    versionName: string
    numHealthy: number
    numWanted: number
    isUnstable: boolean
  }[]
  /** Name of the newest version; null for an application without versions. */
  newestVersionName: string | null
  newestVersionAt: Date | null
  /** Id of the last deployment that changed the application; null for one that was never deployed. */
  deploymentId: string | null
  environmentId: string | null
  sequence: number | null
  state: DeploymentState | null
  isStopped: boolean | null
  askedAt: Date | null
  isRemoval: boolean | null
}

/** The applications of a team. */
export const listApplications = (sequelize: Sequelize, teamId: string) =>
  select<ListedApplication>(sequelize, selectApplications, [teamId])

type Version = Pick<
  ApplicationVersion,
  'id' | 'name' | 'dockerTag' | 'createdAt' | 'autoDeploy' | 'sourceUrl'
>

const selectVersions = `
  SELECT v.id, v.name, v.docker_tag AS "dockerTag", v.created_at AS "createdAt", v.auto_deploy AS "autoDeploy",
    v.source_url AS "sourceUrl"
  FROM applications a LEFT JOIN application_versions v ON v.application_id = a.id
  WHERE a.id = $1 AND a.team_id = $2`

/** The versions of an application; undefined when the team has no such application. */
export async function listVersions(
  sequelize: Sequelize,
  applicationId: string,
  teamId: string,
): Promise<Version[] | undefined> {
  // A row without an id stands for an application that has no version.
  const rows = await select<Version | { id: null }>(sequelize, selectVersions, [applicationId, teamId])
  return rows.length === 0 ? undefined : rows.filter((row): row is Version => row.id !== null)
}
