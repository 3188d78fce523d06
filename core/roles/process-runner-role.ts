import { applicationRoleTag, applicationRoleValue, processRunnerRoleName, rolePath } from './names'
import { registryCredentialsArns, registryCredentialsPrefix } from '../application/registry-credentials'
import { region } from '../aws/region'
import { allow, inRegion, policyDocument } from './policy'
import type { RequiredRole, RoleRequirements } from './role'

/** The role of the instances. It pulls images, and takes on the roles that the customer made for applications. */
export const processRunnerRole = ({ accountNumber }: RoleRequirements): RequiredRole => {
  const logins = registryCredentialsArns(accountNumber)
  return {
    name: processRunnerRoleName,
    path: rolePath,
    description:
      'Carried by the instances that run your processes. It pulls the images of your processes and hands them the role of their application.',
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
      {
        name: 'pull-images',
        description:
          'Pull images from the registries of this account, and from those of other accounts whose own policies allow it. The login itself is to no registry in particular: AWS knows no narrower one.',
        definition: policyDocument(
          allow('LogInToRegistries', ['ecr:GetAuthorizationToken'], ['*'], inRegion),
          allow(
            'PullImages',
            ['ecr:BatchGetImage', 'ecr:GetDownloadUrlForLayer'],
            [`arn:aws:ecr:${region}:*:repository/*`],
          ),
        ),
      },
      {
        name: 'read-registry-logins',
        description: `Read the logins for registries outside of AWS that applications name: the secrets and parameters of this account whose name begins with ${registryCredentialsPrefix}, and no others. They are read on the instance and never leave it.`,
        definition: policyDocument(
          allow('ReadSecrets', ['secretsmanager:GetSecretValue'], [logins.secretsmanager]),
          allow('ReadParameters', ['ssm:GetParameter'], [logins.ssm]),
        ),
      },
    ],
    managedPolicies: [],
    isInstanceRole: true,
  }
}
