import { z } from 'zod'
import { processPhases } from '../../../core/process/process-phases'
import { nextCursorSchema } from '../answers/pages'

/** Processes that run in an environment, as pages and /v1 show them. */
export const runningProcessSchema = z.object({
  id: z.string(),
  applicationId: z.string(),
  applicationName: z.string(),
  /** Absent where its deployment is not known any more. */
  versionName: z.string().optional(),
  phase: z.enum(processPhases),
  /** Absent until the launch has been answered. */
  instanceId: z.string().optional(),
  /** Absent until its container was started. */
  startedEpoch: z.int().optional(),
  restarts: z.int(),
  /** Present while it is in a crash loop, also while it is up in between. */
  isUnstable: z.literal(true).optional(),
  /** How many of its programs were killed because memory ran out, while it went on; absent for none. */
  memoryKills: z.int().optional(),
  /** Why it is not healthy. */
  message: z.string().optional(),
  /** Why what it prints does not reach CloudWatch Logs. */
  outputFault: z.string().optional(),
})

/** By application. */
export const runningProcessesSchema = z.object({
  processes: z.array(runningProcessSchema),
  nextCursor: nextCursorSchema,
})

export const processOutputSchema = z.object({
  environmentName: z.string(),
  /** Absent once it has ended. */
  process: runningProcessSchema.optional(),
  /** Where in CloudWatch Logs it is; absent where it stays on the instance, or the process has ended. */
  log: z
    .object({
      group: z.string(),
      stream: z.string(),
      /** Page on which people who are logged in to the AWS account read the output. Absent where the account is a simulated one. */
      consoleUrl: z.string().optional(),
    })
    .optional(),
})

export type RunningProcess = z.infer<typeof runningProcessSchema>
export type RunningProcesses = z.infer<typeof runningProcessesSchema>
export type ProcessOutput = z.infer<typeof processOutputSchema>
