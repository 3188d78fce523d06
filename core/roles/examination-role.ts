import {
  applicationRoleTag,
  applicationRoleValue,
  examinationRoleName,
  requiredRoleNames,
  rolePath,
} from './names'
import { allow, policyDocument, trustPlatform } from './policy'
import type { RequiredRole, RolePolicy, RoleRequirements } from './role'

/** Reads our own roles, those that are marked as roles of applications, and nothing else. */
export const examinationRole = ({
  accountNumber,
  externalId,
  platformAccountNumber,
}: RoleRequirements): RequiredRole => ({
  name: examinationRoleName,
  path: rolePath,
  description:
    'Lets SDO check that the roles it needs are installed as required. It can read these roles only, and roles that carry the tag for application roles.',
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
    readApplicationRoles(accountNumber),
  ],
  managedPolicies: [],
  isInstanceRole: false,
})

const readApplicationRoles = (accountNumber: string): RolePolicy => ({
  name: 'read-application-roles',
  description: `Read whom those roles trust that carry the tag ${applicationRoleTag} = ${applicationRoleValue}, to tell what is wrong with the role of an application before its processes miss it.`,
  definition: policyDocument(
    allow('ReadApplicationRoles', ['iam:GetRole'], [`arn:aws:iam::${accountNumber}:role/*`], {
      StringEquals: { [`iam:ResourceTag/${applicationRoleTag}`]: applicationRoleValue },
    }),
  ),
})
