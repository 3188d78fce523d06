import { z } from 'zod'
import { applicationLimits } from '../application/application-limits'
import { longest, most } from '../text/longest'
import { roleMapSchema, subdomainSchema } from './application'
import { eventSchema } from './events'
import { conditionSchema, maximumResourceNameLength, type Resource } from './metadata'
import { uniqueBy } from './rule'

export const spotStrategies = ['ALL', 'ALL_BUT_ONE', 'HALF_OR_LESS', 'NONE'] as const
export type SpotStrategy = (typeof spotStrategies)[number]

export const markets = ['spot', 'on-demand'] as const
export type Market = (typeof markets)[number]

/** What a team says differently about an application in this environment; takes effect at once. */
export const applicationOverrideSchema = z.object({
  applicationId: z.string().min(1).max(maximumResourceNameLength),
  count: z.int().min(0).max(applicationLimits.numProcesses).optional(),
  maxSpotPercentage: z.int().min(0).max(100).optional(),
  roles: roleMapSchema.optional(),
})

/** More than a team has applications. */
const maximumOverrides = 1000

/** A zone in which the environment is to have its names. */
const hostedZoneLinkSchema = z.object({
  /** Grows by every link that somebody asks for: the last one is to stay. */
  order: z.int().min(1),
  /** Name of the HostedZone resource. */
  hostedZone: z.string().min(1).max(maximumResourceNameLength),
  subdomain: subdomainSchema.optional(),
})

const overridesSchema = uniqueBy(z.array(applicationOverrideSchema).max(maximumOverrides), 'applicationId')

/** What people set for a whole environment. A snapshot holds it beside the applications. */
export const environmentSettingsSchema = z.object({
  spotStrategy: z.enum(spotStrategies),
  overrides: overridesSchema,
})

export const environmentSpecSchema = z.object({
  displayName: z.string().min(1).max(longest.name),
  /** Name of the AwsAccount resource whose account holds the environment. */
  awsAccount: z.string().min(1).max(maximumResourceNameLength),
  spotStrategy: z.enum(spotStrategies),
  overrides: overridesSchema,
  /** Of the last deployment that brought overrides of its own and is live: those above are, or replace, its. */
  settingsSequence: z.int().min(1).optional(),
  /** In the order in which they are carried out. */
  hostedZoneLinks: uniqueBy(z.array(hostedZoneLinkSchema).max(most.zoneLinks), 'order').optional(),
  /** Names of the ExternalNetwork resources with which the environment is to be connected. */
  linkedNetworks: z
    .array(z.string().min(1).max(maximumResourceNameLength))
    .max(most.linkedNetworks)
    .optional(),
  /** Raised when somebody asks for an examination of what is deployed; the reconciler then checks everything afresh. */
  examineRequestedEpoch: z.int().optional(),
})

/** What the network step made, by id; the field of a part is absent until it exists. */
export const networkStatusSchema = z.object({
  vpcId: z.string().optional(),
  /** Written down before there is a VPC, so that whoever makes one makes the same. */
  cidr: z.string().optional(),
  /** When the range was chosen; absent once it is sure that nobody else chose it. */
  rangeClaimedEpoch: z.int().optional(),
  internetGatewayId: z.string().optional(),
  subnets: z.array(z.object({ id: z.string(), zone: z.string(), cidr: z.string() })),
  instanceSecurityGroupId: z.string().optional(),
  loadBalancerSecurityGroupId: z.string().optional(),
})

/** In the order in which they come. What the agent cannot know is absent. */
export const bootSteps = ['kernel', 'docker', 'agent', 'pulled', 'started', 'healthy'] as const
export type BootStep = (typeof bootSteps)[number]
const bootTimelineSchema = z.partialRecord(z.enum(bootSteps), z.number())

/**
 * An instance we run or intend to run. Written before the launch, so that a controller that dies between
 * intent and launch repeats the launch with the same client token and gets the same instance.
 */
export const instanceStatusSchema = z.object({
  clientToken: z.string(),
  instanceId: z.string().optional(),
  instanceType: z.string(),
  zone: z.string(),
  market: z.enum(markets),
  pricePerHour: z.number(),
  /** USD for the same on-demand when it was chosen, of one on Spot; absent where that could not be had. */
  onDemandPricePerHour: z.number().optional(),
  vcpu: z.number(),
  memoryMib: z.number(),
  phase: z.enum(['Launching', 'Running', 'Draining', 'Terminating']),
  /** When we last heard from its agent, or when it was launched. */
  lastSeenEpoch: z.int(),
  /** When a Spot warning was written down. */
  interruptedEpoch: z.int().optional(),
  /** When the warning says that AWS ends the instance. */
  takenBackEpoch: z.int().optional(),
  /** When AWS said that it is likelier than others to be taken back. */
  rebalanceEpoch: z.int().optional(),
  launchedEpoch: z.int().optional(),
  /** How long after its launch each part was there, in seconds, once its first process was healthy. */
  boot: bootTimelineSchema.optional(),
  /** When all that ran on it served elsewhere, after AWS announced that it takes it back. */
  replacedEpoch: z.int().optional(),
  /** The machine image that it was launched from. */
  imageId: z.string().optional(),
  /** Since when it is being replaced because there is a newer image. */
  patchingEpoch: z.int().optional(),
  /** The release that its agent is asked to give way to, and since when. */
  agentPatch: z.object({ sha256: z.string(), epoch: z.int() }).optional(),
})

