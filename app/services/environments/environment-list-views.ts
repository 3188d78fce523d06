import { z } from 'zod'
import { statusTypes } from '../../../core/resources/wire-states'
import { cloudRefusalSchema } from '../aws-accounts/cloud-refusal'
import { deploymentStateSchema } from '../deployments/deployment-views'
import { documentationSchema } from './environment-views'

/** Environments, as pages and /v1 show them. */
export const environmentListSchema = z.object({
  environments: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      statusType: z.enum(statusTypes),
      statusMessage: z.string(),
      /** Present with FAILURE where everything is in service all the same: somebody has to act, and nothing is down. */
      needsAttention: z.literal(true).optional(),
      documentation: documentationSchema,
      /** Present while AWS refuses something and waiting does not help. */
      refusal: cloudRefusalSchema.optional(),
      awsAccountName: z.string(),
      /** Names of those that are live. */
      applications: z.array(z.string()),
      /** The newest that changed what runs, or is to; absent before there is one. */
      lastDeployment: z
        .object({
          id: z.string(),
          sequence: z.int(),
          state: deploymentStateSchema,
          askedEpoch: z.int(),
          /** Name of the person or integration user; absent where they are gone, or nobody asked. */
          askedBy: z.string().optional(),
          /** Whether somebody wanted it to end before it served. */
          isStopped: z.boolean(),
          /** What it changes, as a sentence. */
          summary: z.string(),
        })
        .optional(),
      /** Of those wanted; a spare counts for none. */
      numHealthy: z.int(),
      /** Number of wanted processes, healthy or not. */
      numProcesses: z.int(),
      /** USD, the bill before traffic and logs. */
      costPerHour: z.number(),
    }),
  ),
})

/** Accounts that may hold environments, also those that are not ready yet: their state says so. */
export const environmentCreateIndexSchema = z.object({
  awsAccounts: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      accountNumber: z.string(),
      statusType: z.string(),
      /** Why AWS would refuse its network, as far as is known; absent while there is room. */
      vpcShortage: z.string().optional(),
    }),
  ),
})

export const environmentCreatedSchema = z.object({
  /** Absent when nothing was created because the warning has to be confirmed first. */
  id: z.string().optional(),
  showFirstEnvironmentDeployWarning: z.boolean(),
})

export type EnvironmentList = z.infer<typeof environmentListSchema>
export type EnvironmentCreateIndex = z.infer<typeof environmentCreateIndexSchema>
export type EnvironmentCreated = z.infer<typeof environmentCreatedSchema>
