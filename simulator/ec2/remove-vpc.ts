import type { AccountState, WorldState } from '../state'
import { removeThing } from '../things'
import { endPeering } from './end-peering'
import { peeringsOf } from './peering-sides'

/** Takes a VPC away with its route tables; its connections with others end. */
export function removeVpc(state: Pick<WorldState, 'accounts'>, account: AccountState, id: string): void {
  for (const table of Object.values(account.routeTables))
    if (table.vpcId === id) removeThing(account.routeTables, table.id)
  for (const peering of peeringsOf(state, account.accountNumber))
    if (peering.requesterVpcId === id || peering.accepterVpcId === id) endPeering(peering, 'deleted')
  removeThing(account.vpcs, id)
}
