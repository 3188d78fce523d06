import type { QuotaName } from '../core/aws/quotas'
import type { Tags } from '../core/aws/ownership'
import type { InstalledRole } from '../core/roles/role'
import type {
  EndReason,
  IngressRule,
  InternetGateway,
  LaunchRequest,
  HostRule,
  Listener,
  LoadBalancer,
  MachineImage,
  SecurityGroup,
  Subnet,
  Tagged,
  Target,
  TargetGroup,
  TargetHealth,
  ValidationRecord,
  Vpc,
  Zone,
  ZoneRecord,
} from '../controller/cloud/cloud'

/** Everything the simulated cloud knows, as it stands in its state file. */
export interface WorldState {
  format: 1
  accounts: Record<string, AccountState>
  /** Pool (see `poolOf`) to the price that was set by hand, USD an hour. */
  prices: Record<string, number>
  /** Spot pools that have no capacity. */
  emptyPools: string[]
  /** Secret that signs the credentials which it hands out. */
  credentialSecret?: string
  /** The image that Amazon published last; absent, the first one. */
  machineImage?: MachineImage
}

export interface AccountState {
  accountNumber: string
  /** Template resources by stack name: what deleting the stack takes away. */
  stacks: Record<string, StackState>
  /** By name. */
  roles: Record<string, InstalledRole>
  /** Of those that were changed a moment ago: what services of AWS take them for; without a role, they know none. */
  formerRoles?: Record<string, { role?: InstalledRole; untilEpoch: number }>
  instanceProfiles: Record<string, InstanceProfileState>
  vpcs: Record<string, VpcState>
  subnets: Record<string, Listed<Subnet>>
  routeTables: Record<string, Listed<RouteTableState>>
  /** Connections that were asked for from here. */
  peerings: Record<string, Listed<PeeringState>>
  internetGateways: Record<string, Listed<GatewayState>>
  securityGroups: Record<string, Listed<SecurityGroupState>>
  instances: Record<string, Listed<InstanceState>>
  loadBalancers: Record<string, Listed<LoadBalancerState>>
  targetGroups: Record<string, Listed<TargetGroupState>>
  hostedZones: Record<string, HostedZoneState>
  certificates: Record<string, Listed<CertificateState>>
  /** Certificate Manager issues none to this account. */
  areCertificatesRefused?: boolean
  recordChanges: Record<string, RecordChangeState>
  lingeringInterfaces: LingeringInterface[]
  /** Endpoints that services of AWS put into VPCs. */
  foreignEndpoints?: ForeignEndpointState[]
  /** The queue of Spot warnings, if there is a subscription. */
  warnings: WarningState[] | undefined
  /** Somebody deleted the rule by which warnings get into the queue. */
  isInterruptionRuleGone?: boolean
  /** What load balancers consumed, where a test or a person said so. */
  capacityUnits?: ConsumedCapacity[]
  /** What target groups answered, where a test or a person said so. */
  servedRequests?: ServedRequests[]
  vcpuQuota: number | undefined
  /** Other quotas than those that AWS gives to begin with. */
  quotas?: Partial<Record<QuotaName, number>>
  /** The account's own key for new disks, where AWS's own is not the default: whether its policy leaves it to IAM who uses it. */
  diskKey?: { isLeftToIam: boolean }
  /** Of CloudWatch Logs, by name; what is in them is kept beside the state. */
  logGroups: Record<string, LogGroupState>
  /** Of Secrets Manager and of SSM, by ARN. */
  secrets: Record<string, { value: string }>
}

/** Of one load balancer. */
export interface ConsumedCapacity {
  /** The ARN. */
  id: string
  epoch: number
  units: number
}

/** Requests that a target group answered at a time, each within so many milliseconds. */
export interface ServedRequests {
  /** ARNs. */
  loadBalancerId: string
  targetGroupId: string
  epoch: number
  count: number
  milliseconds: number
  /** Whether the answers were 5xx. */
  isError?: boolean
}

