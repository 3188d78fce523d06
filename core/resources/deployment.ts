import { z } from 'zod'
import { applicationSpecSchema, maximumApplications } from './application'
import { longest } from '../text/longest'
import { applicationOverrideSchema } from './environment'
import { conditionSchema, maximumResourceNameLength, type Resource } from './metadata'
import { uniqueBy } from './rule'

/** A full snapshot of what an environment is to run. Immutable: the next deployment is another resource. */
export const deploymentSpecSchema = z.object({
  environment: z.string().min(1).max(maximumResourceNameLength),
  /** Grows by one per deployment of the environment; the newest that has not failed is the desired one. */
  sequence: z.int().min(1),
  applications: uniqueBy(z.array(applicationSpecSchema).max(maximumApplications), 'applicationId'),
  /** Present where it goes back to other overrides: its own hold from its start, and are the environment's once it is live. */
  overrides: uniqueBy(
    z.array(applicationOverrideSchema).max(maximumApplications),
    'applicationId',
  ).optional(),
  /** Why it is, where nobody asked for it, for the log. */
  reason: z.string().max(longest.line).optional(),
})

/** What there is to do between its start and its end, in the order in which people are told of it. */
export const deploymentSteps = [
  'network',
  'loadBalancers',
  'instances',
  'pulled',
  'started',
  'healthy',
  'serving',
] as const
export type DeploymentStep = (typeof deploymentSteps)[number]

/** When each step was first done, epoch in milliseconds. Absent: not yet, or there was no need of it. */
const timelineSchema = z.partialRecord(z.enum(deploymentSteps), z.int())
export type DeploymentTimeline = z.infer<typeof timelineSchema>

export const deploymentPhases = ['Deploying', 'Live', 'Failed', 'Retired'] as const

export const deploymentStatusSchema = z.object({
  observedGeneration: z.int(),
  phase: z.enum(deploymentPhases),
  message: z.string(),
  conditions: z.array(conditionSchema),
  startedEpoch: z.int().optional(),
  finishedEpoch: z.int().optional(),
  timeline: timelineSchema.optional(),
  /** What the process that failed it printed last, oldest first. */
  output: z.array(z.string()).optional(),
})

export type DeploymentSpec = z.infer<typeof deploymentSpecSchema>
export type DeploymentStatus = z.infer<typeof deploymentStatusSchema>
export type Deployment = Resource<'Deployment', DeploymentSpec, DeploymentStatus>
