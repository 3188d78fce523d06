import { spawnSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { region } from '../../../core/aws/region'
import { cloudFormationTemplate } from '../../../core/roles/cloudformation'
import { requiredRoles } from '../../../core/roles/required-roles'
import { describeUnlessMissing } from '../../kube/use-control-plane'
import { motoPython } from '../../moto/moto-python'

const template = cloudFormationTemplate(
  requiredRoles({
    accountNumber: '111122223333',
    externalId: 'external',
    isEnvironmentHolder: true,
    isNetworkHolder: true,
    platformAccountNumber: '999988887777',
  }),
) as { Resources: Record<string, { Properties: object }> }

const policyWith = (statement: object) => ({
  Version: '2012-10-17',
  Statement: [{ Effect: 'Allow', Action: 'sts:AssumeRole', Principal: '*', ...statement }],
})

/** What AWS's linter of templates says, warnings included. */
async function lint(subject: object): Promise<string> {
  const python = await motoPython.ensure()
  const { stdout, stderr } = spawnSync(
    python,
    ['-c', 'from cfnlint.runner import main; main()', '--format', 'parseable', '--regions', region],
    { input: JSON.stringify(subject), encoding: 'utf8' },
  )
  return stdout + stderr
}

describeUnlessMissing(motoPython.missing(), 'AWS’s linter of CloudFormation templates', () => {
  it('finds nothing in the role template', async () => {
    expect(await lint(template)).toBe('')
  })

  const [[, role] = []] = Object.entries(template.Resources)
  const withRole = (changes: object) => ({ ...template, Resources: { Role: { ...role, ...changes } } })

  it.each([
    ['a property that a role does not have', { Properties: { ...role?.Properties, Polices: [] } }, 'Polices'],
    ['a property that is missing', { Properties: {} }, 'AssumeRolePolicyDocument'],
    ['a property of another type', { Properties: { ...role?.Properties, Policies: 'all' } }, 'E3012'],
    ['a name that is too long', { Properties: { ...role?.Properties, RoleName: 'r'.repeat(65) } }, 'E3033'],
    [
      'a reference to nothing',
      { Properties: { ...role?.Properties, RoleName: { Ref: 'Nobody' } } },
      'Nobody',
    ],
    ['a resource of no type', { Type: 'AWS::IAM::Rolle' }, 'AWS::IAM::Rolle'],
    [
      'an effect that no statement has',
      { Properties: { ...role?.Properties, AssumeRolePolicyDocument: policyWith({ Effect: 'Permit' }) } },
      'Permit',
    ],
  ])('finds %s', async (_what, changes, fault) => {
    expect(await lint(withRole(changes))).toContain(fault)
  })
})