interface LogGroupState {
  name: string
  createdEpoch: number
  /** From when on calls find it; absent in an older state file. */
  visibleEpoch?: number
  /** How long lines are kept; absent, for ever. */
  retentionDays?: number
}

/** A thing that lists show from `visibleEpoch` on. */
export type Listed<T> = T & { visibleEpoch: number; formerTags?: FormerTags }

/** What permissions take for the tags of a thing that was tagged a moment ago. */
export interface FormerTags {
  tags: Tags
  untilEpoch: number
}

export interface TaggedState {
  tags: Tags
  formerTags?: FormerTags
}

/** Part of a thing, which AWS shows in it from `shownEpoch` on; absent: at once. */
export type Late<T> = T & { shownEpoch?: number }

export interface VpcState extends Listed<Vpc> {
  /** Region of the VPC; absent, the one in which SDO is. */
  region?: string
  /** Ranges that were added later. */
  otherCidrs?: string[]
  /** Whether its instances have DNS names. Absent: true for a VPC of the customer's, false for one of SDO's. */
  hasDnsNames?: boolean
}

export interface RouteTableState extends Tagged {
  vpcId: string
  /** The one that its VPC was made with, which goes with it: subnets without an association use it. */
  isMain?: boolean
  /** Without those inside the VPC; `target` is a gateway, a connection or whatever else traffic can go to. */
  routes: Late<{ destination: string; target: string }>[]
  /** Subnets that use it in place of the main one; absent in an older state file. */
  associations?: Late<{ id: string; subnetId: string }>[]
}

/** A connection of VPCs, in the state of the account that asked for it. */
export interface PeeringState extends Tagged {
  requesterVpcId: string
  accepterVpcId: string
  accepterAccount: string
  /** Each account has tags of its own. */
  accepterTags: Tags
  formerAccepterTags?: FormerTags
  state: 'pending-acceptance' | 'active' | 'failed' | 'deleted' | 'rejected' | 'expired'
  resolvesNames: { requester: boolean; accepter: boolean }
}

interface StackState {
  installedEpoch: number
  roleNames: string[]
  instanceProfileNames: string[]
}

export interface InstanceProfileState {
  name: string
  path: string
  roleNames: string[]
}

export interface GatewayState extends InternetGateway {
  /** From when on AWS shows to what it is attached. */
  attachmentShownEpoch?: number
}

export interface SecurityGroupState extends Omit<SecurityGroup, 'ingress'> {
  description: string
  ingress: Late<IngressRule>[]
  /** The one that its VPC was made with, which goes with it. */
  isDefault?: boolean
}

/** Running from when the agent is up; stopping until `terminatedEpoch`. */
export interface InstanceState extends Omit<LaunchRequest, 'bootstrap'> {
  id: string
  imageId?: string
  launchedEpoch: number
  bootEpoch: number
  pricePerHour: number
  isRunning: boolean
  agent: { host: string; port: number; pid?: number } | undefined
  /** Holds a secret, and is dropped as soon as the instance is asked to terminate. */
  bootstrap: LaunchRequest['bootstrap'] | undefined
  /** Digest of the launch request, to notice a token used for something else. */
  fingerprint: string
  terminatedEpoch: number | undefined
  /** Epoch at which the cloud takes it back. */
  interruptionEpoch: number | undefined
  neverBoots: boolean
  /** Why it ends in place of booting. */
  failure?: EndReason
  /** How it is described for a while after it was terminated. */
  formerly?: { state: 'pending' | 'running'; agent?: { host: string; port: number }; untilEpoch: number }
  /** Until when AWS does not know it for a moment, after it was terminated. */
  unknownUntilEpoch?: number
  endReason?: EndReason
  /** Loopback port of its metadata service and STS. */
  servicesPort?: number
  /** Why its agent did not start, for people. */
  bootFailure: string | undefined
}

/** Named as Certificate Manager names them. */
export type CertificateStatus =
  'PENDING_VALIDATION' | 'ISSUED' | 'FAILED' | 'VALIDATION_TIMED_OUT' | 'EXPIRED'

