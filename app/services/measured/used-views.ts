import { z } from 'zod'

/** What was used in a time. */
export const usedSchema = z.object({
  cores: z.number().describe('The mean of one process.'),
  mostCores: z.number().describe('The most of one process in 15 seconds.'),
  throttled: z
    .number()
    .optional()
    .describe(
      'Share of the time in which the limit of CPU held a process back; absent where it is not known.',
    ),
  memoryMb: z
    .int()
    .optional()
    .describe('The working set, the mean of one process; absent where it is not known.'),
  mostMemoryMb: z.int().optional().describe('The most of one process.'),
})

export type Used = z.infer<typeof usedSchema>
