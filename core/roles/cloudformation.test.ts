import { describe, expect, it } from 'vitest'
import { cloudFormationTemplate, deployCommand } from './cloudformation'
import { requiredRoles } from './required-roles'
import { diffRole, hasDiffs } from './role-diffs'

interface TemplateResource {
  Type: string
  Properties: {
    RoleName?: string
    Path: string
    AssumeRolePolicyDocument?: unknown
    Policies?: { PolicyName: string; PolicyDocument: unknown }[]
    ManagedPolicyArns?: string[]
    InstanceProfileName?: string
    Roles?: unknown
  }
}

const roles = requiredRoles({
  accountNumber: '111122223333',
  externalId: 'ext-1',
  isEnvironmentHolder: true,
  isNetworkHolder: true,
  platformAccountNumber: '999988887777',
})
const template = cloudFormationTemplate(roles) as { Resources: Record<string, TemplateResource> }

describe('the role template', () => {
  it('installs roles that the examination finds right', () => {
    for (const role of roles) {
      const properties = Object.values(template.Resources).find(
        ({ Properties }) => Properties.RoleName === role.name,
      )?.Properties
      const installed = properties && {
        name: role.name,
        path: properties.Path,
        assumePolicy: properties.AssumeRolePolicyDocument,
        inlinePolicies: Object.fromEntries(
          (properties.Policies ?? []).map(({ PolicyName, PolicyDocument }) => [PolicyName, PolicyDocument]),
        ),
        managedPolicies: properties.ManagedPolicyArns ?? [],
      }
      expect(hasDiffs(diffRole(role, installed))).toBe(false)
    }
  })

  it('makes an instance profile for the role of the instances only', () => {
    const profiles = Object.values(template.Resources).filter(
      ({ Type }) => Type === 'AWS::IAM::InstanceProfile',
    )
    expect(profiles.map(({ Properties }) => Properties)).toEqual([
      { InstanceProfileName: 'sdo-process-runner', Path: '/sdo/', Roles: [{ Ref: 'SdoProcessRunner' }] },
    ])
  })

  it('is applied by one command', () => {
    expect(deployCommand().replaceAll(' \\\n  ', ' ')).toBe(
      'aws cloudformation deploy --stack-name sdo-bootstrap --template-file cloudformation.json --capabilities CAPABILITY_NAMED_IAM --region us-east-1',
    )
  })
})
