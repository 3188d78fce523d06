import { z } from 'zod'
import { longest } from '../text/longest'
import { conditionSchema, type Resource } from './metadata'

export const awsAccountSpecSchema = z.object({
  displayName: z.string().min(1).max(longest.name),
  accountNumber: z.string().regex(/^\d{12}$/),
  externalId: z.string().min(1).max(1224),
  isEnvironmentHolder: z.boolean(),
  /** Whether external networks of the team are in the account. */
  isNetworkHolder: z.boolean().optional(),
  /** Counts "Update Status" presses; the reconciler examines the account when it differs from what it last answered. */
  verifyRequest: z.int().min(0),
  /** Deletion must not wait for a clean-up that can no longer succeed. */
  forceDelete: z.boolean(),
})

/** How an installed role differs from the required one. Spelled as on the wire. */
export const roleDiffsSchema = z.object({
  roleMissing: z.boolean(),
  assumePolicyMissmatch: z.boolean(),
  pathMissmatch: z.boolean(),
  missingInlinePolicies: z.array(z.string()),
  missmatchingInlinePolicies: z.array(z.string()),
  extraInlinePolicies: z.array(z.string()),
  missingManagedPolicies: z.array(z.string()),
  extraManagedPolicies: z.array(z.string()),
})

export const awsAccountPhases = [
  'Initializing',
  'SetupNeeded',
  'UpdateNeeded',
  'Examining',
  'Deleting',
  'Failure',
  'Ready',
] as const

/** A role of an application, and why processes cannot have it; without a problem they can. */
export const applicationRoleSchema = z.object({
  arn: z.string(),
  /** Names of the environments in which applications have it. */
  environments: z.array(z.string()),
  problem: z.string().optional(),
})

export const awsAccountStatusSchema = z.object({
  observedGeneration: z.int(),
  phase: z.enum(awsAccountPhases),
  message: z.string(),
  conditions: z.array(conditionSchema),
  answeredVerifyRequest: z.int(),
  isExaminationRoleIncorrect: z.boolean(),
  roles: z.array(z.object({ name: z.string(), diffs: roleDiffsSchema })),
  /** Roles of applications in its environments. Absent before an examination that looked at them. */
  applicationRoles: z.array(applicationRoleSchema).optional(),
  examinedEpoch: z.int().optional(),
  /** Fingerprint of the required roles that the account last had; a definition that changed since asks for a new template. */
  matchedDefinition: z.string().optional(),
  /** Set once the account was right for environments: from then on something of ours may be in it. */
  hasHeldEnvironments: z.boolean().optional(),
})

export type AwsAccountSpec = z.infer<typeof awsAccountSpecSchema>
export type AwsAccountStatus = z.infer<typeof awsAccountStatusSchema>
export type RoleDiffs = z.infer<typeof roleDiffsSchema>
export type AwsAccount = Resource<'AwsAccount', AwsAccountSpec, AwsAccountStatus>
