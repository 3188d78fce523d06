import { Op } from 'sequelize'
import { Deployment } from '../../../db/models/deployment'
import { requireEnvironment } from '../access/require-environment'
import type { HumanActor } from '../actor/actor'
import { cursorOfAnother, longestPage, type PageRequest } from '../answers/pages'
import type { Dependencies } from '../dependencies'
import type { EnvironmentDeployments } from './deployment-views'
import { toDeploymentsJson } from './to-deployments-json'

/** What was deployed to an environment, newest first, a part at a time. @throws DomainError `invalid` for a cursor of another list */
export async function listEnvironmentDeployments(
  { sequelize }: Dependencies,
  actor: HumanActor,
  environmentId: string,
  { limit = longestPage, cursor }: PageRequest = {},
): Promise<EnvironmentDeployments> {
  const environment = await requireEnvironment(actor, environmentId)
  if (cursor && !/^\d{1,9}$/.test(cursor)) throw cursorOfAnother()
  const found = await Deployment.findAll({
    where: { environmentId: environment.id, ...(cursor && { sequence: { [Op.lt]: Number(cursor) } }) },
    order: [['sequence', 'DESC']],
    limit: limit + 1,
  })
  const deployments = found.slice(0, limit)
  return {
    nextCursor: found.length > limit ? String(deployments.at(-1)?.sequence) : null,
    deployments: await toDeploymentsJson(sequelize, deployments),
  }
}
