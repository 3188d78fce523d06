import { z } from 'zod'
import { findEnvironments } from '../../../db/find-environments'
import { requireOwn } from '../access/own'
import type { HumanActor } from '../actor/actor'
import { byName } from '../answers/lists'
import { pageOf, type PageRequest } from '../answers/pages'
import type { Dependencies } from '../dependencies'
import { readContentsByEnvironment } from '../environment-contents/environment-contents'
import { readRequests } from './request-points'
import { readUsageMarks } from './usage-marks'
import { readUsagePoints, usageTimeOf } from './usage-points'
import type { ApplicationUsage, UsageRange } from './usage-views'

interface Asked extends PageRequest {
  id: string
  range: UsageRange
}

const keySchema = z.object({ name: z.string() })

/**
 * What the processes of an application used in each environment in which it is live, beside what they ask for there, and what happened to it.
 *
 * @throws DomainError `not-found`; `invalid` for a cursor of another list
 */
export async function getApplicationUsage(
  { sequelize, clock }: Dependencies,
  actor: HumanActor,
  { id, range, ...page }: Asked,
): Promise<ApplicationUsage> {
  const application = await requireOwn('application', actor, id)
  const time = usageTimeOf(range, clock.now())
  const environments = await findEnvironments({ teamId: actor.teamId }, ['loadBalancers', 'metered'])
  const contents = await readContentsByEnvironment(
    environments.map((environment) => environment.id),
    id,
  )
  const all = environments.flatMap(({ id: environmentId, name }) => {
    const live = contents.get(environmentId)?.live.filter(({ applicationId }) => applicationId === id) ?? []
    return live.map(({ cpu, memoryMb }) => ({ id: environmentId, name, cpu, memoryMb, live }))
  })
  const { rows, ...rest } = pageOf(all.sort(byName), page, byName, keySchema)
  const read: ApplicationUsage['environments'] = []
  // One after the other: the connections are there for others, too.
  for (const { id: environmentId, name, cpu, memoryMb, live } of rows) {
    const environment = environments.find((one) => one.id === environmentId)
    const requests =
      environment && (await readRequests(sequelize, environment, { ...time, applicationIds: [id] }))
    const points = await readUsagePoints(sequelize, { ...time, environmentId, applicationIds: [id] })
    const marks = await readUsageMarks(sequelize, {
      ...{ environmentId, since: new Date(time.fromEpoch), live, applicationId: id },
    })
    read.push({
      ...{ environmentId, environmentName: name, cpu, memoryMb },
      ...{ points: points.get(id) ?? [], requests: requests?.get(id), marks },
    })
  }
  return { id, name: application.name, ...time, environments: read, ...rest }
}
