import { z } from 'zod'
import { longest } from '../text/longest'
import { quotaNames } from '../aws/quotas'
import { withRule } from './rule'
import { statusFields, type Resource } from './metadata'

export const awsAccountSpecSchema = z.object({
  displayName: z.string().min(1).max(longest.name).describe('Name of the account in the portal.'),
  accountNumber: withRule(z.string().max(12), {
    holds: (number) => /^\d{12}$/.test(number),
    cel: "self.matches('^[0-9]{12}$')",
    message: 'The number of an AWS account has 12 digits.',
  }).describe('Number of the account in AWS, 12 digits. It never changes.'),
  externalId: z
    .string()
    .min(1)
    .max(1224)
    .describe(
      'What SDO says when it takes a role of the account, and the roles ask for. Not to be shown to others.',
    ),
  isEnvironmentHolder: z.boolean().describe('Whether environments may be in the account.'),
  isNetworkHolder: z
    .boolean()
    .optional()
    .describe('Whether external networks of the team are in the account.'),
  verifyRequest: z
    .int()
    .min(0)
    .describe(
      'Counts "Update Status" presses; the reconciler examines the account when it differs from what it last answered.',
    ),
  forceDelete: z.boolean().describe('Deletion must not wait for a clean-up that can no longer succeed.'),
})

/** How an installed role differs from the required one. Spelled as on the wire. */
export const roleDiffsSchema = z.object({
  roleMissing: z.boolean().describe('The role is not there.'),
  assumePolicyMissmatch: z.boolean().describe('Another policy says who may take the role.'),
  pathMissmatch: z.boolean().describe('The role has another path.'),
  missingInlinePolicies: z.array(z.string()).describe('Names of inline policies that are not there.'),
  missmatchingInlinePolicies: z
    .array(z.string())
    .describe('Names of inline policies that say something else.'),
  extraInlinePolicies: z.array(z.string()).describe('Names of inline policies that do not belong there.'),
  missingManagedPolicies: z.array(z.string()).describe('ARNs of managed policies that are not attached.'),
  extraManagedPolicies: z
    .array(z.string())
    .describe('ARNs of managed policies that are attached and should not be.'),
})

const awsAccountPhases = [
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
  arn: z.string().describe('ARN of the role.'),
  environments: z.array(z.string()).describe('Names of the environments in which applications have it.'),
  problem: z.string().optional().describe('Why processes cannot have it. Absent: they can.'),
})

export const preflightQuestions = ['dry-runs', ...quotaNames, 'disk-key', 'zones'] as const

/** What AWS answered before anything was made: facts, of which the words follow (`core/resources/account-checks.ts`). */
const preflightSchema = z.object({
  checkedEpoch: z.int().describe('When AWS was asked last.'),
  refusedWrites: z
    .array(
      z.object({
        action: z.string().describe('The call of EC2 as IAM names it.'),
        reason: z
          .enum(['denied', 'denied-from-above', 'restricted', 'type-not-allowed', 'quota-exceeded'])
          .describe('Who refuses it: the role, a policy above the account, or AWS itself.'),
        message: z.string().describe('What AWS said.'),
      }),
    )
    .describe('Calls that AWS would not do, as dry runs tell.'),
  quotas: z
    .array(
      z.object({
        name: z.enum(quotaNames).describe('Which.'),
        limit: z.number().describe('How many the account may have.'),
        used: z.int().optional().describe('How many it has. Absent: not counted.'),
      }),
    )
    .describe('Quotas as far as AWS told them.'),
  ownDiskKey: z
    .object({
      arn: z.string().describe('The key.'),
      isProven: z.boolean().describe('Whether an instance of SDO runs with it.'),
    })
    .optional()
    .describe('The account’s own key for new disks. Absent: AWS’s is used.'),
  zones: z
    .array(
      z.object({
        name: z.string().describe('Its name, which means another place in another account.'),
        id: z.string().describe('Its id, which is the same in every account.'),
        instanceTypes: z.int().describe('How many of the types that SDO launches it offers.'),
      }),
    )
    .describe('Zones of the region.'),
  unanswered: z
    .array(
      z.object({
        question: z.enum(preflightQuestions).describe('Which.'),
        isDenied: z.boolean().describe('Whether the role does not allow it.'),
        message: z.string().describe('What AWS said.'),
      }),
    )
    .describe('What AWS was asked and did not tell.'),
})

export const awsAccountStatusSchema = z.object({
  ...statusFields,
  phase: z.enum(awsAccountPhases).describe('Where the account is between its first set-up and its removal.'),
  answeredVerifyRequest: z.int().describe('The last spec.verifyRequest that an examination answered.'),
  isExaminationRoleIncorrect: z
    .boolean()
    .describe('Whether already the role by which the others are examined cannot be used.'),
  roles: z
    .array(
      z.object({
        name: z.string().describe('Name of the role.'),
        diffs: roleDiffsSchema.describe('How the installed role differs from the required one.'),
      }),
    )
    .describe('The required roles, and how each differs. None where AWS let nobody look.'),
  applicationRoles: z
    .array(applicationRoleSchema)
    .optional()
    .describe('Roles of applications in its environments. Absent before an examination that looked at them.'),
  preflight: preflightSchema.optional().describe('What the account is ready for. Absent: not asked yet.'),
  examinedEpoch: z.int().optional().describe('When the roles were last examined. Absent: never.'),
  askedEpoch: z.int().optional().describe('When it was examined last because somebody asked.'),
  matchedDefinition: z
    .string()
    .optional()
    .describe(
      'Fingerprint of the required roles that the account last had; a definition that changed since asks for a new template.',
    ),
  hasHeldEnvironments: z
    .boolean()
    .optional()
    .describe(
      'Set once the account was right for environments: from then on something of ours may be in it.',
    ),
})

export type AwsAccountSpec = z.infer<typeof awsAccountSpecSchema>
export type AwsAccountStatus = z.infer<typeof awsAccountStatusSchema>
export type Preflight = z.infer<typeof preflightSchema>
export type RoleDiffs = z.infer<typeof roleDiffsSchema>
export type AwsAccount = Resource<'AwsAccount', AwsAccountSpec, AwsAccountStatus>
