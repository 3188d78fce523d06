import { Transaction, type FindOptions } from 'sequelize'
import { notFound } from '../../../core/errors'
import { isUuid } from '../../../core/text/uuid'
import { HostedZone } from '../../../db/models/hosted-zone'
import type { TeamActor } from '../actor/actor'

/** @throws DomainError `not-found`, for another team's zone as well */
export async function requireHostedZone(
  { teamId }: TeamActor,
  id: string,
  lock?: FindOptions['lock'],
): Promise<HostedZone> {
  const hostedZone = isUuid(id) ? await HostedZone.findOne({ where: { id, teamId }, lock }) : null
  if (!hostedZone) throw notFound('The hosted zone')
  return hostedZone
}

/** The zone, for a change of it: nobody else changes it, or links it, until the transaction ends. */
export const lockHostedZone = (actor: TeamActor, id: string): Promise<HostedZone> =>
  requireHostedZone(actor, id, Transaction.LOCK.UPDATE)

/** The zone, which stays until the transaction ends. */
export const shareHostedZone = (actor: TeamActor, id: string): Promise<HostedZone> =>
  requireHostedZone(actor, id, Transaction.LOCK.SHARE)

/** The zone's name as people know it; before it was read, its id. */
export const zoneNameOf = ({ awsId, status }: Pick<HostedZone, 'awsId' | 'status'>): string =>
  status?.zone?.name ?? awsId
