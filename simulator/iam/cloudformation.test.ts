import { describe, expect, it } from 'vitest'
import { cloudFormationTemplate } from '../../core/roles/cloudformation'
import { requiredRoles } from '../../core/roles/required-roles'
import { readTemplate, TemplateError } from './cloudformation'

const accountNumber = '111122223333'
const trust = { Statement: [] }
const read = (Resources: unknown) => readTemplate({ Resources }, accountNumber)

describe('a CloudFormation template', () => {
  it('makes exactly the roles we require when it is the one we give to customers', () => {
    const roles = requiredRoles({
      accountNumber,
      externalId: 'external',
      isEnvironmentHolder: true,
      platformAccountNumber: '999999999999',
    })
    const outcome = readTemplate(JSON.parse(JSON.stringify(cloudFormationTemplate(roles))), accountNumber)
    expect(outcome.roles).toEqual(
      roles.map(({ name, path, assumePolicy, policies, managedPolicies }) => ({
        name,
        path,
        assumePolicy: assumePolicy.definition,
        inlinePolicies: Object.fromEntries(policies.map((policy) => [policy.name, policy.definition])),
        managedPolicies,
      })),
    )
    const instanceRoles = roles.filter(({ isInstanceRole }) => isInstanceRole)
    expect(outcome.instanceProfiles).toEqual(
      instanceRoles.map(({ name, path }) => ({ name, path, roleNames: [name] })),
    )
  })

  it('takes policies that stand by themselves, and functions in them', () => {
    const { roles } = read({
      Role: {
        Type: 'AWS::IAM::Role',
        Properties: { RoleName: 'the-role', Path: '/sdo/', AssumeRolePolicyDocument: trust },
      },
      Policy: {
        Type: 'AWS::IAM::Policy',
        Properties: {
          PolicyName: 'the-policy',
          Roles: [{ Ref: 'Role' }],
          PolicyDocument: {
            Statement: [
              {
                Resource: [
                  { 'Fn::Sub': 'arn:aws:iam::${AWS::AccountId}:role/x' },
                  { 'Fn::GetAtt': ['Role', 'Arn'] },
                  { 'Fn::Join': [':', ['a', { Ref: 'AWS::Region' }]] },
                ],
              },
            ],
          },
        },
      },
    })
    expect(roles[0]?.inlinePolicies).toEqual({
      'the-policy': {
        Statement: [
          {
            Resource: [
              'arn:aws:iam::111122223333:role/x',
              'arn:aws:iam::111122223333:role/sdo/the-role',
              'a:us-east-1',
            ],
          },
        ],
      },
    })
  })

  it.each([
    ['is not a template', undefined, 'no Resources'],
    ['has no resources', {}, 'no Resources'],
    ['makes something else', { Bucket: { Type: 'AWS::S3::Bucket' } }, 'Bucket is of type AWS::S3::Bucket'],
    ['has a role without a trust policy', { R: { Type: 'AWS::IAM::Role' } }, 'no AssumeRolePolicyDocument'],
    [
      'has a role without a name',
      { R: { Type: 'AWS::IAM::Role', Properties: { AssumeRolePolicyDocument: trust } } },
      'R.RoleName must be a text',
    ],
    [
      'refers to what is not there',
      { P: { Type: 'AWS::IAM::InstanceProfile', Properties: { Roles: [{ Ref: 'Nobody' }] } } },
      'Nobody',
    ],
  ])('is refused if it %s', (_what, resources, message) => {
    expect(() => read(resources)).toThrow(TemplateError)
    expect(() => read(resources)).toThrow(message)
  })
})
