import { z } from 'zod'

/** USD an hour of a packing that works, on-demand, all that AWS charges but for traffic and logs: what it costs at most. */
export const priceDifferenceSchema = z.object({ before: z.number(), after: z.number() })
export type PriceDifference = z.infer<typeof priceDifferenceSchema>

/** What a change of contents makes of an environment besides them, as pages and /v1 tell it. */
export const changeEffectsShape = {
  /** USD an hour at most, before and after; absent where it changes nothing. */
  atMostPerHour: priceDifferenceSchema.optional(),
  vcpuShortage: z
    .string()
    .optional()
    .describe(
      'What does not fit into the vCPU quotas of the AWS account once all applications are at their most. Present where the change brings it.',
    ),
}
export type ChangeEffects = z.infer<z.ZodObject<typeof changeEffectsShape>>
