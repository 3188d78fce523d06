import { z } from 'zod'
import { scalingMeasureNames } from '../../../core/application/scaling-measures'
import { costSampleSchema } from '../cost/cost-views'
import { fleetChangeKinds } from '../../../core/resources/events'
import { deploymentStateSchema } from '../deployments/deployment-views'
import { billSchema, instanceViewSchema } from './resource-views'
import { runningProcessSchema } from './process-views'
import { sleepViewSchema } from './sleep-views'

const overviewApplicationSchema = z.object({
  applicationId: z.string(),
  applicationName: z.string(),
  /** Absent until a first version serves. */
  liveVersionName: z.string().optional(),
  /** Absent like it. */
  liveSinceEpoch: z.int().optional(),
  /** Present while another version is on its way. */
  deployingVersionName: z.string().optional(),
  /** Of those wanted; a spare counts for none. */
  numHealthy: z.int(),
  numWanted: z.int(),
  /** How SDO scales it by what it uses; absent where its number stays. */
  scaling: z
    .object({
      min: z.int(),
      max: z.int(),
      /** Of CPU; absent where it does not count. */
      targetPercentage: z.int().optional(),
      /** Absent where memory does not count. */
      targetMemoryPercentage: z.int().optional(),
      /** Per process and minute; absent where requests do not count. */
      targetRequests: z.int().optional(),
      /** How much of what they ask for its processes used when the present number was decided; absent where requests or people decided it. */
      usedPercentage: z.int().optional(),
      /** How many requests each process had in a minute when they decided the present number; absent where they did not. */
      usedRequests: z.int().optional(),
      /** Of what that is, and so what set the number; absent where people did. */
      usedMeasure: z.enum(scalingMeasureNames).optional(),
      /** When that was; absent like it. */
      sinceEpoch: z.int().optional(),
      /** Present while nobody knows what it uses, so that the number stays. */
      isBlind: z.literal(true).optional(),
      /** Present while it needs more processes than `max`. */
      isShort: z.literal(true).optional(),
    })
    .optional(),
  /** What its schedule wants at present; absent while that is nothing. */
  schedule: z
    .object({
      /** At least so many. */
      processes: z.int(),
      untilEpoch: z.int(),
      /** By whose clock people said so. */
      timeZone: z.string(),
    })
    .optional(),
  /** Since when none of its processes is healthy, of one that was in service; absent while it is not down. */
  downSinceEpoch: z.int().optional(),
  /** Present while a process of it is in a crash loop, also while that is up in between. */
  isUnstable: z.literal(true).optional(),
  /** How often the containers of its processes were started again; absent for never. */
  restarts: z.int().optional(),
  /** How many programs in its processes were killed because memory ran out, while those went on; absent for none. */
  memoryKills: z.int().optional(),
  /** Names of the customer's first. */
  urls: z.array(z.string()),
  /** Of names of the customer's, those with a star; absent for none. */
  wildcards: z.array(z.string()).optional(),
})

const overviewInstanceSchema = instanceViewSchema.extend({
  launchedEpoch: z.int().optional(),
  cpuShare: z
    .number()
    .describe('Share from 0 to 1 of its cores for processes that is reserved, used or not.'),
  memoryShare: z
    .number()
    .describe('Share from 0 to 1 of its memory for processes that is reserved, used or not.'),
  processes: z.array(
    runningProcessSchema.pick({
      id: true,
      applicationName: true,
      phase: true,
      message: true,
      isUnstable: true,
    }),
  ),
})

const overviewCostSchema = billSchema.extend({
  /** Cost of the same processes elsewhere, with the same load balancers; absent where one of them is too large for it. */
  onDemand: z.number().optional(),
  oneInstanceEach: z.number().optional(),
  fargate: z.number().optional(),
})

const fleetChangeSchema = z.object({
  kind: z.enum(fleetChangeKinds),
  createdEpoch: z.int(),
  /** Why, as a sentence. */
  message: z.string(),
  /** USD that it takes off the cost, below 0 where it adds to it; of a move, once its launches and retirements are through. */
  savingPerHour: z.number().optional(),
})

const openDeploymentSchema = z.object({
  id: z.string(),
  sequence: z.int(),
  state: deploymentStateSchema,
  /** What it changes, as a sentence. */
  summary: z.string(),
  /** Why it failed; absent of one that waits. */
  message: z.string().optional(),
})

export const environmentOverviewSchema = z.object({
  sleep: sleepViewSchema,
  /** Deployments that wait for approval, and the last one where it failed and nobody ended it; newest first. */
  openDeployments: z.array(openDeploymentSchema),
  /** By name. */
  applications: z.array(overviewApplicationSchema),
  /** Why the quotas of the AWS account would not let all applications grow to their most; absent while they do, or nobody knows. */
  vcpuShortage: z.string().optional(),
  /** The dearest first. */
  instances: z.array(overviewInstanceSchema),
  costPerHour: overviewCostSchema,
  /** How many percent the instances may cost above the cheapest possible; absent while they change. */
  gapPercentage: z.number().optional(),
  /** The newest of 30 days, newest first. */
  fleetChanges: z.array(fleetChangeSchema),
  /** Of 30 days, one for each hour in which something changed and one for each time in which nothing did, oldest first. */
  samples: z.array(costSampleSchema),
})

export type EnvironmentOverview = z.infer<typeof environmentOverviewSchema>
export type OpenDeployment = z.infer<typeof openDeploymentSchema>
export type OverviewApplication = z.infer<typeof overviewApplicationSchema>
export type OverviewInstance = z.infer<typeof overviewInstanceSchema>
export type FleetChangeView = z.infer<typeof fleetChangeSchema>
export type OverviewCost = z.infer<typeof overviewCostSchema>
