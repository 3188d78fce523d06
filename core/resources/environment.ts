import { z } from 'zod'
import {
  byChoice,
  valuesOf,
  type ChoiceName,
  type Choices,
  type ChoiceValue,
  type DeployedChoice,
} from '../environment/choices'
import { scalingMeasureNames } from '../application/scaling-measures'
import { longest, most } from '../text/longest'
import { overrideShape } from './application'
import { instanceStatusSchema, poolTroubleSchema, processStatusSchema } from './environment-fleet'
import {
  balancingStatusSchema,
  certificateStatusSchema,
  dnsStatusSchema,
  hostedZoneLinkSchema,
  loadBalancerStatusSchema,
} from './environment-names'
import {
  formerNetworkSchema,
  networkStatusSchema,
  nextNetworkSchema,
  peeringStatusSchema,
} from './environment-network'
import { awaitedImageSchema, resolvedImageSchema } from './environment-images'
import { environmentSleepSchema, sleepStatusSchema } from '../environment/sleep-schemas'
import { toldSchema } from './environment-told'
import { eventSchema } from './events'
import { maximumResourceNameLength, statusFields, type Resource } from './metadata'
import { uniqueBy } from './rule'

export * from './environment-fleet'
export * from './environment-images'
export * from './environment-names'
export * from './environment-network'
export * from '../environment/sleep-schemas'

export const spotStrategies = valuesOf('spotStrategy')
export type SpotStrategy = ChoiceValue<'spotStrategy'>

/** What may break of an environment without an application with two or more processes going with it. */
export const goesOnWithouts = valuesOf('goesOnWithout')
export type GoesOnWithout = ChoiceValue<'goesOnWithout'>

const choiceShape = byChoice((name, { leftOut, described }) => {
  const schema = z.enum(valuesOf(name))
  return (leftOut === undefined ? schema : schema.optional()).describe(described)
}) as unknown as {
  [Name in ChoiceName]: Choices[Name] extends { leftOut: string }
    ? z.ZodOptional<z.ZodType<ChoiceValue<Name>>>
    : z.ZodType<ChoiceValue<Name>>
}

/** A team's override of an application in this environment; takes effect at once. */
export const applicationOverrideSchema = z.object({
  applicationId: z
    .string()
    .min(1)
    .max(maximumResourceNameLength)
    .describe('Id of the application in the portal. Each can be there once.'),
  ...overrideShape,
})

/** More than a team has applications. */
const maximumOverrides = 1000

const overridesSchema = uniqueBy(z.array(applicationOverrideSchema).max(maximumOverrides), 'applicationId')

export const environmentSpecSchema = z.object({
  displayName: z.string().min(1).max(longest.name).describe('Name of the environment in the portal.'),
  awsAccount: z
    .string()
    .min(1)
    .max(maximumResourceNameLength)
    .describe('Name of the AwsAccount resource whose account holds the environment.'),
  ...choiceShape,
  overrides: overridesSchema.describe(
    'What is said differently about applications in this environment. Takes effect at once.',
  ),
  settingsSequence: z
    .int()
    .min(1)
    .optional()
    .describe(
      'Of the last deployment that brought overrides of its own and is live: those above are, or replace, its.',
    ),
  hostedZoneLinks: uniqueBy(z.array(hostedZoneLinkSchema).max(most.zoneLinks), 'order')
    .optional()
    .describe('In the order in which they are carried out.'),
  linkedNetworks: z
    .array(z.string().min(1).max(maximumResourceNameLength))
    .max(most.linkedNetworks)
    .optional()
    .describe('Names of the ExternalNetwork resources with which the environment is to be connected.'),
  awaitedImages: z
    .array(awaitedImageSchema)
    .max(most.awaitedImages)
    .optional()
    .describe('Images of deployments that wait for approval: what their tags mean is looked up.'),
  examineRequestedEpoch: z
    .int()
    .optional()
    .describe(
      'Raised when somebody asks for an examination of what is deployed; the reconciler then checks everything afresh.',
    ),
  sleep: environmentSleepSchema
    .optional()
    .describe('When nothing of it is to run. Absent from one that has never slept and has no schedule.'),
})

