import type { Application } from '../../../db/models/application'
import { Environment } from '../../../db/models/environment'
import { byName } from '../answers/sorting'
import {
  readContentsByEnvironment,
  versionsAhead,
  versionsOf,
} from '../environment-contents/environment-contents'

/** Environments in which an application runs, is on its way or is waiting to run, by name. */
export async function findApplicationEnvironments({ id, teamId }: Application): Promise<Environment[]> {
  const environments = await Environment.findAll({ where: { teamId } })
  const contents = await readContentsByEnvironment(environments.map(({ id }) => id))
  return environments
    .filter((environment) => {
      const here = contents.get(environment.id)
      if (!here) return false
      return [versionsOf(here.live), versionsOf(here.deploying ?? []), versionsAhead(here)].some((versions) =>
        versions.has(id),
      )
    })
    .sort(byName)
}