/** A pool that was refused or interrupted lately. */
export const poolTroubleSchema = z.object({
  instanceType: z.string(),
  zone: z.string(),
  market: z.enum(markets),
  vcpu: z.number(),
  /** As it was at `epoch`; it decays. */
  penalty: z.number(),
  epoch: z.int(),
  /** Not to be asked for before this time, because it was refused. */
  refusal: z
    .object({
      reason: z.enum(['InsufficientCapacity', 'QuotaExceeded']),
      message: z.string(),
      untilEpoch: z.int(),
    })
    .optional(),
})

export const processPhases = ['Pending', 'Starting', 'Healthy', 'Serving', 'Draining', 'Stopping'] as const

/** Where a process is, from the decision to run it until it is gone. */
export const processStatusSchema = z.object({
  id: z.string(),
  applicationId: z.string(),
  /** Identifies application, version and configuration; see core/release. */
  releaseId: z.string(),
  deployment: z.string(),
  clientToken: z.string(),
  phase: z.enum(processPhases),
  /** When its agent was first asked to run it; before that, when it was decided. */
  requestedEpoch: z.int(),
  /** When its image was there. */
  pulledEpoch: z.int().optional(),
  /** When its container was first started; the health limit counts from here. */
  startedEpoch: z.int().optional(),
  /** When it was healthy for the first time: a process that was in service once is only drained, never dropped. */
  healthyEpoch: z.int().optional(),
  ports: z.array(z.object({ port: z.int(), hostPort: z.int() })),
  restarts: z.int(),
  /** When its agent last said that it asks its stop endpoint; while it is not stopping, when its agent began to say so. */
  stopPolledEpoch: z.int().optional(),
  message: z.string().optional(),
  /** Why what it prints does not reach CloudWatch Logs. */
  outputFault: z.string().optional(),
})

/** A public name of AWS's own, and the zone of AWS's that holds it. */
const aliasTargetSchema = z.object({ dnsName: z.string(), zoneId: z.string() })

/** A name of ours in a zone, from the decision to make it until it is gone. Written down before anything is done to the zone. */
export const dnsRecordStatusSchema = z.object({
  /** Name of the HostedZone resource. */
  hostedZone: z.string(),
  name: z.string(),
  applicationId: z.string(),
  port: z.int(),
  target: aliasTargetSchema,
  phase: z.enum(['Creating', 'Present', 'Removing', 'Taken']),
  /** What it led to until now, in whose place the target comes. */
  former: aliasTargetSchema.optional(),
  /** Of AWS's, until every name server knows it. */
  changeId: z.string().optional(),
  /** When the zone was found with it, or changed. */
  seenEpoch: z.int().optional(),
  /** What is there instead of it. */
  message: z.string().optional(),
})

const dnsStatusSchema = z.object({
  /** Whose names all are there. */
  associated: hostedZoneLinkSchema.optional(),
  /** Whose names are being made. */
  inProgress: hostedZoneLinkSchema.optional(),
  records: z.array(dnsRecordStatusSchema),
})

/** A record by which AWS is shown that the names of a certificate are ours. */
const validationStatusSchema = z.object({
  name: z.string(),
  value: z.string(),
  /** Foreign: somebody else's says the same, and is left. Taken: somebody else's says something else. */
  phase: z.enum(['Creating', 'Present', 'Foreign', 'Taken', 'Removing']),
  /** When the zone was found with it, or changed. */
  seenEpoch: z.int().optional(),
})

/** A certificate for the names of a link, from the decision to have it until nothing of it is left. */
export const certificateStatusSchema = z.object({
  /** Name of the HostedZone resource that validates it. */
  hostedZone: z.string(),
  /** All names of the link are below it: `*.staging.example.com`. */
  wildcard: z.string(),
  domainNames: z.array(z.string()),
  /** A request that is repeated with it gives the same certificate. */
  token: z.string(),
  phase: z.enum(['Requesting', 'Validating', 'Issued', 'Refused', 'Removing']),
  /** Since when it is in its phase. */
  sinceEpoch: z.int(),
  certificateId: z.string().optional(),
  validations: z.array(validationStatusSchema),
  expiresEpoch: z.int().optional(),
  /** How often AWS refused it in a row, and why it did last. */
  refusals: z.int().optional(),
  message: z.string().optional(),
})

