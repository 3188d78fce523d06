import { region } from '../aws/region'
import type { RequiredRole } from './role'

/** Name of the stack that we suggest; messages speak of it by this name. */
export const suggestedStackName = 'sdo-bootstrap'
export const templateFileName = 'cloudformation.json'

/** The template that installs exactly these roles. */
export const cloudFormationTemplate = (roles: RequiredRole[]): object => ({
  AWSTemplateFormatVersion: '2010-09-09',
  Description: 'The roles by which SDO examines this account and runs environments in it.',
  Resources: Object.fromEntries(roles.flatMap(resourcesOf)),
})

/** The command that applies the downloaded template, once or again, in several lines of a shell. */
export const deployCommand = (): string =>
  [
    'aws cloudformation deploy',
    `--stack-name ${suggestedStackName}`,
    `--template-file ${templateFileName}`,
    '--capabilities CAPABILITY_NAMED_IAM',
    `--region ${region}`,
  ].join(' \\\n  ')

function resourcesOf(role: RequiredRole): [string, object][] {
  const logicalId = logicalIdOf(role.name)
  const roleResource: [string, object] = [
    logicalId,
    {
      Type: 'AWS::IAM::Role',
      Properties: {
        RoleName: role.name,
        Path: role.path,
        Description: role.description,
        AssumeRolePolicyDocument: role.assumePolicy.definition,
        Policies: role.policies.map(({ name, definition }) => ({
          PolicyName: name,
          PolicyDocument: definition,
        })),
        ManagedPolicyArns: role.managedPolicies,
      },
    },
  ]
  if (!role.isInstanceRole) return [roleResource]
  return [
    roleResource,
    [
      `${logicalId}InstanceProfile`,
      {
        Type: 'AWS::IAM::InstanceProfile',
        Properties: { InstanceProfileName: role.name, Path: role.path, Roles: [{ Ref: logicalId }] },
      },
    ],
  ]
}

/** CloudFormation allows letters and digits only: `sdo-process-runner` becomes `SdoProcessRunner`. */
const logicalIdOf = (roleName: string): string =>
  roleName
    .split('-')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')
