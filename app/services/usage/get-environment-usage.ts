import { z } from 'zod'
import { withPresentNames } from '../../../db/read-names'
import { requireOwn } from '../access/own'
import type { HumanActor } from '../actor/actor'
import { byName, byText, namedLike } from '../answers/lists'
import { pageOf, type PageRequest } from '../answers/pages'
import type { Dependencies } from '../dependencies'
import { readEnvironmentContents } from '../environment-contents/environment-contents'
import { readRequests } from './request-points'
import { readUsageMarks } from './usage-marks'
import { readUsagePoints, usageTimeOf } from './usage-points'
import type { EnvironmentUsage, UsageRange } from './usage-views'

interface Asked extends PageRequest {
  id: string
  range: UsageRange
  /** Of this one alone. */
  applicationId?: string | undefined
  /** Only those with this in their name. */
  filter?: string | undefined
}

const keySchema = z.object({ name: z.string(), applicationId: z.string() })
type Key = z.infer<typeof keySchema>
const byId = byText((row: Key) => row.applicationId)

/** An application that is gone may have been called as another one is now. */
const byNameAndId = (a: Key, b: Key) => byName(a, b) || byId(a, b)

/**
 * What the processes of each application that is live in an environment used, beside what they ask for, and what happened then. Applications
 * come a page at a time: curves of hundreds are more than a page can draw.
 *
 * @throws DomainError `not-found`; `invalid` for a cursor of another list
 */
export async function getEnvironmentUsage(
  { sequelize, clock }: Dependencies,
  actor: HumanActor,
  { id, range, applicationId, filter = '', ...page }: Asked,
): Promise<EnvironmentUsage> {
  const environment = await requireOwn('environment', actor, id)
  const time = usageTimeOf(range, clock.now())
  const { live } = await readEnvironmentContents(id)
  // What agents say of others is not shown: it may not be true.
  const asked = applicationId === undefined ? live : live.filter((one) => one.applicationId === applicationId)
  const named = await withPresentNames(asked)
  const { rows, nextCursor, previousCursor } = pageOf(
    named.filter(namedLike(filter)).sort(byNameAndId),
    page,
    byNameAndId,
    keySchema,
  )
  const applicationIds = rows.map((row) => row.applicationId)
  const pointsOf = await readUsagePoints(sequelize, { ...time, environmentId: id, applicationIds })
  const requestsOf = await readRequests(sequelize, environment, { ...time, applicationIds })
  return {
    id,
    name: environment.name,
    ...time,
    applications: rows.map(({ applicationId, name, cpu, memoryMb }) => ({
      ...{ applicationId, applicationName: name, cpu, memoryMb },
      points: pointsOf.get(applicationId) ?? [],
      requests: requestsOf.get(applicationId),
    })),
    ...{ total: named.length, nextCursor, previousCursor },
    marks: await readUsageMarks(sequelize, {
      ...{ environmentId: id, since: new Date(time.fromEpoch), live, applicationId },
    }),
  }
}
