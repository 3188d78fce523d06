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

  it('finds a property that a role does not have', async () => {
    const [[name = '', role] = []] = Object.entries(template.Resources)
    const Properties = { ...role?.Properties, Polices: [] }
    expect(await lint({ ...template, Resources: { [name]: { ...role, Properties } } })).toContain('Polices')
  })
})
