import { z } from 'zod'
import { usedSchema } from '../measured/used-views'

const figuresSchema = usedSchema.extend({
  p95Cores: z.number().describe('Cores of a process that 95 of 100 minutes did not exceed.'),
  p95MemoryMb: z.int().optional(),
  restarts: z
    .int()
    .describe(
      'How often the log says that a process was unhealthy, crashed or restarted. Of a crash loop it says so once.',
    ),
  memoryKills: z.int().describe('How often the log says that memory ran out.'),
})

/** What an application used in the hour before a deployment began, and in the hour after it became live. */
export const usageComparisonSchema = z.object({
  applicationId: z.string(),
  applicationName: z.string(),
  /** Absent where nothing was measured; so after it. */
  before: figuresSchema.optional(),
  after: figuresSchema.optional(),
})
export type UsageFigures = z.infer<typeof figuresSchema>
export type UsageComparison = z.infer<typeof usageComparisonSchema>
