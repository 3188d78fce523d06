import { z } from 'zod'
import { listApplicationNames } from '../../../db/queries/applications'
import type { HumanActor } from '../actor/actor'
import { pageOf, type Page, type PageRequest } from '../answers/pages'
import { byName } from '../answers/sorting'
import type { Dependencies } from '../dependencies'
import type { ApplicationList } from './application-views'

type Row = ApplicationList['applications'][number]

const keySchema = z.object({ name: z.string() })

/** The team's applications, by name, a part at a time. @throws DomainError `invalid` for a cursor of another list */
export async function listApplications(
  { sequelize }: Dependencies,
  { teamId }: HumanActor,
  page: PageRequest = {},
): Promise<ApplicationList & Omit<Page<Row>, 'rows'>> {
  const applications = await listApplicationNames(sequelize, teamId)
  const { rows, ...rest } = pageOf(applications.sort(byName), page, byName, keySchema)
  return { applications: rows, ...rest }
}
