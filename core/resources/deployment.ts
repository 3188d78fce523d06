import { z } from 'zod'
import { applicationSpecSchema, maximumApplications } from './application'
import { longest } from '../text/longest'
import { applicationOverrideSchema } from './environment'
import { failedOutputSchema } from './environment-told'
import { maximumResourceNameLength, statusFields, type Resource } from './metadata'
import { uniqueBy } from './rule'

/** A full snapshot of what an environment is to run. Immutable: the next deployment is another resource. */
export const deploymentSpecSchema = z.object({
  environment: z.string().min(1).max(maximumResourceNameLength).describe('Name of the Environment resource.'),
  sequence: z
    .int()
    .min(1)
    .describe(
      'Grows by one per deployment of the environment; the newest that has not failed is the desired one.',
    ),
  applications: uniqueBy(z.array(applicationSpecSchema).max(maximumApplications), 'applicationId').describe(
    'Everything that is to run, as it was when the deployment started.',
  ),
  overrides: uniqueBy(z.array(applicationOverrideSchema).max(maximumApplications), 'applicationId')
    .optional()
    .describe(
      `Present where it goes back to other overrides: its own hold from its start, and are the environment's once it is live.`,
    ),
  reason: z
    .string()
    .max(longest.line)
    .optional()
    .describe('Why it is, where nobody asked for it, for the log.'),
})

/** Steps between its start and its end, in the order in which people are told of them. */
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

/** Epochs at which each step was first done, in milliseconds. Absent: not yet, or there was no need of it. */
const timelineSchema = z.partialRecord(z.enum(deploymentSteps), z.int())
export type DeploymentTimeline = z.infer<typeof timelineSchema>

const deploymentPhases = ['Deploying', 'Live', 'Failed', 'Retired'] as const

export const deploymentStatusSchema = z.object({
  ...statusFields,
  phase: z
    .enum(deploymentPhases)
    .describe(
      'Deploying until it serves (Live) or cannot any more (Failed); Retired once a later one serves.',
    ),
  startedEpoch: z.int().optional().describe('When the controller began with it.'),
  finishedEpoch: z.int().optional().describe('When it was live or had failed.'),
  timeline: timelineSchema.optional().describe('When each step was first done.'),
  output: failedOutputSchema,
})

export type DeploymentSpec = z.infer<typeof deploymentSpecSchema>
export type DeploymentStatus = z.infer<typeof deploymentStatusSchema>
export type Deployment = Resource<'Deployment', DeploymentSpec, DeploymentStatus>
