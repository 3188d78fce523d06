import { expect, it } from 'vitest'
import { environmentManagerRole } from '../environment-manager-role'
import { ec2Writes } from './ec2-writes'

it('the writes of EC2 are those that the role allows, but for tags, which are given only with something', () => {
  const { policies } = environmentManagerRole({
    accountNumber: '111122223333',
    externalId: 'external',
    isEnvironmentHolder: true,
    platformAccountNumber: '999988887777',
  })
  const allowed = policies
    .flatMap(({ definition }) => definition.Statement)
    .flatMap(({ Action }) => Action)
    .filter((action) => /^ec2:(?!Describe|Get|CreateTags)/.test(action))
  expect(new Set(Object.values(ec2Writes).flat())).toEqual(new Set(allowed))
})
