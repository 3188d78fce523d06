import { byName } from '../../../core/sorting'
import { select } from '../../../db/select'
import type { HumanActor } from '../actor'
import type { ApplicationList } from './application-views'
import type { Dependencies } from '../dependencies'

type Row = ApplicationList['applications'][number]

/** The team's applications, by name. */
export async function listApplications(
  { sequelize }: Dependencies,
  { teamId }: HumanActor,
): Promise<ApplicationList> {
  const applications = await select<Row>(sequelize, 'SELECT id, name FROM applications WHERE team_id = $1', [
    teamId,
  ])
  return { applications: applications.sort(byName) }
}
