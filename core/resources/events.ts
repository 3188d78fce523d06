import { z } from 'zod'

export const logTypes = ['network', 'deployment'] as const
export type LogType = (typeof logTypes)[number]

/** One line of the log that the portal shows. `sequence` grows by one per resource and is never reused. */
export const eventSchema = z.object({
  sequence: z.int(),
  epoch: z.int(),
  severity: z.enum(['INFO', 'ERROR']),
  type: z.enum(logTypes),
  message: z.string(),
})

export type ResourceEvent = z.infer<typeof eventSchema>