/** The log group of an application, from the decision to make it. Once made it stays, whatever becomes of the application. */
const logGroupStatusSchema = z.object({
  applicationId: z.string().describe('Id of the application whose output it takes.'),
  name: z.string().describe('Name of the group in CloudWatch Logs.'),
  isMade: z.boolean().describe('Whether it is there.'),
})

const scalingStatusSchema = z.object({
  applicationId: z.string().describe('Id of the application in the portal.'),
  number: z.int().describe('How many of its processes are wanted, until its use or the time changes that.'),
  sinceEpoch: z.int().describe('Since when it is this number.'),
  usedPercentage: z
    .int()
    .optional()
    .describe(
      'How much of what they ask for they used when it was decided. Absent: requests or its bounds decided.',
    ),
  usedRequests: z
    .int()
    .optional()
    .describe(
      'How many requests each of them had in a minute when it was decided by that. Absent: it was not.',
    ),
  usedMeasure: z
    .enum(scalingMeasureNames)
    .optional()
    .describe('Of what that is, and so what set the number. Absent: of CPU, if of anything.'),
  countsRequests: z
    .literal(true)
    .optional()
    .describe('CloudWatch is asked each minute for its requests, which AWS charges for.'),
  schedule: z
    .object({
      processes: z.int().describe('At least so many.'),
      untilEpoch: z.int().describe('When that ends.'),
      timeZone: z.string().describe('By whose clock people said so.'),
    })
    .optional()
    .describe('What its schedule wants at present. Absent: nothing.'),
  scaledOutEpoch: z.int().optional().describe('When processes were added last.'),
  scaledInEpoch: z.int().optional().describe('When processes were removed last.'),
  isBlind: z
    .literal(true)
    .optional()
    .describe('Nobody knows what they use at the moment, so that the number stays.'),
  isShort: z.literal(true).optional().describe('They would need to be more than there may be.'),
})

const meteredStatusSchema = z.object({
  epoch: z
    .int()
    .describe('When it was last looked at; it is written once an hour at most, unless something ends.'),
  logBytes: z.number().describe('Bytes that CloudWatch Logs took in from its instances.'),
  lacksLogs: z
    .literal(true)
    .optional()
    .describe('The agent of an instance that runs cannot tell what its processes print.'),
  capacityUnitHours: z
    .number()
    .optional()
    .describe('LCU-hours that load balancers consumed; absent before the first look.'),
  capacityUnitsUntilEpoch: z.int().optional().describe('The end of the last hour that is in it.'),
  lacksCapacityUnits: z
    .literal(true)
    .optional()
    .describe('The role of the account may not read what load balancers consume.'),
})

export const environmentPhases = ['Initial', 'Ready', 'Working', 'Failure', 'Deleting'] as const

