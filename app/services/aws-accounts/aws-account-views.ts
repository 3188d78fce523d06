import { z } from 'zod'
import { accountCheckOutcomes } from '../../../core/resources/account-checks'
import { applicationRoleSchema, roleDiffsSchema } from '../../../core/resources/aws-account'
import {
  awsAccountStates,
  externalNetworkStates,
  hostedZoneStates,
} from '../../../core/resources/wire-states'
import type { Message } from '../../../core/messages/declare-messages'

/** AWS accounts, as pages and /v1 show them. */
const awsAccountSchema = z.object({
  id: z.string(),
  name: z.string(),
  accountNumber: z.string(),
  isEnvironmentHolder: z.boolean(),
  statusType: z.enum(awsAccountStates),
  /** What the last examination or clean-up has to say. */
  statusMessage: z.string(),
  /** Names of environments for which SDO cannot use its role in the account. */
  refusedEnvironments: z.array(z.string()),
})

const hostedZoneSchema = z.object({
  id: z.string(),
  /** Absent until it has been read from the account. */
  name: z.string().optional(),
  /** The zone's name as people read it; absent like `name`. */
  displayName: z.string().optional(),
  awsId: z.string(),
  accountNumber: z.string(),
  statusType: z.enum(hostedZoneStates),
  /** What the last look at it has to say. */
  statusMessage: z.string(),
})

const externalNetworkSchema = z.object({
  id: z.string(),
  vpcId: z.string(),
  region: z.string(),
  accountNumber: z.string(),
  statusType: z.enum(externalNetworkStates),
  /** What the last look at it has to say. */
  statusMessage: z.string(),
})

export const externalResourcesSchema = z.object({
  awsAccount: z.array(awsAccountSchema),
  hostedZone: z.array(hostedZoneSchema),
  externalNetwork: z.array(externalNetworkSchema),
  showAdminControls: z.boolean(),
})

export const awsAccountCreatedSchema = z.object({
  id: z.string(),
  /** `true` stands in the refusal, with the status 409. */
  duplicateOnPlatform: z.literal(false),
})

export const awsAccountStatusViewSchema = z.object({
  id: z.string(),
  name: z.string(),
  status: z.enum(awsAccountStates),
  /** What the last examination or clean-up has to say. */
  statusMessage: z.string(),
})

const policyDocumentSchema = z.object({ Version: z.string(), Statement: z.array(z.unknown()) })

const roleSchema = z.object({
  name: z.string(),
  description: z.string(),
  assumePolicy: z.object({ definition: policyDocumentSchema, description: z.string() }),
  policies: z.array(
    z.object({ name: z.string(), definition: policyDocumentSchema, description: z.string() }),
  ),
  managedPolicies: z.array(z.string()),
  /** Absent until the account has been examined. */
  diffs: roleDiffsSchema.optional(),
})

export const awsAccountRolesSchema = z.object({
  id: z.string(),
  name: z.string(),
  accountNumber: z.string(),
  status: z.enum(awsAccountStates),
  statusMessage: z.string(),
  isEnvironmentHolder: z.boolean(),
  isExaminationRoleIncorrect: z.boolean(),
  environments: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      /** Why SDO cannot use its role for it, and what to do; absent where it can. */
      refusal: z.string().optional(),
    }),
  ),
  roles: z.array(roleSchema),
  /** Roles of applications in its environments, each with why processes cannot have it; without a problem they can. */
  applicationRoles: z.array(applicationRoleSchema),
  /** What AWS was asked about the account before anything is made in it; empty until then. */
  checks: z.array(
    z.object({
      name: z.string(),
      outcome: z.enum(accountCheckOutcomes),
      /** What was found. */
      found: z.string(),
      /** What to do; absent where nothing is. */
      remedy: z.string().optional(),
    }),
  ),
  /** When AWS was asked last; absent: not yet. */
  checkedEpoch: z.int().optional(),
})

export const awsAccountVerifiedSchema = z.object({
  result: z.literal('SUCCESS'),
  status: z.enum(awsAccountStates),
})

export const awsAccountRenamedSchema = z.object({ isDuplicate: z.boolean() })

const awsAccountDependentsSchema = z.object({
  dependentEnvironmentNames: z.array(z.string()),
  dependentHostedZones: z.array(z.string()),
  dependentExternalNetworks: z.array(z.object({ vpcId: z.string(), region: z.string() })),
})

export const awsAccountDeletedSchema = awsAccountDependentsSchema.extend({ success: z.boolean() })

/** The accounts that something may be added in. */
export const accountChoicesSchema = z.object({
  awsAccounts: z.array(z.object({ id: z.string(), name: z.string(), accountNumber: z.string() })),
  /** Whether the actor may add an account along with it. */
  canCreateAwsAccounts: z.boolean(),
})

export const createdInAccountSchema = z.object({
  /** Absent, like the account's, when nothing was added. */
  id: z.string().optional(),
  awsAccountId: z.string().optional(),
  /** Why nothing was added. */
  errorMessage: z.string().optional(),
})

export const externalDeletedSchema = z.object({
  success: z.boolean(),
  dependentEnvironmentNames: z.array(z.string()),
})

export type AccountChoices = z.infer<typeof accountChoicesSchema>
/** With the message itself, which calls tell as its words. */
export type CreatedInAccount = z.infer<typeof createdInAccountSchema> & { refusal?: Message }
export type ExternalDeleted = z.infer<typeof externalDeletedSchema>
export type ExternalResources = z.infer<typeof externalResourcesSchema>
export type AwsAccountCreated = z.infer<typeof awsAccountCreatedSchema>
export type AwsAccountStatusView = z.infer<typeof awsAccountStatusViewSchema>
export type AwsAccountRoles = z.infer<typeof awsAccountRolesSchema>
export type AwsAccountVerified = z.infer<typeof awsAccountVerifiedSchema>
export type AwsAccountRenamed = z.infer<typeof awsAccountRenamedSchema>
export type AwsAccountDependents = z.infer<typeof awsAccountDependentsSchema>
export type AwsAccountDeleted = z.infer<typeof awsAccountDeletedSchema>
