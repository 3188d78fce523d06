import { z } from 'zod'
import { dayMilliseconds, hourMilliseconds } from '../../../core/time/durations'
import { nextCursorSchema } from '../answers/pages'
import { retention } from '../retention'
import { usedSchema } from '../measured/used-views'
import { requestsSchema } from './request-views'

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

const usagePointSchema = z.object({
  epoch: z.int().describe('Where the time begins that it is of.'),
  numProcesses: z.int().describe('Processes that were measured.'),
  ...usedSchema.shape,
})

const asks = {
  cpu: z.number().describe('Cores that each process asks for.'),
  memoryMb: z.number().describe('Memory that each process asks for.'),
}
const points = z
  .array(usagePointSchema)
  .describe('Oldest first; none of a time in which nothing was measured.')

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

const marks = z.array(usageMarkSchema).describe('What happened in that time, oldest first.')

const usageTimeSchema = z.object({
  range: z.enum(usageRangeNames),
  fromEpoch: z.int(),
  untilEpoch: z.int(),
  seconds: z.int().describe('The length of the time that a point is of.'),
})

/** Which process it was is known of minutes alone. */
export const processRanges = usageRangeNames.filter(
  (name) => usageRanges[name].milliseconds <= retention.usageMinutes.milliseconds,
)
export const keptDays = retention.usageMinutes.milliseconds / dayMilliseconds

const pageShape = {
  total: z.int().describe('How many there are in all.'),
  nextCursor: nextCursorSchema,
  previousCursor: nextCursorSchema,
}

const usageInEnvironmentSchema = z.object({
  applicationId: z.string(),
  applicationName: z.string(),
  ...asks,
  points,
  requests: requestsSchema,
})

export const environmentUsageSchema = usageTimeSchema.extend({
  id: z.string(),
  name: z.string(),
  applications: z.array(usageInEnvironmentSchema).describe('By name.'),
  ...pageShape,
  marks,
})

export const applicationUsageSchema = usageTimeSchema.extend({
  id: z.string(),
  name: z.string(),
  environments: z
    .array(
      z.object({
        environmentId: z.string(),
        environmentName: z.string(),
        ...asks,
        points,
        requests: requestsSchema,
        marks,
      }),
    )
    .describe('Where it is live, by name.'),
  ...pageShape,
})

export const processUsageSchema = usageTimeSchema.extend({
  id: z.string().describe('Of the environment.'),
  name: z.string(),
  processId: z.string(),
  application: z
    .object({ id: z.string(), name: z.string(), ...asks })
    .optional()
    .describe('What it is a process of; absent where nothing was measured and it does not run.'),
  isRunning: z.boolean(),
  points,
  marks,
})

const measuredProcessSchema = z.object({
  processId: z.string(),
  isRunning: z.boolean(),
  fromEpoch: z.int().describe('Where its first minute begins in the time.'),
  untilEpoch: z.int().describe('Where its last one ends.'),
  used: usedSchema,
})

export const measuredProcessesSchema = usageTimeSchema.extend({
  applicationId: z.string(),
  processes: z
    .array(measuredProcessSchema)
    .describe('That were measured in the time, the last one first; so also those that have ended.'),
  ...pageShape,
})

export type UsagePoint = z.infer<typeof usagePointSchema>
export type UsageMark = z.infer<typeof usageMarkSchema>
export type UsageTime = z.infer<typeof usageTimeSchema>
export type ApplicationUsage = z.infer<typeof applicationUsageSchema>
export type ProcessUsage = z.infer<typeof processUsageSchema>
export type MeasuredProcesses = z.infer<typeof measuredProcessesSchema>
export type EnvironmentUsage = z.infer<typeof environmentUsageSchema>

/** The range that is asked for, else the shortest. */
export const usageRangeOf = (asked: string): UsageRange =>
  usageRangeNames.find((name) => name === asked) ?? usageRangeNames[0]

/** The range that is asked for if figures of a process go as far back, else the longest that do. */
export const processRangeOf = (range: UsageRange): UsageRange =>
  processRanges.find((name) => name === range) ?? processRanges.at(-1) ?? usageRangeNames[0]
