import { z } from 'zod'
import { logTypes } from '../../../core/resources/events'
import { deploymentStateSchema } from '../deployments/deployment-views'
import { progressSchema, timelineSchema } from '../deployments/progress-views'
import { environmentStatusViewSchema } from '../environments/environment-views'
import { loggedDeploymentSchema, loggedExaminationSchema } from '../environments/log-views'

/** The event of a deployment's stream, sent at each change of the deployment. */
export const deploymentNewsSchema = z.object({
  id: z.string(),
  environmentId: z.string(),
  environmentName: z.string(),
  sequence: z.int(),
  state: deploymentStateSchema,
  message: z.string(),
  /** Present while it is under way: what the controller said last. */
  progress: progressSchema.optional(),
  timeline: timelineSchema,
  /** The last lines of the process that failed it, oldest first. */
  output: z.array(z.string()),
  finishedEpoch: z.int().optional(),
  /** Id of the newer automatic deployment that took its place while it waited: follow that one. */
  supersededBy: z.string().optional(),
})

/** How an environment does, with the newest deployment to it. */
export const environmentNewsSchema = environmentStatusViewSchema.extend({
  deployment: deploymentNewsSchema.pick({ id: true, sequence: true, state: true, message: true }).optional(),
  /** What somebody did to it last, since the stream began: `Ada (ada@example.com) checked for drift.` */
  act: z.object({ id: z.string(), createdEpoch: z.int(), message: z.string() }).optional(),
})

export const logNewsSchema = z.object({
  /** Grows within an environment. */
  id: z.int(),
  type: z.enum(logTypes),
  createdEpoch: z.int(),
  message: z.string(),
  /** Which line it is, whatever its words are: `deployments.live`. Absent from what was logged before lines had codes. */
  code: z.string().optional(),
  severity: z.enum(['INFO', 'ERROR']),
  deployment: loggedDeploymentSchema.optional(),
  examination: loggedExaminationSchema.optional(),
})

export const endSchema = z.object({})

/** What a stream of an environment tells, by the name of the event. */
export const environmentEvents = { status: environmentNewsSchema, log: logNewsSchema, end: endSchema }

export type DeploymentNews = z.infer<typeof deploymentNewsSchema>
export type EnvironmentNews = z.infer<typeof environmentNewsSchema>
export type LogNews = z.infer<typeof logNewsSchema>
