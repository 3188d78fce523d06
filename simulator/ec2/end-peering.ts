import type { PeeringState, WorldState } from '../state'

export const isAlive = ({ state }: PeeringState): boolean =>
  state === 'pending-acceptance' || state === 'active'

/** A connection of VPCs ends; AWS shows it for hours. */
export function endPeering(peering: PeeringState, state: 'deleted' | 'rejected' | 'expired'): void {
  if (isAlive(peering)) peering.state = state
}

/** Ends a request that waits, because the owner of the other VPC rejects it or nobody accepts it. @throws Error for one that does not wait */
export function endRequest(
  { accounts }: Pick<WorldState, 'accounts'>,
  id: string,
  outcome: 'rejected' | 'expired',
): void {
  const peering = Object.values(accounts)
    .flatMap(({ peerings }) => Object.values(peerings))
    .find((one) => one.id === id && one.state === 'pending-acceptance')
  if (!peering) throw new Error(`No request ${id} for a connection waits.`)
  endPeering(peering, outcome)
}
