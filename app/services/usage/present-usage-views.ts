import { z } from 'zod'
import { usedSchema } from '../measured/used-views'

const processUsageSchema = z.object({
  environmentId: z.string(),
  environmentName: z.string(),
  applicationId: z.string(),
  applicationName: z.string(),
  processId: z.string(),
  epoch: z.int().describe('Where the minute begins that it is of.'),
  asks: z
    .object({ cpuCount: z.number(), memoryMb: z.int() })
    .describe('What each process of the live version asks for.'),
  used: usedSchema,
})

export const presentUsageSchema = z.object({
  processes: z
    .array(processUsageSchema)
    .describe(
      'By environment and application. A process that was not measured in the last three minutes is missing.',
    ),
})

export type PresentUsage = z.infer<typeof presentUsageSchema>
