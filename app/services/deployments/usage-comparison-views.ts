import { z } from 'zod'

const figuresSchema = z.object({
  cores: z.number().describe('The mean of one process.'),
  p95Cores: z.number().describe('Cores of a process that 95 of 100 minutes did not exceed.'),
  mostCores: z.number().describe('The most of one process in 15 seconds.'),
  throttled: z
    .number()
    .optional()
    .describe(
      'Share of the time in which the limit of CPU held a process back; absent where it is not known.',
    ),
  p95MemoryMb: z.int().optional(),
  mostMemoryMb: z.int().optional(),
})

/** What an application used in the hour before a deployment began, and in the hour after it became live. */
export const usageComparisonSchema = z.object({
  applicationId: z.string(),
  applicationName: z.string(),
  /** Absent where nothing was measured; so after it. */
  before: figuresSchema.optional(),
  after: figuresSchema.optional(),
})
export type UsageComparison = z.infer<typeof usageComparisonSchema>
