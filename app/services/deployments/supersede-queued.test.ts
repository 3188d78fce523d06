import { expect, it } from 'vitest'
import { deploymentStates } from '../../../core/resources/wire-states'
import { AuditEntry } from '../../../db/models/audit-entry'
import { Deployment } from '../../../db/models/deployment'
import { buildDeployment } from '../../../tests/builders/deployment-core'
import { buildShop } from '../../../tests/builders/shop'
import { buildApplication } from '../../../tests/builders/team-rows'
import { useTestDatabase } from '../../../tests/postgres/test-database'
import type { Application } from '../../../db/models/application'

const database = useTestDatabase()
const { QUEUED, DEPLOYING, FAILED, AWAITING_APPROVAL } = deploymentStates

async function setUp() {
  const shop = await buildShop(database.sequelize)
  const { applications, team, environment } = shop
  const target = async (application: Application) => {
    await applications.setAutoDeployTarget(team.member, {
      applicationId: application.id,
      environmentId: environment.id,
    })
    return application
  }
  const build = async ({ integrationId }: Application, dockerImageTag: string): Promise<Deployment> => {
    const input = { integrationId, dockerImageTag, autoDeploy: true }
    const { deploymentId = '' } = await applications.declareVersion(team.integration, input)
    return Deployment.findByPk(deploymentId, { rejectOnEmpty: true })
  }
  await target(shop.shop)
  return { ...shop, target, build }
}

it('a newer automatic deployment takes the place of those of its application that wait, and of nothing else', async () => {
  const { build, target, shop, team, deployments, deploy, environment, version } = await setUp()
  const underWay = await buildDeployment(environment, [version], DEPLOYING)
  const api = await target(await buildApplication(team.teamId, 'Api'))
  const other = await build(api, '1')
  const first = await build(shop, '1')
  const byHand = await deployments.patchDeployment(team.member, deploy)
  const second = await build(shop, '2')
  const third = await build(shop, '3')
  for (const [older, newer] of [
    [first, second],
    [second, third],
  ] as const) {
    expect(await older.reload()).toMatchObject({
      state: FAILED,
      supersededBy: newer.id,
      message: `Superseded by deployment ${newer.sequence} before its turn came.`,
    })
    const audited = { action: 'deployment.supersede', targetId: older.id }
    expect((await AuditEntry.findOne({ where: audited }))?.after).toMatchObject({
      supersededBy: newer.sequence,
    })
  }
  const waiting = await Deployment.findAll({ where: { state: QUEUED }, order: [['sequence', 'ASC']] })
  expect(waiting.map(({ id }) => id)).toEqual([other.id, byHand.id, third.id])
  expect((await underWay.reload()).state).toBe(DEPLOYING)
  const { deployments: history } = await deployments.listEnvironmentDeployments(team.member, environment.id)
  expect(history.find(({ id }) => id === first.id)?.supersededBy).toBe(second.id)
})

it('every automatic deployment is carried out where an environment says so', async () => {
  const { build, shop, environments, environment, team } = await setUp()
  await environments.setDeploymentRule(team.member, {
    id: environment.id,
    name: 'supersedesQueued',
    value: false,
  })
  const first = await build(shop, '1')
  await build(shop, '2')
  expect((await first.reload()).state).toBe(QUEUED)
  expect((await environments.getEnvironment(team.member, environment.id)).supersedesQueued).toBe(false)
})

it('one that waits for approval takes the place of none that was approved', async () => {
  const { build, shop, environment } = await setUp()
  const approved = await build(shop, '1')
  await environment.update({ isProtected: true })
  const asked = await build(shop, '2')
  expect(asked.state).toBe(AWAITING_APPROVAL)
  expect((await approved.reload()).state).toBe(QUEUED)
})
