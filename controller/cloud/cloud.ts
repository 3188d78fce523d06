import type { AgentBootstrap } from '../../core/agent/protocol'
import type { Tags } from '../../core/aws/ownership'
import type { Market } from '../../core/resources/environment'
import type { RoleTrust } from '../../core/roles/application-role'
import type { InstalledRole } from '../../core/roles/role'

/** How we get into a customer's account. */
export interface AccountAccess {
  accountNumber: string
  externalId: string
}

/** The cloud. One side is AWS, the other the simulated account; `tests/contract/cloud` is what both promise. */
export interface Cloud {
  account(access: AccountAccess): CloudAccount
}

/**
 * One customer's account. Everything is looked up by owner tag, creating twice is prevented by a client token where there is
 * one and by looking first where there is none, and removing what is gone already is fine. All failures are CloudErrors.
 */
export interface CloudAccount {
  readonly roles: Roles
  readonly network: Network
  readonly instances: Instances
  readonly loadBalancers: LoadBalancers
  readonly offerings: Offerings
  readonly interruptions: Interruptions
  readonly dns: Dns
  readonly logs: Logs
}

export const cloudErrorKinds = [
  'access-denied',
  'throttled',
  'insufficient-capacity',
  'quota-exceeded',
  'not-found',
  'dependency-violation',
  'invalid',
  'unavailable',
] as const
export type CloudErrorKind = (typeof cloudErrorKinds)[number]

/** A refusal by the cloud. `message` may be shown to the customer. */
export class CloudError extends Error {
  override name = 'CloudError'
  constructor(
    readonly kind: CloudErrorKind,
    message: string,
    options?: { cause?: unknown },
  ) {
    super(message, options)
  }
}

export interface Roles {
  /** A role with its policies as installed, or undefined if there is none. Uses the examination role. */
  get(name: string): Promise<InstalledRole | undefined>
  /**
   * Whom a role of the customer's trusts, or undefined if there is none. Uses the examination role, which may read those only that carry the
   * tag for application roles.
   */
  getTrust(name: string): Promise<RoleTrust | undefined>
}

export interface Tagged {
  id: string
  tags: Tags
}
export interface Vpc extends Tagged {
  cidr: string
}
export interface Subnet extends Tagged {
  vpcId: string
  zone: string
  cidr: string
}
export interface InternetGateway extends Tagged {
  attachedVpcId: string | undefined
}
export interface SecurityGroup extends Tagged {
  vpcId: string
  name: string
}
/** Traffic that may come in, from addresses or from the members of another group. IPv4, TCP. */
export interface IngressRule {
  fromPort: number
  toPort: number
  cidr?: string
  securityGroupId?: string
}

export interface Network {
  /** Names of the zones where instances may be launched, sorted. */
  listZones(): Promise<string[]>
  listVpcs(tags: Tags): Promise<Vpc[]>
  createVpc(input: { cidr: string; tags: Tags }): Promise<Vpc>
  /** @throws CloudError dependency-violation while something is left in it */
  deleteVpc(id: string): Promise<void>
  listSubnets(tags: Tags): Promise<Subnet[]>
  /** Instances in it get a public address. */
  createSubnet(input: { vpcId: string; zone: string; cidr: string; tags: Tags }): Promise<Subnet>
  deleteSubnet(id: string): Promise<void>
  listInternetGateways(tags: Tags): Promise<InternetGateway[]>
  createInternetGateway(input: { tags: Tags }): Promise<InternetGateway>
  /** Attaches the gateway and makes it the default route of the VPC's subnets. Repeating is fine, and mends what is half done. */
  connectInternetGateway(input: { gatewayId: string; vpcId: string }): Promise<void>
  /** Detaches, then deletes. */
  deleteInternetGateway(id: string): Promise<void>
  listSecurityGroups(tags: Tags): Promise<SecurityGroup[]>
  createSecurityGroup(input: {
    vpcId: string
    name: string
    description: string
    tags: Tags
  }): Promise<SecurityGroup>
  /** Adds the rules that are not there yet. */
  allowIngress(securityGroupId: string, rules: IngressRule[]): Promise<void>
  deleteSecurityGroup(id: string): Promise<void>
}

export interface Offering {
  instanceType: string
  zone: string
  market: Market
  pricePerHour: number
  vcpu: number
  memoryMib: number
  /** Not money: how much we would rather not use this pool just now. */
  penalty: number
}

export interface Offerings {
  /** What may be launched now, with its price. */
  list(): Promise<Offering[]>
}

export type InstanceState = 'pending' | 'running' | 'stopping' | 'terminated'

export interface Instance extends Tagged {
  clientToken: string
  instanceType: string
  zone: string
  market: Market
  state: InstanceState
  /** Where its agent listens, once it has an address. */
  agent: { host: string; port: number } | undefined
  launchedEpoch: number
  /** The machine image that it was launched from. */
  imageId?: string
}

/** What instances boot from. */
export interface MachineImage {
  id: string
  publishedEpoch: number
}

export interface LaunchRequest {
  /** The same token always gives the same instance. */
  clientToken: string
  instanceType: string
  zone: string
  market: Market
  subnetId: string
  securityGroupIds: string[]
  bootstrap: Omit<AgentBootstrap, 'listenHost' | 'listenPort' | 'runtime'>
  tags: Tags
}

