import type { Sequelize } from 'sequelize'
import type { ApplicationVersion } from '../models/application-version'
import { select } from '../sql'

const selectNames = 'SELECT id, name FROM applications WHERE team_id = $1'

/** The applications of a team. */
export const listApplicationNames = (sequelize: Sequelize, teamId: string) =>
  select<{ id: string; name: string }>(sequelize, selectNames, [teamId])

type Version = Pick<ApplicationVersion, 'id' | 'name' | 'dockerTag' | 'createdAt' | 'autoDeploy'>

const selectVersions = `
  SELECT v.id, v.name, v.docker_tag AS "dockerTag", v.created_at AS "createdAt", v.auto_deploy AS "autoDeploy"
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
