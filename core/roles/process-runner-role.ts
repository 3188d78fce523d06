import { applicationRoleTag, applicationRoleValue, processRunnerRoleName, rolePath } from './names'
import { registryCredentialsPrefix } from '../application/registry-credentials'
import { secretPrefix } from '../application/secret-reference'
import { logGroupPath } from '../aws/log-groups'
import { region } from '../aws/region'
import { secretArnsOf } from '../aws/secret-arn'
import { allow, inRegion, policyDocument } from './policy'
import type { RequiredRole, RoleRequirements } from './role'

export const readSecretsPolicy = 'read-secrets'
export const readLoginsPolicy = 'read-registry-logins'

/** The role of the instances. It pulls images, takes on the roles that the customer made for applications, and writes what processes print. */
export const processRunnerRole = ({ accountNumber }: RoleRequirements): RequiredRole => {
  const logins = secretArnsOf(accountNumber, registryCredentialsPrefix)
  const secrets = secretArnsOf(accountNumber, secretPrefix)
  return {
    name: processRunnerRoleName,
    path: rolePath,
    description:
      'Carried by the instances that run your processes. It pulls the images of your processes, hands them the role of their application, and writes their output to CloudWatch Logs.',
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
        name: readLoginsPolicy,
        description: `Read the logins for registries outside of AWS that applications name: the secrets and parameters of this account whose name begins with ${registryCredentialsPrefix}, and no others. They are read on the instance and never leave it.`,
        definition: policyDocument(
          allow('ReadSecrets', ['secretsmanager:GetSecretValue'], [logins.secretsmanager]),
          allow('ReadParameters', ['ssm:GetParameter'], [logins.ssm]),
        ),
      },
      {
        name: readSecretsPolicy,
        description: `Read the secrets that applications name for their processes: the secrets and parameters of this account whose name begins with ${secretPrefix}, and no others. They are read on the instance when a process starts and never leave it.`,
        definition: policyDocument(
          allow('ReadSecrets', ['secretsmanager:GetSecretValue'], [secrets.secretsmanager]),
          allow('ReadParameters', ['ssm:GetParameter'], [secrets.ssm]),
        ),
      },
      {
        name: 'write-output',
        description: `Write the output of processes to the groups in CloudWatch Logs below ${logGroupPath}, a stream for each process. It can read none of it.`,
        definition: policyDocument(
          allow(
            'WriteOutput',
            ['logs:CreateLogStream', 'logs:PutLogEvents'],
            [`arn:aws:logs:${region}:${accountNumber}:log-group:${logGroupPath}*`],
          ),
        ),
      },
    ],
    managedPolicies: [],
    isInstanceRole: true,
  }
}
