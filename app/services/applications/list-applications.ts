import { z } from 'zod'
import {
  listApplications as readApplications,
  type ListedApplication,
} from '../../../db/queries/applications'
import type { HumanActor } from '../actor/actor'
import { pageOf, type Page, type PageRequest } from '../answers/pages'
import { byEnvironmentName, byName, namedLike } from '../answers/lists'
import type { Dependencies } from '../dependencies'
import type { ApplicationList } from './application-views'

type Row = ApplicationList['applications'][number]

const keySchema = z.object({ name: z.string(), health: z.int() })
type Key = z.infer<typeof keySchema>

const byHealth = (one: Key, other: Key): number => one.health - other.health || byName(one, other)

/** 0 where none of the wanted processes is healthy, 1 where not all are or one keeps crashing, else 2. */
function healthOf({ live }: ListedApplication): number {
  const wanted = live.reduce((sum, { numWanted }) => sum + numWanted, 0)
  const healthy = live.reduce((sum, one) => sum + one.numHealthy, 0)
  if (healthy < wanted) return healthy === 0 ? 0 : 1
  return live.some(({ isUnstable }) => isUnstable) ? 1 : 2
}

interface ApplicationPageRequest extends PageRequest {
  filter?: string
  isUnhealthyFirst?: boolean
}

/**
 * The team's applications, by name, a part at a time: where each is live and how its last deployment ended.
 *
 * @param page with `filter`, only those with it in their name; with `isUnhealthyFirst`, what is down comes first, then what lacks processes
 * @returns also how many there are with any name
 * @throws DomainError `invalid` for a cursor of another list
 */
export async function listApplications(
  { sequelize }: Dependencies,
  { teamId }: HumanActor,
  { filter = '', isUnhealthyFirst = false, ...page }: ApplicationPageRequest = {},
): Promise<ApplicationList & Omit<Page<Row>, 'rows'>> {
  const applications = await readApplications(sequelize, teamId)
  const wanted = applications
    .filter(namedLike(filter))
    .map((row) => ({ ...row, health: isUnhealthyFirst ? healthOf(row) : 2 }))
    .sort(byHealth)
  const { rows, ...rest } = pageOf(wanted, page, byHealth, keySchema)
  return { applications: rows.map(toRow), ...rest, total: applications.length }
}

function toRow({ id, name, live, newestVersionName, newestVersionAt, ...last }: ListedApplication): Row {
  const { deploymentId, environmentId, sequence, state, askedAt } = last
  const isDeployed =
    deploymentId !== null && environmentId !== null && sequence !== null && state !== null && askedAt !== null
  return {
    id,
    name,
    live: live.sort(byEnvironmentName),
    ...(newestVersionName !== null &&
      newestVersionAt !== null && {
        newestVersion: { name: newestVersionName, createdEpoch: newestVersionAt.getTime() },
      }),
    ...(isDeployed && {
      lastDeployment: {
        id: deploymentId,
        environmentId,
        sequence,
        state,
        askedEpoch: askedAt.getTime(),
        isRemoval: last.isRemoval === true,
        isStopped: last.isStopped === true,
      },
    }),
  }
}
