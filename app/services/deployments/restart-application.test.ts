import { expect, it } from 'vitest'
import { deploymentStates } from '../../../core/resources/wire-states'
import { Deployment } from '../../../db/models/deployment'
import { buildDeployment, buildTeam, refusalsOf } from '../../../tests/builders/deployment-core'
import { buildShop } from '../../../tests/builders/shop'
import { buildApplication } from '../../../tests/builders/team-rows'
import { useTestDatabase } from '../../../tests/postgres/test-database'

const database = useTestDatabase()
const { QUEUED, FAILED, AWAITING_APPROVAL } = deploymentStates

async function setUp() {
  const shop = await buildShop(database.sequelize)
  await buildDeployment(shop.environment, [shop.version])
  const asked = {
    environmentId: shop.environment.id,
    applicationId: shop.shop.id,
    firstDeployWarningApproved: true,
  }
  return {
    ...shop,
    asked,
    restart: () => shop.deployments.restartApplication(shop.team.member, asked),
    find: (id: string | undefined) => Deployment.findByPk(id ?? '', { rejectOnEmpty: true }),
    view: (id: string | undefined) =>
      shop.deployments.getDeployment(shop.team.member, {
        environmentId: shop.environment.id,
        deploymentId: id ?? '',
      }),
  }
}

it('a restart is queued, and changes nothing but the processes, whatever was configured since', async () => {
  const { restart, find, view, shop, version } = await setUp()
  await shop.update({ memoryMb: 512 })
  const { id } = await restart()
  expect(await find(id)).toMatchObject({
    state: QUEUED,
    kind: 'restart',
    changes: [{ type: 'change', applicationId: shop.id, versionId: version.id }],
  })
  const { difference } = await view(id)
  expect(difference.applications).toMatchObject([{ type: 'change', facts: [{ fact: 'Restarted' }] }])
})

it('a restart that failed is retried as a restart', async () => {
  const { restart, find, deployments, team } = await setUp()
  const failed = await find((await restart()).id)
  await failed.update({ state: FAILED })
  const { id } = await deployments.retryDeployment(team.member, { deploymentId: failed.id })
  expect(await find(id)).toMatchObject({ kind: 'restart', aboutId: failed.id, changes: failed.changes })
})

it('a restart waits for another admin in a protected environment, with no image to look up', async () => {
  const { restart, find, view, environment } = await setUp()
  await environment.update({ isProtected: true })
  const { id, awaitsApproval } = await restart()
  expect(awaitsApproval).toBe(true)
  expect((await find(id)).state).toBe(AWAITING_APPROVAL)
  expect((await view(id)).approval?.unresolvedImages).toEqual([])
})

it('nothing is restarted that does not run there, and nothing of another team', async () => {
  const { deployments, team, asked } = await setUp()
  const other = await buildApplication(team.teamId, 'Api')
  const stranger = await buildTeam()
  const theirs = await buildApplication(stranger.teamId)
  expect(
    await refusalsOf([
      deployments.restartApplication(team.member, { ...asked, applicationId: other.id }),
      deployments.restartApplication(stranger.member, asked),
      deployments.restartApplication(team.member, { ...asked, applicationId: theirs.id }),
    ]),
  ).toEqual(['conflict', 'not-found', 'not-found'])
})
