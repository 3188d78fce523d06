import { z } from 'zod'

export const logTypes = ['network', 'deployment'] as const
export type LogType = (typeof logTypes)[number]

export const fleetChangeKinds = ['launch', 'move', 'retire'] as const

/** What a line says of instances: one comes, what runs on one is to go elsewhere, one goes. */
export const fleetChangeSchema = z.object({
  kind: z.enum(fleetChangeKinds),
  /** USD; absent where there is nothing to compare with. */
  savingPerHour: z.number().optional(),
})

/** One line of the log that the portal shows. `sequence` grows by one per resource and is never reused. */
export const eventSchema = z.object({
  sequence: z.int(),
  epoch: z.int(),
  severity: z.enum(['INFO', 'ERROR']),
  type: z.enum(logTypes),
  message: z.string(),
  fleetChange: fleetChangeSchema.optional(),
})

export type FleetChange = z.infer<typeof fleetChangeSchema>
export type ResourceEvent = z.infer<typeof eventSchema>
