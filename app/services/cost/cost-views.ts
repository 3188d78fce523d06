import { z } from 'zod'
import { leftOuts } from '../../../core/charges/left-out'
import type { BillLine } from '../../../core/charges/bill'
import { costCauses } from '../../../core/environment-log/declare-lines'

const usd = (what: string) => z.number().describe(what)

export const costSampleSchema = z.object({
  /** From when on it counts, until the next one. */
  epoch: z.int(),
  /** USD, the bill before traffic and logs: the mean of the time for which it holds. */
  costPerHour: z.number(),
  /** USD, the most in that time. */
  highestPerHour: z.number(),
  /** The most in that time. */
  numInstances: z.int(),
})

const linesSchema = z.object({
  spot: usd('Spot instances, at the price that the market had at the beginning of each of their hours.'),
  onDemand: usd('On-demand instances.'),
  surplusCpu: usd('CPU above the baseline of burstable types.'),
  addresses: usd('Public addresses of instances and load balancers.'),
  disks: usd('Disks of instances.'),
  loadBalancers: usd('Hours of load balancers.'),
  capacityUnits: usd('Capacity units (LCU) that load balancers consumed, as CloudWatch measures them.'),
  logs: usd('What CloudWatch Logs took in from processes, as their agents counted it.'),
  notSplit: usd('What an earlier release recorded and did not split.'),
} satisfies Record<BillLine, z.ZodType>)

const spentSchema = z.object({
  usd: usd('USD, the sum of the lines.'),
  lines: linesSchema.describe('USD each.'),
  instanceHours: z.number(),
  loadBalancerHours: z.number(),
  logBytes: z.number().describe('Bytes that CloudWatch Logs took in, with 26 for each line.'),
  capacityUnitHours: z.number().describe('LCU-hours that load balancers consumed.'),
})

const leavesOutSchema = z.array(z.enum(leftOuts)).describe('What AWS charges that is in no sum here.')

const costChangeSchema = z.object({
  /** The hour in which it changed, or the hours in a row in which only prices or use did; between both. */
  fromEpoch: z.int(),
  untilEpoch: z.int(),
  /** USD, when the hour before them ended, and when the last of them did. */
  beforePerHour: z.number(),
  afterPerHour: z.number(),
  /** The most telling first; none where nothing was recorded. */
  causes: z.array(
    z.object({
      cause: z.enum([...costCauses, 'surplusCpu']),
      /** As a sentence. */
      message: z.string(),
      /** Absent where no line of the log tells it. */
      createdEpoch: z.int().optional(),
    }),
  ),
  /** How many more there are; absent for none. */
  moreCauses: z.int().optional(),
})

const monthSchema = z.object({
  month: z.string().describe('In UTC: `2026-11`.'),
  spent: spentSchema.describe('Until now.'),
  projected: spentSchema.describe('Until the end of the month, if what there is now stays.'),
})

export const environmentCostSchema = monthSchema.extend({
  id: z.string(),
  name: z.string(),
  leavesOut: leavesOutSchema,
  budgetUsd: z.int().optional().describe('USD a month; absent where it has none.'),
  /** USD, what it costs at the moment. */
  costPerHour: z.number(),
  /** Days in UTC, oldest first. */
  days: z.array(spentSchema.extend({ day: z.string().describe('`2026-11-20`.') })),
  /** The newest of the month, newest first. */
  changes: z.array(costChangeSchema),
})

export const teamCostSchema = monthSchema.extend({
  leavesOut: leavesOutSchema,
  /** By name; then those that were deleted in the month, the last first. */
  environments: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      spent: spentSchema,
      projected: spentSchema,
      budgetUsd: z.int().optional(),
      deletedEpoch: z.int().optional(),
    }),
  ),
})

export type EnvironmentCost = z.infer<typeof environmentCostSchema>
export type TeamCost = z.infer<typeof teamCostSchema>
export type CostChange = z.infer<typeof costChangeSchema>
export type CostSample = z.infer<typeof costSampleSchema>
