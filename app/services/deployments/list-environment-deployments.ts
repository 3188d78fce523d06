import { Op } from 'sequelize'
import { Deployment } from '../../../db/models/deployment'
import type { HumanActor } from '../actor/actor'
import { cursorOfAnother, longestPage, type PageRequest } from '../answers/pages'
import type { Dependencies } from '../dependencies'
import type { EnvironmentDeployments } from './deployment-views'
import { toDeploymentsJson } from './to-deployments-json'
import { requireOwn } from '../access/own'

/** Deployments to an environment, newest first, a page at a time. @throws DomainError `invalid` for a cursor of another list */
export async function listEnvironmentDeployments(
  { sequelize }: Dependencies,
  actor: HumanActor,
  environmentId: string,
  { limit = longestPage, cursor }: PageRequest = {},
): Promise<EnvironmentDeployments> {
  const environment = await requireOwn('environment', actor, environmentId)
  const edge = readCursor(cursor)
  const found = await Deployment.findAll({
    where: { environmentId: environment.id, ...(edge && { sequence: { [edge.side]: edge.sequence } }) },
    order: [['sequence', edge?.side === Op.gt ? 'ASC' : 'DESC']],
    limit: limit + 1,
  })
  const isMore = found.length > limit
  const part = found.slice(0, limit)
  const deployments = edge?.side === Op.gt ? part.reverse() : part
  const [first, last] = [deployments.at(0), deployments.at(-1)]
  const isNewer = edge?.side === Op.gt ? isMore : edge !== undefined
  const isOlder = edge?.side === Op.gt || isMore
  return {
    nextCursor: last && isOlder ? String(last.sequence) : null,
    previousCursor: first && isNewer ? `${newer}${first.sequence}` : null,
    deployments: await toDeploymentsJson(sequelize, deployments),
  }
}

/** Begins the cursor of the part with what is newer than the deployment of a number. */
const newer = 'after-'

/** @throws DomainError `invalid` */
function readCursor(cursor: string | undefined) {
  if (!cursor) return undefined
  const digits = /^(?:after-)?(\d{1,9})$/.exec(cursor)?.[1]
  if (digits === undefined) throw cursorOfAnother()
  return { side: cursor.startsWith(newer) ? Op.gt : Op.lt, sequence: Number(digits) } as const
}
