import { z } from 'zod'
import { deploymentSteps } from '../../../core/resources/deployment'
import { processPhases } from '../../../core/process/process-phases'
import { markets } from '../../../core/resources/environment'
import { outcomes } from '../../../core/resources/wire-states'

/** How far a deployment is: what the controller said last of the applications that it changes. */
export const progressSchema = z.object({
  /** How many processes it brings, and how far they are. */
  wanted: z.int(),
  placed: z.int(),
  pulled: z.int(),
  started: z.int(),
  healthy: z.int(),
  serving: z.int(),
  /** Whether any of them is reached through a load balancer. */
  hasPorts: z.boolean(),
  /** Instances that are on their way. */
  launching: z.int(),
  /** Processes that are on their way out. */
  leaving: z.int(),
  /** The obstacle to launching instances. */
  shortage: z.string().optional(),
})

/** When each step was first done, in milliseconds; absent where it is not, or where there was no need of it. */
export const timelineSchema = z.partialRecord(z.enum(deploymentSteps), z.int())

export const deploymentStepSchema = z.object({
  /** Its turn, what is noted while it goes on, and the end of what ran before. */
  name: z.enum(['queued', ...deploymentSteps, 'drained']),
  outcome: z.literal(Object.values(outcomes)).describe(
    Object.entries(outcomes)
      .map(([name, value]) => `${value}: ${name}`)
      .join(', '),
  ),
  /** Absent until it begins. */
  beganEpoch: z.int().optional(),
  /** Absent until it is done. */
  doneEpoch: z.int().optional(),
})

export const deploymentProcessSchema = z.object({
  id: z.string(),
  applicationName: z.string(),
  versionName: z.string(),
  phase: z.enum(processPhases),
  /** Present while it is in a crash loop, also while it is up in between. */
  isUnstable: z.literal(true).optional(),
  /** Absent until the launch of its instance has been answered. */
  instanceId: z.string().optional(),
  instanceType: z.string().optional(),
  market: z.enum(markets).optional(),
  pulledEpoch: z.int().optional(),
  /** What it is asked for by its health check. */
  healthPath: z.string(),
  /** How long it may take to get healthy, from `startedEpoch` on. */
  graceSeconds: z.int(),
  /** When its container was first started. */
  startedEpoch: z.int().optional(),
  /** When it was healthy for the first time. */
  healthyEpoch: z.int().optional(),
  /** How long the answer took by which it was first healthy since its container was started. */
  healthMilliseconds: z.int().optional(),
  restarts: z.int(),
  /** How many of its programs were killed because memory ran out, while it went on; absent for none. */
  memoryKills: z.int().optional(),
  /** Why it is not healthy, such as the last answer to its health check. */
  message: z.string().optional(),
})

export type Progress = z.infer<typeof progressSchema>
export type DeploymentStepView = z.infer<typeof deploymentStepSchema>
export type DeploymentProcess = z.infer<typeof deploymentProcessSchema>
