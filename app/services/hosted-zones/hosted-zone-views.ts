import { z } from 'zod'

/** What the form for a new hosted zone offers. */
export const hostedZoneCreateIndexSchema = z.object({
  awsAccounts: z.array(z.object({ id: z.string(), name: z.string(), accountNumber: z.string() })),
  /** Whether the zone may be in an account that is added with it. */
  canCreateAwsAccounts: z.boolean(),
})

export const hostedZoneCreatedSchema = z.object({
  /** Absent, like the account's, when nothing was added. */
  id: z.string().optional(),
  awsAccountId: z.string().optional(),
  /** Why nothing was added. */
  errorMessage: z.string().optional(),
})

export const hostedZoneViewSchema = z.object({
  id: z.string(),
  name: z.string(),
  dependentEnvironmentNames: z.array(z.string()),
})

export const hostedZoneDeletedSchema = z.object({
  success: z.boolean(),
  dependentEnvironmentNames: z.array(z.string()),
})

export type HostedZoneCreateIndex = z.infer<typeof hostedZoneCreateIndexSchema>
export type HostedZoneCreated = z.infer<typeof hostedZoneCreatedSchema>
export type HostedZoneView = z.infer<typeof hostedZoneViewSchema>
export type HostedZoneDeleted = z.infer<typeof hostedZoneDeletedSchema>
