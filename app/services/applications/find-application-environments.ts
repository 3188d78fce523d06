import type { Application } from '../../../db/models/application'
import { findEnvironments, type EnvironmentWith } from '../../../db/find-environments'
import { byName } from '../answers/lists'
import {
  readContentsByEnvironment,
  versionsAhead,
  versionsOf,
} from '../environment-contents/environment-contents'

/** Environments in which an application runs, is on its way or is waiting to run, by name. */
export async function findApplicationEnvironments({ id, teamId }: Application): Promise<EnvironmentWith[]> {
  const environments = await findEnvironments({ teamId })
  const contents = await readContentsByEnvironment(
    environments.map(({ id }) => id),
    id,
  )
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
