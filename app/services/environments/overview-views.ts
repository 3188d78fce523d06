import { z } from 'zod'
import { markets } from '../../../core/resources/environment'
import { runningProcessSchema } from './process-views'

const overviewApplicationSchema = z.object({
  applicationId: z.string(),
  applicationName: z.string(),
  /** Absent until a first version serves. */
  liveVersionName: z.string().optional(),
  /** Present while another version is on its way. */
  deployingVersionName: z.string().optional(),
  numHealthy: z.int(),
  numWanted: z.int(),
  /** Names of the customer's first. */
  urls: z.array(z.string()),
})

const overviewInstanceSchema = z.object({
  /** Absent until the launch has been answered. */
  instanceId: z.string().optional(),
  instanceType: z.string(),
  zone: z.string(),
  market: z.enum(markets),
  phase: z.string(),
  /** USD. */
  pricePerHour: z.number(),
  launchedEpoch: z.int().optional(),
  /** Shares from 0 to 1 of what processes may take of it. */
  cpuShare: z.number(),
  memoryShare: z.number(),
  processes: z.array(
    runningProcessSchema.pick({ id: true, applicationName: true, phase: true, message: true }),
  ),
})

/** USD an hour. */
const overviewCostSchema = z.object({
  instances: z.number(),
  loadBalancers: z.number(),
  total: z.number(),
  /** What the same processes would cost elsewhere, with the same load balancers; absent where one of them is too large for it. */
  onDemand: z.number().optional(),
  oneInstanceEach: z.number().optional(),
  fargate: z.number().optional(),
})

export const environmentOverviewSchema = z.object({
  /** By name. */
  applications: z.array(overviewApplicationSchema),
  /** The dearest first. */
  instances: z.array(overviewInstanceSchema),
  costPerHour: overviewCostSchema,
})

export type EnvironmentOverview = z.infer<typeof environmentOverviewSchema>
export type OverviewApplication = z.infer<typeof overviewApplicationSchema>
export type OverviewInstance = z.infer<typeof overviewInstanceSchema>
export type OverviewCost = z.infer<typeof overviewCostSchema>
