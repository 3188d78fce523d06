import { applicationRoleTag, applicationRoleValue, processRunnerRoleName, rolePath } from './names'
import { allow, policyDocument } from './policy'
import type { RequiredRole, RoleRequirements } from './role'

/** The role of the instances. It can do nothing but take on the roles that the customer made for applications. */
export const processRunnerRole = ({ accountNumber }: RoleRequirements): RequiredRole => ({
  name: processRunnerRoleName,
  path: rolePath,
  description:
    'Carried by the instances that run your processes. It hands processes the role of their application.',
  assumePolicy: {
    description: 'Only EC2 instances may carry the role.',
    definition: policyDocument({
      Effect: 'Allow',
      Principal: { Service: 'ec2.amazonaws.com' },
      Action: 'sts:AssumeRole',
    }),
  },
  policies: [
    {
      name: 'assume-application-roles',
      description: `Assume roles of this account that carry the tag ${applicationRoleTag} = ${applicationRoleValue} and trust this role.`,
      definition: policyDocument(
        allow('AssumeApplicationRoles', ['sts:AssumeRole'], [`arn:aws:iam::${accountNumber}:role/*`], {
          StringEquals: { [`iam:ResourceTag/${applicationRoleTag}`]: applicationRoleValue },
        }),
      ),
    },
  ],
  managedPolicies: [],
  isInstanceRole: true,
})
