import { z } from 'zod'
import { processPhases } from '../process/process-phases'
import { markets, type Market } from '../catalogue/pool'
import { generationSchema } from './environment-network'

export { markets, type Market }

/** Steps of an instance's boot in the order in which they come; what the agent cannot know is left out. */
export const bootSteps = ['kernel', 'docker', 'agent', 'pulled', 'started', 'healthy'] as const
export type BootStep = (typeof bootSteps)[number]
const bootTimelineSchema = z.partialRecord(z.enum(bootSteps), z.number())

/**
 * An instance we run or intend to run. Written before the launch, so that a controller that dies between
 * intent and launch repeats the launch with the same client token and gets the same instance.
 */
export const instanceStatusSchema = z.object({
  clientToken: z
    .string()
    .describe(
      'Token of the launch: the same token never launches a second instance. Processes name their instance by it.',
    ),
  generation: generationSchema,
  instanceId: z.string().optional().describe('Id of the instance in AWS. Absent: not launched yet.'),
  instanceType: z.string().describe('Type of the instance, such as m7g.large.'),
  zone: z.string().describe('Availability zone.'),
  market: z.enum(markets).describe('Whether it is a Spot instance or on-demand.'),
  pricePerHour: z.number().describe('USD an hour when it was chosen.'),
  marketPricePerHour: z
    .number()
    .optional()
    .describe('USD an hour that Spot costs now, as AWS bills it; absent on-demand and in its first hour.'),
  onDemandPricePerHour: z
    .number()
    .optional()
    .describe(
      'USD for the same on-demand when it was chosen, of one on Spot; absent where that could not be had.',
    ),
  vcpu: z.number().describe('Cores.'),
  memoryMib: z.number().describe('Memory in MiB.'),
  phase: z
    .enum(['Launching', 'Running', 'Draining', 'Terminating'])
    .describe('Where the instance is between the intent to launch it and its end.'),
  lastSeenEpoch: z.int().describe('When we last heard from its agent, or when it was launched.'),
  interruptedEpoch: z.int().optional().describe('When a Spot warning was written down.'),
  takenBackEpoch: z.int().optional().describe('When the warning says that AWS ends the instance.'),
  rebalanceEpoch: z
    .int()
    .optional()
    .describe('When AWS said that it is likelier than others to be taken back.'),
  launchedEpoch: z.int().optional().describe('When AWS launched it.'),
  logBytes: z
    .number()
    .optional()
    .describe('What its agent had counted of logs at the last time that `metered.logBytes` took it over.'),
  boot: bootTimelineSchema
    .optional()
    .describe(
      'How long after its launch each part was there, in seconds, once its first process was healthy.',
    ),
  replacedEpoch: z
    .int()
    .optional()
    .describe('When all that ran on it served elsewhere, after AWS announced that it takes it back.'),
  imageId: z.string().optional().describe('The machine image that it was launched from.'),
  isLate: z
    .literal(true)
    .optional()
    .describe(
      'It replaces one that AWS is about to take and is not up yet, so that another one is launched beside it: the first that serves stays.',
    ),
  patchingEpoch: z
    .int()
    .optional()
    .describe('Since when it is being replaced because there is a newer image.'),
  agentPatch: z
    .object({
      sha256: z.string().describe('Checksum of the bundle of the release.'),
      epoch: z.int().describe('Since when it is asked.'),
    })
    .optional()
    .describe('The release that its agent is asked to give way to, and since when.'),
})

/** A pool that was refused or interrupted lately. */
export const poolTroubleSchema = z.object({
  instanceType: z.string().describe('Type of the instances of the pool.'),
  zone: z.string().describe('Availability zone of the pool.'),
  market: z.enum(markets).describe('Spot or on-demand.'),
  vcpu: z.number().describe('Cores of one instance.'),
  penalty: z.number().describe('As it was at `epoch`; it decays.'),
  epoch: z.int().describe('When the penalty was what it says.'),
  refusal: z
    .object({
      reason: z.enum(['InsufficientCapacity', 'QuotaExceeded']).describe('Why AWS refused.'),
      message: z.string().describe('What AWS said.'),
      untilEpoch: z.int().describe('When it may be asked for again.'),
      isOfType: z
        .literal(true)
        .optional()
        .describe('The account may not launch the type, in whatever zone and market.'),
      isOfAccount: z
        .literal(true)
        .optional()
        .describe('It is something of the account that ends launches, whatever is launched.'),
    })
    .optional()
    .describe('Not to be asked for before this time, because it was refused.'),
})

/** A process, from the decision to run it until it is gone. */
export const processStatusSchema = z.object({
  id: z.string().describe('Id of the process. One that replaces it has another one.'),
  applicationId: z.string().describe('Id of its application in the portal.'),
  releaseId: z.string().describe('Identifies application, version and configuration.'),
  deployment: z.string().describe('Name of the Deployment resource that it was started for.'),
  clientToken: z.string().describe('Token of the instance on which it runs.'),
  phase: z.enum(processPhases).describe('Where the process is between the decision to run it and its end.'),
  requestedEpoch: z
    .int()
    .describe('When its agent was first asked to run it; before that, when it was decided.'),
  pulledEpoch: z.int().optional().describe('When its image was there.'),
  startedEpoch: z
    .int()
    .optional()
    .describe('When its container was first started; the health limit counts from here.'),
  healthyEpoch: z
    .int()
    .optional()
    .describe(
      'When it was healthy for the first time: a process that was in service once is only drained, never dropped.',
    ),
  healthMilliseconds: z
    .int()
    .optional()
    .describe(
      'How long the answer of /health took by which it was first healthy since its container was started.',
    ),
  ports: z
    .array(
      z.object({
        port: z.int().describe('Port in the container.'),
        hostPort: z.int().describe('Port of the instance that leads to it.'),
      }),
    )
    .describe('Where its ports are on the instance.'),
  restarts: z.int().describe('How often its container was started again.'),
  memoryKills: z
    .int()
    .optional()
    .describe(
      'How many of its programs were killed because memory ran out, while it went on; absent for none.',
    ),
  memoryEnds: z
    .int()
    .optional()
    .describe('How often its container ended as a whole because memory ran out; absent for none.'),
  memoryEpoch: z
    .int()
    .optional()
    .describe('When its agent last told of more that was killed for memory; absent for never.'),
  crashEpochs: z
    .array(z.int())
    .optional()
    .describe(
      'When it crashed lately, or a program in it was killed for memory, of one that was in service once.',
    ),
  crashLoopEpoch: z
    .int()
    .optional()
    .describe('Since when it crashes again and again; absent once it stayed up for a while.'),
  stopPolledEpoch: z
    .int()
    .optional()
    .describe(
      'When its agent last said that it asks its stop endpoint; while it is not stopping, when its agent began to say so.',
    ),
  message: z.string().optional().describe('What is wrong with it, if anything.'),
  outputFault: z.string().optional().describe('Why what it prints does not reach CloudWatch Logs.'),
})

export type InstanceStatus = z.infer<typeof instanceStatusSchema>
export type PoolTrouble = z.infer<typeof poolTroubleSchema>
export type ProcessStatus = z.infer<typeof processStatusSchema>
