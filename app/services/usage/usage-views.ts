import { z } from 'zod'
import { dayMilliseconds, hourMilliseconds } from '../../../core/time/durations'

/** How far back figures go, and the seconds that each point of a curve is of. */
export const usageRanges = {
  '1h': { label: '1 hour', milliseconds: hourMilliseconds, seconds: 60 },
  '6h': { label: '6 hours', milliseconds: 6 * hourMilliseconds, seconds: 300 },
  '24h': { label: '24 hours', milliseconds: 24 * hourMilliseconds, seconds: 900 },
  '7d': { label: '7 days', milliseconds: 7 * dayMilliseconds, seconds: 7200 },
  '30d': { label: '30 days', milliseconds: 30 * dayMilliseconds, seconds: 28_800 },
} as const

export type UsageRange = keyof typeof usageRanges
export const usageRangeNames = Object.keys(usageRanges) as [UsageRange, ...UsageRange[]]

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

const usagePointSchema = z.object({
  epoch: z.int().describe('Where the time begins that it is of.'),
  numProcesses: z.int().describe('Processes that were measured.'),
  ...usedSchema.shape,
})

const applicationUsageSchema = z.object({
  applicationId: z.string(),
  applicationName: z.string(),
  cpu: z.number().describe('Cores that each process asks for.'),
  memoryMb: z.number().describe('Memory that each process asks for.'),
  points: z.array(usagePointSchema).describe('Oldest first; none of a time in which nothing was measured.'),
})

const usageMarkSchema = z.object({
  type: z
    .enum(['deployment', 'trouble'])
    .describe(
      'A deployment that became live, or a process that was unhealthy, crashed, restarted or ran out of memory.',
    ),
  epoch: z.int(),
  text: z.string(),
  deploymentId: z.string().optional(),
  processId: z.string().optional().describe('Absent where it concerns no process of its own.'),
  applicationIds: z
    .array(z.string())
    .describe('The applications that it concerns; none if its text alone names them.'),
})

export const environmentUsageSchema = z.object({
  id: z.string(),
  name: z.string(),
  range: z.enum(usageRangeNames),
  fromEpoch: z.int(),
  untilEpoch: z.int(),
  seconds: z.int().describe('The length of the time that a point is of.'),
  applications: z.array(applicationUsageSchema),
  marks: z.array(usageMarkSchema).describe('What happened in that time, oldest first.'),
})

export type Used = z.infer<typeof usedSchema>
export type UsagePoint = z.infer<typeof usagePointSchema>
export type UsageMark = z.infer<typeof usageMarkSchema>
export type ApplicationUsage = z.infer<typeof applicationUsageSchema>
export type EnvironmentUsage = z.infer<typeof environmentUsageSchema>

/** The range that is asked for, else the shortest. */
export const usageRangeOf = (asked: string): UsageRange =>
  usageRangeNames.find((name) => name === asked) ?? usageRangeNames[0]
