import { Transaction, type FindOptions } from 'sequelize'
import { notFound } from '../../../core/errors'
import { isUuid } from '../../../core/text/uuid'
import { ExternalNetwork } from '../../../db/models/external-network'
import type { TeamActor } from '../actor/actor'

/** @throws DomainError `not-found`, for another team's network as well */
export async function requireExternalNetwork(
  { teamId }: TeamActor,
  id: string,
  lock?: FindOptions['lock'],
): Promise<ExternalNetwork> {
  const network = isUuid(id) ? await ExternalNetwork.findOne({ where: { id, teamId }, lock }) : null
  if (!network) throw notFound('The external network')
  return network
}

/** The network, for a change of it: nobody else changes it, or links it, until the transaction ends. */
export const lockExternalNetwork = (actor: TeamActor, id: string): Promise<ExternalNetwork> =>
  requireExternalNetwork(actor, id, Transaction.LOCK.UPDATE)

/** The network, which stays until the transaction ends. */
export const shareExternalNetwork = (actor: TeamActor, id: string): Promise<ExternalNetwork> =>
  requireExternalNetwork(actor, id, Transaction.LOCK.SHARE)