export const environmentStatusSchema = z.object({
  ...statusFields,
  phase: z
    .enum(environmentPhases)
    .describe(
      'Initial until there is a network; then Ready, Working while something changes, Failure where somebody must act; Deleting at its end.',
    ),
  network: networkStatusSchema.describe('The network in AWS.'),
  next: nextNetworkSchema
    .optional()
    .describe('The network to which it moves, where its range overlaps another.'),
  former: formerNetworkSchema
    .optional()
    .describe('The network from which it moved, until nothing of it is left.'),
  instances: z.array(instanceStatusSchema).describe('Instances that run, or are to.'),
  processes: z.array(processStatusSchema).describe('Processes that run, or are to.'),
  loadBalancers: z
    .array(loadBalancerStatusSchema)
    .describe(
      'Ports that are exposed, each with its load balancer: one of its own, or the one that all of them share.',
    ),
  balancing: balancingStatusSchema
    .optional()
    .describe('Which load balancers there are. Absent: one for each port that is exposed.'),
  dns: dnsStatusSchema.optional().describe('Names in hosted zones.'),
  certificates: z.array(certificateStatusSchema).optional().describe('Certificates for the names.'),
  peerings: z.array(peeringStatusSchema).optional().describe('Connections with external networks.'),
  imageDigests: z
    .array(
      z.object({
        applicationId: z.string().describe('Id of the application in the portal.'),
        image: z.string().describe('Image without its tag.'),
        tag: z.string().describe('Tag of the image.'),
        digest: z.string().describe('Digest of the image, sha256:….'),
      }),
    )
    .optional()
    .describe('Which bytes the tag of a version meant when it was first pulled here.'),
  resolvedImages: z
    .array(resolvedImageSchema)
    .optional()
    .describe('What is known of the images of deployments that wait for approval.'),
  cpuUse: z
    .array(
      z.object({
        applicationId: z.string().describe('Id of the application in the portal.'),
        cores: z.number().describe('Cores that one of its processes used on the average of 24 hours.'),
      }),
    )
    .optional()
    .describe('What processes were measured to use of their CPU: plans charge for surplus CPU by it.'),
  scaling: z
    .array(scalingStatusSchema)
    .optional()
    .describe(
      'Applications whose number of processes follows their use of CPU or memory, their requests, or a schedule at present.',
    ),
  sleep: sleepStatusSchema.optional().describe('Whether it sleeps; absent from one that has not slept yet.'),
  metered: meteredStatusSchema
    .optional()
    .describe('What AWS charges by use, as counters that only rise. Absent before the first look.'),
  logGroups: z.array(logGroupStatusSchema).optional().describe('Where the output of processes goes.'),
  troubledPools: z
    .array(poolTroubleSchema)
    .optional()
    .describe('Pools of instances that are avoided for now.'),
  servingDeployment: z
    .string()
    .optional()
    .describe(
      'Name of the deployment that serves: the last one of which everything did. People know it as the live one.',
    ),
  told: toldSchema
    .optional()
    .describe(
      'What the log has said of the deployment that is wanted. Lines of the log are dropped, this is not.',
    ),
  outages: z
    .array(
      z.object({
        applicationId: z.string().describe('Id of the application in the portal.'),
        name: z.string().describe('Name that it had then.'),
        sinceEpoch: z.int().describe('Since when none of its processes is healthy.'),
      }),
    )
    .optional()
    .describe('Applications that were in service and are down.'),
  costPerHour: z
    .number()
    .describe('USD an hour of the instances that run, with CPU above the baseline of burstable types.'),
  proof: z
    .object({
      costPerHour: z.number().describe('USD an hour of the fleet.'),
      lowerBoundPerHour: z.number().describe('USD an hour below which no fleet can be.'),
    })
    .optional()
    .describe(
      'What the planner proved when it last looked at a fleet at rest, in USD an hour at the prices of then.',
    ),
  strategyCosts: z
    .object({
      fingerprint: z
        .string()
        .describe(
          'Identifies the processes and prices that were planned with: the costs stand until these change.',
        ),
      wanted: z
        .string()
        .optional()
        .describe('Identifies the processes alone: when others are wanted, the costs are dropped.'),
      plannedEpoch: z.int().describe('When they were planned.'),
      costs: z
        .array(
          z.object({
            spotStrategy: z.enum(spotStrategies).describe('The strategy.'),
            costPerHour: z.number().describe('USD an hour of the instances.'),
          }),
        )
        .describe('One for each strategy under which everything finds an instance.'),
      others: z
        .array(
          z.object({
            goesOnWithout: z.enum(goesOnWithouts).describe('What may break.'),
            spotStrategy: z.enum(spotStrategies).describe('The Spot strategy that it was planned with.'),
            costPerHour: z.number().describe('USD an hour of the instances.'),
          }),
        )
        .optional()
        .describe('One for each other choice of what the environment goes on without.'),
    })
    .optional()
    .describe(
      'What the processes that are wanted would cost under each Spot strategy, on instances chosen anew.',
    ),
  examinedEpoch: z
    .int()
    .optional()
    .describe('The last spec.examineRequestedEpoch that an examination answered.'),
  events: z
    .array(eventSchema)
    .describe('The newest lines of the log that the portal shows. Postgres keeps all.'),
  lastEventSequence: z.int().describe('Sequence of the newest event, also after old ones were dropped.'),
})

export type ApplicationOverride = z.infer<typeof applicationOverrideSchema>
/** Settings of a whole environment. A snapshot holds them beside the applications. */
export type EnvironmentSettings = Pick<EnvironmentSpec, DeployedChoice | 'overrides'>
export type EnvironmentSpec = z.infer<typeof environmentSpecSchema>
export type EnvironmentStatus = z.infer<typeof environmentStatusSchema>
export type ScalingStatus = z.infer<typeof scalingStatusSchema>
export type LogGroupStatus = z.infer<typeof logGroupStatusSchema>
export type Environment = Resource<'Environment', EnvironmentSpec, EnvironmentStatus>
