import { region } from '../../core/aws/region'
import { findOverlap } from '../../core/aws/cidr'
import type { PeeringSide } from '../../controller/cloud/cloud'
import type { AccountApi } from '../api'
import type { PolicyResource } from '../policies/policy'
import type { AccountState, Listed, PeeringState, RouteTableState, TaggedState, WorldState } from '../state'
import { refusal } from '../refusal'
import { tagsInEffect } from '../tag-changes'
import { requireThing } from '../things'
import { late, shown } from '../world'
import { rangesOf } from './vpc-ranges'

/** All connections of VPCs that an account has a side of. */
export const peeringsOf = (
  { accounts }: Pick<WorldState, 'accounts'>,
  accountNumber: string,
): Listed<PeeringState>[] =>
  Object.values(accounts).flatMap((account) =>
    Object.values(account.peerings).filter(
      ({ accepterAccount }) => account.accountNumber === accountNumber || accepterAccount === accountNumber,
    ),
  )

/** The tags that an account sees on a connection. */
export const tagsSeenBy = (account: AccountState | undefined, peering: Listed<PeeringState>): TaggedState =>
  account?.peerings[peering.id]
    ? peering
    : { tags: peering.accepterTags, formerTags: peering.formerAccepterTags }

const findPeering = ({ world, accountNumber }: AccountApi, id: string): Listed<PeeringState> | undefined =>
  peeringsOf(world.state, accountNumber).find((one) => one.id === id)

/** @throws CloudError not-found */
export function requirePeering(api: AccountApi, id: string): Listed<PeeringState> {
  const peering = findPeering(api, id)
  if (!peering)
    throw refusal(
      'InvalidVpcPeeringConnectionID.NotFound',
      `The vpcPeeringConnection ID '${id}' does not exist`,
    )
  return peering
}

/** A connection of VPCs, for `on`. */
export function peeringResource(api: AccountApi, id: string): PolicyResource {
  const peering = findPeering(api, id)
  const { world, accountNumber } = api
  return {
    arn: `arn:aws:ec2:${region}:${accountNumber}:vpc-peering-connection/${id}`,
    tags: peering && tagsInEffect(world, tagsSeenBy(world.state.accounts[accountNumber], peering)),
  }
}

/** EC2 on either side of connections of VPCs; `isMine` says which route tables it may change. */
export const peeringSideOf = (api: AccountApi, isMine: (table: RouteTableState) => boolean): PeeringSide => ({
  listRouteTables: (vpcId) =>
    api.call('ec2:DescribeRouteTables', {}, (account) =>
      Object.values(account.routeTables)
        .filter((table) => table.vpcId === vpcId && isMine(table))
        .map(({ id, routes }) => ({
          id,
          routes: shown(api.world, routes).map(({ destination, target }) => ({
            destination,
            ...(target.startsWith('pcx-') && { peeringId: target }),
          })),
        })),
    ),

  createRoute: ({ routeTableId, destination, peeringId }) =>
    api.call('ec2:CreateRoute', { on: [api.ec2('route-table', routeTableId)] }, (account) => {
      const table = requireThing(account.routeTables, routeTableId, 'route table')
      if (requirePeering(api, peeringId).state !== 'active')
        throw refusal('InvalidStateTransition', `The connection ${peeringId} is not active.`)
      if (table.routes.some((route) => route.destination === destination)) return
      const vpc = account.vpcs[table.vpcId]
      if (vpc && findOverlap(rangesOf(vpc), [destination]))
        throw refusal('InvalidParameterValue', `${destination} is inside the VPC ${vpc.id} itself.`)
      table.routes.push(late(api.world, { destination, target: peeringId }))
    }),

  deleteRoute: ({ routeTableId, destination }) =>
    api.call('ec2:DeleteRoute', { on: [api.ec2('route-table', routeTableId)] }, (account) => {
      const table = account.routeTables[routeTableId]
      if (table) table.routes = table.routes.filter((route) => route.destination !== destination)
    }),

  resolveNames: (peeringId, side) =>
    api.call('ec2:ModifyVpcPeeringConnectionOptions', { on: [peeringResource(api, peeringId)] }, () => {
      const { accounts } = api.world.state
      const peering = requirePeering(api, peeringId)
      const vpcs = [
        accounts[peering.accepterAccount]?.vpcs[peering.accepterVpcId],
        Object.values(accounts).find(({ peerings }) => peerings[peeringId])?.vpcs[peering.requesterVpcId],
      ]
      if (peering.state !== 'active' || !vpcs.every((vpc) => vpc?.hasDnsNames))
        throw refusal('OperationNotPermitted', `DNS names have to be on in both VPCs of ${peeringId}.`)
      peering.resolvesNames[side] = true
    }),
})

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
