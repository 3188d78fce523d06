import type { Tags } from '../../../core/aws/ownership'

export interface Tagged {
  id: string
  tags: Tags
}
export interface Vpc extends Tagged {
  cidr: string
}
/** Address ranges of a VPC in the account, whoever it belongs to. */
interface VpcRanges {
  vpcId: string
  /** Its ranges of IPv4 addresses, sorted. */
  cidrs: string[]
}
export interface Subnet extends Tagged {
  vpcId: string
  zone: string
  cidr: string
}
export interface InternetGateway extends Tagged {
  attachedVpcId: string | undefined
}
/** Traffic that may come in, from addresses or from the members of another group. IPv4, TCP. */
export interface IngressRule {
  fromPort: number
  toPort: number
  cidr?: string
  securityGroupId?: string
}

export interface SecurityGroup extends Tagged {
  vpcId: string
  name: string
  ingress: IngressRule[]
}

/** A table of ours that says where the traffic of a VPC's subnets goes. */
export interface OwnRouteTable extends Tagged {
  vpcId: string
  /** Gateway of all traffic that leaves the VPC; undefined without such a route. */
  defaultGatewayId: string | undefined
  subnetIds: string[]
}

export interface InternetGateways {
  listInternetGateways(tags: Tags): Promise<InternetGateway[]>
  createInternetGateway(input: { tags: Tags }): Promise<InternetGateway>
  listOwnRouteTables(tags: Tags): Promise<OwnRouteTable[]>
  /** The tables that subnets are associated with, whoever owns them. The main table of a VPC, which takes the rest, is none of them. */
  listRouteTablesOf(subnetIds: string[]): Promise<OwnRouteTable[]>
  createRouteTable(input: { vpcId: string; tags: Tags }): Promise<OwnRouteTable>
  /**
   * Attaches the gateway, and has what leaves the subnets go through it by the table. Repeating is fine, and mends what is half done.
   * @throws CloudError not-found while AWS does not know each of them, as for a moment after it was made
   */
  connectInternetGateway(input: {
    gatewayId: string
    vpcId: string
    routeTableId: string
    subnetIds: string[]
  }): Promise<void>
  /** Detaches, then deletes. */
  deleteInternetGateway(id: string): Promise<void>
}

export interface SecurityGroups {
  listSecurityGroups(tags: Tags): Promise<SecurityGroup[]>
  createSecurityGroup(input: {
    vpcId: string
    name: string
    description: string
    tags: Tags
  }): Promise<SecurityGroup>
  /** Adds the rules that are not there yet, and answers them. */
  allowIngress(securityGroupId: string, rules: IngressRule[]): Promise<IngressRule[]>
  /** Takes away those of the rules that are there. */
  revokeIngress(securityGroupId: string, rules: IngressRule[]): Promise<void>
  deleteSecurityGroup(id: string): Promise<void>
}

/** Something in a VPC of ours that is not ours: AWS deletes neither subnet nor VPC before it. */
export interface ForeignThing {
  kind: 'VPC endpoint' | 'network interface' | 'security group'
  id: string
  /** Its service, description or name, for people. */
  about: string
}

/** A zone of an account's region: the same name is another place in another account, the same id is not. */
export interface AvailabilityZone {
  name: string
  id: string
}

export interface Network extends InternetGateways, SecurityGroups {
  /** The zones where instances may be launched, sorted by their ids. */
  listZones(): Promise<AvailabilityZone[]>
  listVpcs(tags: Tags): Promise<Vpc[]>
  /** Lists the ranges of all VPCs of the account, ours or not. */
  listVpcRanges(): Promise<VpcRanges[]>
  createVpc(input: { cidr: string; tags: Tags }): Promise<Vpc>
  /** @throws CloudError dependency-violation while something is left in it */
  deleteVpc(id: string): Promise<void>
  listForeign(vpcId: string): Promise<ForeignThing[]>
  listSubnets(tags: Tags): Promise<Subnet[]>
  /** Until it is connected, nothing in it reaches the world. */
  createSubnet(input: { vpcId: string; zone: string; cidr: string; tags: Tags }): Promise<Subnet>
  deleteSubnet(id: string): Promise<void>
}
