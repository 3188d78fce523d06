import { z } from 'zod'
import { priceDifferenceSchema } from './price-difference'

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
