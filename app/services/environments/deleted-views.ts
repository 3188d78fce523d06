import { z } from 'zod'
import { deploymentKinds } from '../../../core/deployment/deployment-state'
import { logTypes } from '../../../core/resources/events'
import { deploymentStateSchema } from '../deployments/deployment-views'
import { costSampleSchema } from '../cost/cost-views'

const deletedEnvironmentSchema = z.object({
  id: z.string(),
  name: z.string(),
  awsAccountName: z.string(),
  awsAccountNumber: z.string(),
  createdEpoch: z.int(),
  /** When nothing of it was left. */
  deletedEpoch: z.int(),
  /** Name of whoever asked for that; absent where nobody knows. */
  deletedBy: z.string().optional(),
  /** When what is kept of it goes as well. */
  forgottenEpoch: z.int(),
})

/** Environments that are gone, the last first. */
export const deletedEnvironmentsSchema = z.object({ environments: z.array(deletedEnvironmentSchema) })

export const deletedEnvironmentViewSchema = deletedEnvironmentSchema.extend({
  /** Newest first, with the names of when it was deleted. */
  deployments: z.array(
    z.object({
      sequence: z.int(),
      kind: z.enum(deploymentKinds),
      state: deploymentStateSchema,
      message: z.string(),
      /** Why it is, where nobody asked for it; of a change of settings, what it is. */
      reason: z.string(),
      createdEpoch: z.int(),
      finishedEpoch: z.int().optional(),
      requestedBy: z.string().optional(),
      undoneBySequence: z.int().optional(),
      changes: z.array(
        z.object({
          type: z.enum(['add', 'change', 'remove']),
          applicationName: z.string().optional(),
          versionName: z.string().optional(),
        }),
      ),
    }),
  ),
  /** What it cost in its last 30 days, as the overview of an environment has it. */
  samples: z.array(costSampleSchema),
})

/** Oldest first. */
export const deletedLogSchema = z.object({
  logs: z.array(
    z.object({
      /** Grows within an environment. */
      id: z.int(),
      type: z.enum(logTypes),
      createdEpoch: z.int(),
      message: z.string(),
      code: z.string().optional(),
      severity: z.enum(['INFO', 'ERROR']),
    }),
  ),
  /** Present where there may be older ones. */
  hasOlder: z.literal(true).optional(),
})

export type DeletedEnvironments = z.infer<typeof deletedEnvironmentsSchema>
export type DeletedEnvironmentView = z.infer<typeof deletedEnvironmentViewSchema>
export type DeletedLog = z.infer<typeof deletedLogSchema>
