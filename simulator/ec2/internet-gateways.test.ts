import { expect, it } from 'vitest'
import { buildSimulatedAws } from '../../tests/builders/simulated-aws'
import { ownerTags } from '../../core/aws/ownership'

it('an account has as many internet gateways as its quota of VPCs says, and more once that is raised', async () => {
  const { aws, account, accountNumber } = await buildSimulatedAws()
  const create = (index: number) =>
    account.network.createInternetGateway({ tags: ownerTags('environment-1', `gateway-${index}`) })
  await aws.setQuota(accountNumber, 'vpcs', 2)
  await create(0)
  await create(1)
  await expect(create(2)).rejects.toMatchObject({ kind: 'quota-exceeded' })
  await aws.setQuota(accountNumber, 'vpcs', 3)
  await create(2)
  await expect(create(3)).rejects.toMatchObject({ kind: 'quota-exceeded' })
})
