import { expect, it } from 'vitest'
import { cloudFormationTemplate } from '../../core/roles/cloudformation'
import { requiredRoles } from '../../core/roles/required-roles'
import { answerFile } from './answer'

it('the file of the role template, with every role and the longest texts, fits into a request of CloudFormation with room to spare', async () => {
  const roles = requiredRoles({
    accountNumber: '111122223333',
    externalId: 'x'.repeat(36),
    isEnvironmentHolder: true,
    isNetworkHolder: true,
    platformAccountNumber: '999988887777',
  })
  const file = await answerFile(cloudFormationTemplate(roles), 'cloudformation.json').text()
  // CloudFormation takes 51,200 bytes of a template that is not in S3.
  expect(Buffer.byteLength(file)).toBeLessThan(40_000)
})