/** How a load balancer comes to answer on HTTPS. */
const httpsStatusSchema = z.object({
  loadBalancerId: z.string(),
  phase: z.enum(['Opening', 'Open', 'Closing']),
  /** What it shows, or is to show. */
  certificateIds: z.array(z.string()),
  url: z.string().optional(),
})

/** A connection with an external network, from the decision to make it until it is gone. Written down before anything is done. */
export const peeringStatusSchema = z.object({
  /** Name of the ExternalNetwork resource. */
  network: z.string(),
  /** Name of the AwsAccount resource whose account holds its VPC. */
  awsAccount: z.string(),
  vpcId: z.string(),
  /** Of the environment. */
  ownVpcId: z.string(),
  /** The environment's range, to which the routes in the external network lead. */
  ownRange: z.string(),
  /** Ranges of the external network, to which routes of the environment lead. */
  ranges: z.array(z.string()),
  phase: z.enum(['Connecting', 'Connected', 'Removing']),
  /** Of AWS's, once it was asked for. */
  peeringId: z.string().optional(),
  /** Of connections that are gone, to which routes may lead still. */
  formerIds: z.array(z.string()).optional(),
  /** When all of it was last found as it should be. */
  seenEpoch: z.int().optional(),
  /** Since when nothing of one that goes was found any more. */
  absentEpoch: z.int().optional(),
  /** What is in its way, or missing. */
  message: z.string().optional(),
})

export const loadBalancerStatusSchema = z.object({
  applicationId: z.string(),
  port: z.int(),
  loadBalancerId: z.string().optional(),
  targetGroupId: z.string().optional(),
  url: z.string().optional(),
  /** What a record that leads to it says. */
  alias: aliasTargetSchema.optional(),
  https: httpsStatusSchema.optional(),
})

/** The log group of an application, from the decision to make it. Once made it stays, whatever becomes of the application. */
export const logGroupStatusSchema = z.object({
  applicationId: z.string(),
  name: z.string(),
  isMade: z.boolean(),
})

export const environmentPhases = ['Initial', 'Ready', 'Working', 'Failure', 'Deleting'] as const

export const environmentStatusSchema = z.object({
  observedGeneration: z.int(),
  phase: z.enum(environmentPhases),
  message: z.string(),
  conditions: z.array(conditionSchema),
  network: networkStatusSchema,
  instances: z.array(instanceStatusSchema),
  processes: z.array(processStatusSchema),
  loadBalancers: z.array(loadBalancerStatusSchema),
  dns: dnsStatusSchema.optional(),
  certificates: z.array(certificateStatusSchema).optional(),
  peerings: z.array(peeringStatusSchema).optional(),
  /** Which bytes the tag of a version meant when it was first pulled here. */
  imageDigests: z
    .array(z.object({ applicationId: z.string(), image: z.string(), tag: z.string(), digest: z.string() }))
    .optional(),
  logGroups: z.array(logGroupStatusSchema).optional(),
  troubledPools: z.array(poolTroubleSchema).optional(),
  /** Name of the deployment that serves: the last one of which everything did. People know it as the live one. */
  servingDeployment: z.string().optional(),
  costPerHour: z.number(),
  /** What the planner proved when it last looked at a fleet at rest, in USD an hour at the prices of then. */
  proof: z.object({ costPerHour: z.number(), lowerBoundPerHour: z.number() }).optional(),
  examinedEpoch: z.int().optional(),
  events: z.array(eventSchema),
  /** Sequence of the newest event, also after old ones were dropped. */
  lastEventSequence: z.int(),
})

export type ApplicationOverride = z.infer<typeof applicationOverrideSchema>
export type EnvironmentSettings = z.infer<typeof environmentSettingsSchema>
export type EnvironmentSpec = z.infer<typeof environmentSpecSchema>
export type EnvironmentStatus = z.infer<typeof environmentStatusSchema>
export type NetworkStatus = z.infer<typeof networkStatusSchema>
export type InstanceStatus = z.infer<typeof instanceStatusSchema>
export type LogGroupStatus = z.infer<typeof logGroupStatusSchema>
export type PoolTrouble = z.infer<typeof poolTroubleSchema>
export type ProcessStatus = z.infer<typeof processStatusSchema>
export type HostedZoneLink = z.infer<typeof hostedZoneLinkSchema>
export type DnsStatus = z.infer<typeof dnsStatusSchema>
export type DnsRecordStatus = z.infer<typeof dnsRecordStatusSchema>
export type CertificateStatus = z.infer<typeof certificateStatusSchema>
export type ValidationStatus = z.infer<typeof validationStatusSchema>
export type HttpsStatus = z.infer<typeof httpsStatusSchema>
export type PeeringStatus = z.infer<typeof peeringStatusSchema>
export type LoadBalancerStatus = z.infer<typeof loadBalancerStatusSchema>
export type Environment = Resource<'Environment', EnvironmentSpec, EnvironmentStatus>
