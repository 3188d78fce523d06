import { expect, it } from 'vitest'
import type { AwsAccountStatus } from '../../../core/resources/aws-account'
import { AwsAccount } from '../../../db/models/aws-account'
import { buildDeployment } from '../../../tests/builders/deployment-core'
import { buildShop } from '../../../tests/builders/shop'
import { useTestDatabase } from '../../../tests/postgres/test-database'

const database = useTestDatabase()

it('roles of which processes get no credentials are said before a deployment and on its page, to every member', async () => {
  const { deployments, team, environment, shop, version, deploy } = await buildShop(database.sequelize)
  const account = await AwsAccount.findByPk(environment.awsAccountId, { rejectOnEmpty: true })
  const own = (name: string, of = account.accountNumber) => `arn:aws:iam::${of}:role/${name}`
  const roles = {
    good: own('good'),
    gone: own('gone'),
    foreign: own('x', '000000000000'),
    unknown: own('new'),
  }
  await shop.update({ roles })
  const examined = {
    applicationRoles: [
      { arn: roles.good, environments: [] },
      { arn: roles.gone, environments: [], problem: 'The role is missing.' },
    ],
  }
  await account.update({ status: examined as unknown as AwsAccountStatus })
  const expected = [
    { applicationName: 'Shop', key: 'gone', arn: roles.gone, problem: 'The role is missing.' },
    {
      applicationName: 'Shop',
      key: 'foreign',
      arn: roles.foreign,
      problem: `The role must be in the account of the environment, ${account.accountNumber}.`,
    },
  ]
  const { undeployedApplications } = await deployments.getPatchView(team.member, environment.id)
  expect(undeployedApplications[0]?.roleProblems).toEqual(expect.arrayContaining(expected))
  expect(undeployedApplications[0]?.roleProblems).toHaveLength(2)

  const { id = '' } = await deployments.patchDeployment(team.member, deploy)
  const view = (deploymentId: string) =>
    deployments.getDeployment(team.member, { environmentId: environment.id, deploymentId })
  expect((await view(id)).roleProblems).toHaveLength(2)
  const live = await buildDeployment(environment, [version])
  await account.update({ status: { ...examined, applicationRoles: [] } as unknown as AwsAccountStatus })
  expect((await view(live.id)).roleProblems).toEqual([expected[1]])
})