export interface CertificateState {
  /** The ARN. */
  id: string
  tags: Record<string, string>
  domainNames: string[]
  status: CertificateStatus
  failure?: string
  requestedEpoch: number
  /** When a listener was last seen to show it. */
  usedEpoch?: number
  /** Since when all of its records answered. */
  validEpoch?: number
  expiresEpoch?: number
  token: string
  validations: ValidationRecord[]
}

/** What a rule does, and with which hosts. */
export type RuleEffect = Pick<HostRule, 'hosts' | 'targetGroupId'> & { action: 'forward' | 'redirect' }

export interface RuleState extends RuleEffect {
  id: string
  priority: number
  /** From then on requests are treated by it; until then by what it was, if it was there. */
  effectiveEpoch: number
  former?: RuleEffect
}

export interface ListenerState extends Omit<Listener, 'id'> {
  action: 'forward' | 'redirect' | 'not-found'
  /** Absent in an older state file. */
  rules?: RuleState[]
  /** The local port behind `url`; absent for the first listener, which the load balancer's own port serves. */
  localPort?: number
  url?: string
}

export interface LoadBalancerState extends Omit<
  LoadBalancer,
  'state' | 'listenerPorts' | 'addresses' | 'alias'
> {
  activeEpoch: number
  subnetIds: string[]
  securityGroupIds: string[]
  /** The local port behind `url`, which serves its first listener. Each further one that forwards HTTP has a port of its own. */
  localPort: number
  /** The local port behind `httpsUrl`, once there was one. */
  localHttpsPort?: number
  listeners: ListenerState[]
}

export interface TargetGroupState extends TargetGroup {
  healthCheckPath: string
  /** Healthy statuses; absent for 200-299. */
  healthyStatuses?: string
  /** Seconds between two questions; absent for 5. */
  healthCheckSeconds?: number
  drainSeconds: number
  targets: TargetState[]
}

export interface TargetState extends Target {
  health: 'initial' | 'healthy' | 'unhealthy'
  /** Why its last checks failed. */
  fault?: Pick<TargetHealth, 'reason' | 'description'>
  /** Until when the API tells of it as it was before. */
  formerly?: Pick<TargetState, 'health' | 'fault'> & { untilEpoch: number }
  /** From when on it is registered, which takes a while; absent in an older state file. */
  registeredEpoch?: number
  /** Set once it was deregistered: when its last requests are cut off. */
  drainedEpoch: number | undefined
}

export interface HostedZoneState extends Zone {
  /** Whether the parent's name servers lead to those of this zone. */
  isDelegated: boolean
  /** Without those that every zone has of itself. */
  records: ZoneRecord[]
}

interface RecordChangeState {
  inSyncEpoch: number
}

export interface ForeignEndpointState {
  id: string
  vpcId: string
  service: string
  securityGroupId: string
  interfaces: { id: string; subnetId: string }[]
}

interface LingeringInterface {
  subnetIds: string[]
  securityGroupIds: string[]
  releasedEpoch: number
}

export interface WarningState {
  id: string
  instanceId: string
  terminateEpoch: number
  receipt: string
  /** Not handed out before. */
  visibleEpoch: number
}

export const emptyWorld = (): WorldState => ({ format: 1, accounts: {}, prices: {}, emptyPools: [] })

export const emptyAccount = (accountNumber: string): AccountState => ({
  accountNumber,
  stacks: {},
  roles: {},
  instanceProfiles: {},
  vpcs: {},
  subnets: {},
  routeTables: {},
  peerings: {},
  internetGateways: {},
  securityGroups: {},
  instances: {},
  loadBalancers: {},
  targetGroups: {},
  hostedZones: {},
  certificates: {},
  recordChanges: {},
  lingeringInterfaces: [],
  warnings: undefined,
  vcpuQuota: undefined,
  logGroups: {},
  secrets: {},
})
