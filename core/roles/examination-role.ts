import { requiredRoleNames, examinationRoleName, rolePath } from './names'
import { allow, policyDocument, trustPlatform } from './policy'
import type { RequiredRole, RoleRequirements } from './role'

/** Reads our own roles and nothing else. */
export const examinationRole = ({
  accountNumber,
  externalId,
  platformAccountNumber,
}: RoleRequirements): RequiredRole => ({
  name: examinationRoleName,
  path: rolePath,
  description:
    'Lets SDO check that the roles it needs are installed as required. It can read these roles only.',
  assumePolicy: {
    description:
      'Only the account of SDO may assume the role, and only with the external ID of this account.',
    definition: trustPlatform(platformAccountNumber, externalId),
  },
  policies: [
    {
      name: 'read-sdo-roles',
      description: `Read the roles ${requiredRoleNames.join(', ')} and their policies.`,
      definition: policyDocument(
        allow(
          'ReadRoles',
          ['iam:GetRole', 'iam:GetRolePolicy', 'iam:ListRolePolicies', 'iam:ListAttachedRolePolicies'],
          // IAM checks a role that does not exist as if it had no path: without "/", "missing" looks like "denied".
          [rolePath, '/'].flatMap((path) =>
            requiredRoleNames.map((name) => `arn:aws:iam::${accountNumber}:role${path}${name}`),
          ),
        ),
      ),
    },
  ],
  managedPolicies: [],
  isInstanceRole: false,
})
