import { z } from 'zod'

/** A deployment that a line was logged for, and who asked for that. */
export const loggedDeploymentSchema = z.object({
  id: z.string(),
  sequence: z.int(),
  /** Name of the person or integration user; absent where they are gone, or nobody asked. */
  requestedBy: z.string().optional(),
  requesterKind: z.enum(['human', 'integration']).optional(),
  /** Present where SDO went back by itself. */
  isUndo: z.literal(true).optional(),
})

/** A check for drift that a line was logged for, and who asked for that. */
export const loggedExaminationSchema = z.object({ id: z.string(), requestedBy: z.string() })

export const environmentLogsSchema = z.object({
  /** Oldest first. */
  logs: z.array(
    z.object({
      /** Grows within an environment. */
      id: z.int(),
      createdEpoch: z.int(),
      message: z.string(),
      /** Which line it is, whatever its words are: `deployments.live`. Absent from what was logged before lines had codes. */
      code: z.string().optional(),
      severity: z.enum(['INFO', 'ERROR']),
      /** Trace of the request that the line follows from: that of `traceparent` in its answer. */
      traceId: z.string().optional(),
      deployment: loggedDeploymentSchema.optional(),
      examination: loggedExaminationSchema.optional(),
    }),
  ),
  /** Acts of people on the environment meanwhile, oldest first; none where the log of deployments or errors alone are asked for. */
  acts: z.array(
    z.object({
      id: z.string(),
      createdEpoch: z.int(),
      /** `Ada (ada@example.com) checked for drift.` */
      message: z.string(),
    }),
  ),
  /** Present where the newest lines were asked for, and there may be older ones. */
  hasOlder: z.literal(true).optional(),
})

export type EnvironmentLogs = z.infer<typeof environmentLogsSchema>
