import { z } from 'zod'

const sizeSchema = z.object({
  cpuCount: z.number().describe('Cores of one process.'),
  memoryMb: z.int().describe('Memory of one process, in units of 1,000,000 bytes.'),
})

const states = ['suggested', 'fits', 'saves-nothing', 'measuring', 'saved', 'later'] as const

const applicationSizeSchema = z.object({
  applicationId: z.string(),
  applicationName: z.string(),
  asks: sizeSchema.describe('What each process asks for in this environment.'),
  state: z
    .enum(states)
    .describe(
      'suggested: another size fits better. fits: this one does. saves-nothing: a smaller one would cost the same here. measuring: too few hours were measured. saved: another size is saved and takes effect with the next deployment. later: larger changes of other applications are priced first.',
    ),
  size: sizeSchema
    .optional()
    .describe('The size that fits; absent where it is the current one or not known.'),
  monthlyUsd: z
    .number()
    .optional()
    .describe('By how much the environment would cost more a month, or less where it is negative.'),
  used: z
    .object({
      cores: z.number().describe('The highest hour: what 95 % of its minutes do not exceed.'),
      mostCores: z.number().describe('The most in 15 seconds.'),
      memoryMb: z.int().optional().describe('The most of one process.'),
      throttled: z
        .number()
        .optional()
        .describe('Share of the time in which the limit of CPU held processes back, where it was longest.'),
      memoryKills: z.int().describe('Programs and whole containers that were killed because memory ran out.'),
    })
    .optional()
    .describe(
      'The most of one process in the environments, at this size; absent where nothing was measured.',
    ),
  environments: z
    .array(z.object({ id: z.string(), name: z.string(), hours: z.int().describe('Measured, at this size.') }))
    .describe('Where processes of it are to run: all of them count.'),
})

export const suggestedSizesSchema = z.object({
  id: z.string(),
  name: z.string(),
  fromEpoch: z.int().describe('Since when figures count.'),
  neededHours: z.int().describe('So many are measured in each environment before a size may fall.'),
  togetherMonthlyUsd: z
    .number()
    .optional()
    .describe('What all suggested sizes together add to the cost of a month; absent for fewer than two.'),
  applications: z.array(applicationSizeSchema),
})

export type ApplicationSize = z.infer<typeof applicationSizeSchema>
export type SuggestedSizes = z.infer<typeof suggestedSizesSchema>
