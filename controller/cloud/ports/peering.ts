import type { Tags } from '../../../core/aws/ownership'
import type { Tagged } from './network'

/** A VPC of the customer's. */
interface ExternalVpc extends Tagged {
  /** Its ranges of IPv4 addresses, sorted. */
  cidrs: string[]
}

/** A route of IPv4 traffic, as far as it matters whose it is. */
export interface Route {
  destination: string
  /** The connection that it leads into; absent from one that leads elsewhere. */
  peeringId?: string
}

export interface RouteTable {
  id: string
  routes: Route[]
}

/** The calls that both sides of a connection of networks have. */
export interface PeeringSide {
  /** Route tables of a VPC that may be changed; none if the VPC is not there. */
  listRouteTables(vpcId: string): Promise<RouteTable[]>
  /**
   * Leaves a route as it is that there is for this destination, wherever it leads: what was listed may be of before it was made. Look again.
   * @throws CloudError quota-exceeded; not-found without table or connection
   */
  createRoute(route: { routeTableId: string; destination: string; peeringId: string }): Promise<void>
  /** Deletes a route, whatever it leads to: look first. */
  deleteRoute(route: { routeTableId: string; destination: string }): Promise<void>
  /**
   * Has the names of this side's instances lead to private addresses when the other side asks.
   * @throws CloudError invalid unless the connection is active and both VPCs have DNS names
   */
  resolveNames(peeringId: string, side: 'requester' | 'accepter'): Promise<void>
}

/** A connection of two VPCs. */
export interface Peering extends Tagged {
  requesterVpcId: string
  accepterVpcId: string
  /** `gone`: deleted, rejected or expired; AWS shows it for hours. */
  state: 'requested' | 'pending-acceptance' | 'active' | 'failed' | 'gone'
  /** AWS's message about its state. */
  message: string
  /** Whether names of each side lead to private addresses for the other. */
  resolvesNames: { requester: boolean; accepter: boolean }
}

/** Connections of our networks with others: the side that asks for them. Route tables are our own. */
export interface Peerings extends PeeringSide {
  list(tags: Tags): Promise<Peering[]>
  /** @throws CloudError invalid where the two are connected, or about to be; quota-exceeded */
  create(input: {
    vpcId: string
    peer: { accountNumber: string; vpcId: string }
    tags: Tags
  }): Promise<Peering>
  delete(id: string): Promise<void>
  /** Gives instances of a VPC names. */
  enableDnsNames(vpcId: string): Promise<void>
}

/** Networks of the customer's, reached through the role for networks. Route tables are all that a VPC has. */
export interface ExternalNetworks extends PeeringSide {
  /** @throws CloudError not-found */
  getVpc(id: string): Promise<ExternalVpc>
  /** Accepts a connection unless it was, and marks it here too: each account has tags of its own. @throws CloudError not-found, invalid */
  ensureAccepted(peering: { peeringId: string; tags: Tags }): Promise<void>
}
