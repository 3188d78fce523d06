import { byName } from '../../../core/sorting'
import { Application } from '../../../db/models/application'
import type { HumanActor } from '../actor'
import type { ApplicationList } from './application-views'
import type { Dependencies } from '../dependencies'

/** The team's applications, by name. */
export async function listApplications(
  _dependencies: Dependencies,
  { teamId }: HumanActor,
): Promise<ApplicationList> {
  const applications = await Application.findAll({ attributes: ['id', 'name'], where: { teamId }, raw: true })
  return { applications: applications.sort(byName).map(({ id, name }) => ({ id, name })) }
}
