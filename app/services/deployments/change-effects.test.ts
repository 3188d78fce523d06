import { expect, it } from 'vitest'
import { AwsAccount } from '../../../db/models/aws-account'
import { buildDeployment } from '../../../tests/builders/deployment-core'
import { buildAwsAccountStatus } from '../../../tests/builders/resource-status'
import { buildShop } from '../../../tests/builders/shop'
import { buildVersion } from '../../../tests/builders/team-rows'
import { useTestDatabase } from '../../../tests/postgres/test-database'

const database = useTestDatabase()

it('says before and with a deployment, a revert and an override that the vCPU quotas leave no room, and only where that is new', async () => {
  const bench = await buildShop(database.sequelize)
  const { deployments, environments, environment, shop, version, team } = bench
  const environmentId = environment.id
  const quotas = (['on-demand-vcpus', 'spot-vcpus'] as const).map((name) => ({ name, limit: 8 }))
  const preflight = { checkedEpoch: 0, refusedWrites: [], quotas, zones: [], unanswered: [] }
  const status = buildAwsAccountStatus({ preflight })
  await AwsAccount.update({ status }, { where: { id: environment.awsAccountId } })
  const patch = (applicationVersionIdToDeploy: string) =>
    deployments.patchDeployment(team.member, {
      ...{ environmentId, applicationVersionIdToDeploy, firstDeployWarningApproved: true },
    })
  const short = (vcpus: number) => expect.stringContaining(`need ${vcpus} vCPUs`) as string

  const small = await buildDeployment(environment, [version])
  await shop.update({ cpu: '2', count: 20 })
  const large = await patch((await buildVersion(shop, 'v2')).id)
  expect(large.vcpuShortage).toEqual(short(40))
  const view = await deployments.getDeployment(team.member, { environmentId, deploymentId: large.id ?? '' })
  expect(view.vcpuShortage).toEqual(short(40))
  expect(await patch((await buildVersion(shop, 'v3')).id)).not.toHaveProperty(
    'vcpuShortage',
    expect.anything(),
  )

  const revert = { environmentId, environmentVersionId: small.environmentVersionId ?? '' }
  expect(await deployments.getRevertView(team.member, revert)).not.toHaveProperty(
    'vcpuShortage',
    expect.anything(),
  )
  const override = (numProcesses: number) =>
    environments.overrideApplication(team.member, {
      ...{
        environmentId,
        applicationId: shop.id,
        override: true,
        numProcesses,
        firstDeployWarningApproved: true,
      },
    })
  expect((await override(21)).vcpuShortage).toEqual(short(42))
  expect(await override(2)).not.toHaveProperty('vcpuShortage', expect.anything())
})
