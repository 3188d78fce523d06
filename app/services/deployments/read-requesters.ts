import type { Sequelize } from 'sequelize'
import type { Deployment } from '../../../db/models/deployment'
import { listRequesters } from '../../../db/queries/people'

/** Requesters of deployments, people and automation alike, by id. */
export async function readRequesters(
  sequelize: Sequelize,
  deployments: Pick<Deployment, 'requestedBy'>[],
): Promise<Map<string, Awaited<ReturnType<typeof listRequesters>>[number]>> {
  const ids = [...new Set(deployments.flatMap(({ requestedBy }) => requestedBy ?? []))]
  const requesters = ids.length > 0 ? await listRequesters(sequelize, ids) : []
  return new Map(requesters.map((requester) => [requester.id, requester]))
}