export interface Instances {
  /** All instances with these tags, terminated ones only as long as the cloud still shows them. May lag behind a launch. */
  list(tags: Tags): Promise<Instance[]>
  /** @throws CloudError insufficient-capacity, quota-exceeded */
  launch(request: LaunchRequest): Promise<Instance>
  terminate(ids: string[]): Promise<void>
  /** The image that is launched now: the newest one published, unless Amazon took it back. */
  currentImage(): Promise<MachineImage>
}

export interface LoadBalancer extends Tagged {
  name: string
  state: 'provisioning' | 'active' | 'failed'
  /** Where people reach it, without a trailing slash. */
  url: string
  /** Ports of its listeners. */
  listenerPorts: number[]
  /** What a record that leads to it says. */
  alias: AliasTarget
}
export interface TargetGroup extends Tagged {
  name: string
  vpcId: string
}
/** A process behind a load balancer: its instance and the port it is reached by there. */
export interface Target {
  instanceId: string
  port: number
}
export interface TargetHealth extends Target {
  state: 'initial' | 'healthy' | 'unhealthy' | 'draining' | 'unused'
}

export interface LoadBalancers {
  list(tags: Tags): Promise<LoadBalancer[]>
  /** A load balancer that faces the internet. `name` at most 32 characters, unique in the account; the same name gives the same one. */
  create(input: {
    name: string
    subnetIds: string[]
    securityGroupIds: string[]
    tags: Tags
  }): Promise<LoadBalancer>
  delete(id: string): Promise<void>
  listTargetGroups(tags: Tags): Promise<TargetGroup[]>
  /** Targets are checked with GET `healthCheckPath` (200 to 299); a leaving target keeps its open requests for `drainSeconds`. */
  createTargetGroup(input: {
    name: string
    vpcId: string
    healthCheckPath: string
    drainSeconds: number
    tags: Tags
  }): Promise<TargetGroup>
  deleteTargetGroup(id: string): Promise<void>
  /** Forwards HTTP on `port` to the target group; if there is a listener on that port it stays. */
  ensureListener(input: { loadBalancerId: string; port: number; targetGroupId: string }): Promise<void>
  registerTargets(targetGroupId: string, targets: Target[]): Promise<void>
  deregisterTargets(targetGroupId: string, targets: Target[]): Promise<void>
  /** Registered and still draining targets. */
  listTargets(targetGroupId: string): Promise<TargetHealth[]>
}

/** A Spot instance that the cloud takes back. */
export interface Interruption {
  instanceId: string
  terminateEpoch: number
  /** For `acknowledge`; valid for a while only. */
  receipt: string
}

export interface Interruptions {
  /** Makes sure warnings of the account's Spot instances reach us. */
  ensureSubscription(): Promise<void>
  /**
   * Some of the warnings not yet acknowledged, ten at most. Each comes again after a while. While there is none, waits for one up to
   * `waitSeconds` (20 at most, 0 if absent), or until `signal` aborts.
   * @throws CloudError not-found without a subscription
   */
  receive(options?: { waitSeconds?: number; signal?: AbortSignal }): Promise<Interruption[]>
  /** Never before its effect is durable. */
  acknowledge(receipts: string[]): Promise<void>
  removeSubscription(): Promise<void>
}

/** A public name of AWS's own, in lower case and without a dot at its end, and the zone of AWS's that holds it. */
export interface AliasTarget {
  dnsName: string
  zoneId: string
}

/** A hosted zone. Names are in lower case and have no dot at their end. */
export interface Zone {
  id: string
  name: string
  isPrivate: boolean
  /** The name servers to which the parent must delegate the name, sorted. They never change. */
  nameServers: string[]
}

/** What a zone says of one name and type. */
export interface ZoneRecord {
  name: string
  type: string
  /** Empty for an alias. */
  values: string[]
  alias?: AliasTarget
}

/** An address that leads to something of AWS's own. */
export interface AliasRecord {
  name: string
  target: AliasTarget
}

export interface RecordChange {
  /** `create` where nothing is, `delete` what is exactly so: nothing is ever overwritten. */
  action: 'create' | 'delete'
  record: AliasRecord
}

/** The most changes that AWS takes at once. */
export const mostRecordChanges = 1000

/** Hosted zones, reached through the role for names. All ids are without a prefix. */
export interface Dns {
  /** @throws CloudError not-found */
  getZone(id: string): Promise<Zone>
  /** @throws CloudError not-found without the zone */
  listRecords(zoneId: string): Promise<ZoneRecord[]>
  /**
   * Makes all changes or none.
   * @returns for `isInSync`
   * @throws CloudError invalid if a name is taken, or what is to go is not exactly so; not-found without the zone
   */
  changeRecords(zoneId: string, changes: RecordChange[]): Promise<string>
  /** Whether every name server of AWS answers as changed. A change that AWS has forgotten is long through. */
  isInSync(changeId: string): Promise<boolean>
}

/** The groups of CloudWatch Logs that the output of processes goes to. There is no way to delete one: they are the customer's. */
export interface Logs {
  hasGroup(name: string): Promise<boolean>
  /** Makes a group that keeps what it gets for so long. One that is there already gets this retention too: look first. */
  createGroup(group: { name: string; retentionDays: number }): Promise<void>
}
