import { expect, it } from 'vitest'
import { deploymentStates } from '../../../core/resources/wire-states'
import { readEnvironmentSettings } from '../../../db/environment-settings'
import { AuditEntry } from '../../../db/models/audit-entry'
import { Deployment } from '../../../db/models/deployment'
import { VariableOverride } from '../../../db/models/application-override'
import { buildPerson } from '../../../tests/builders/actors'
import { buildDeployment, refusalsOf } from '../../../tests/builders/deployment-core'
import { buildShop } from '../../../tests/builders/shop'
import { useTestDatabase } from '../../../tests/postgres/test-database'

const database = useTestDatabase()
const { FAILED, RETIRED, AWAITING_APPROVAL } = deploymentStates

/** A protected environment in which something is live, in a team with two admins. */
async function setUp() {
  const shop = await buildShop(database.sequelize)
  const { environment, environments, deployments, team } = shop
  await shop.shop.update({ roles: { table: 'arn:aws:iam::000000000001:role/sdo-own' } })
  await buildDeployment(environment, [shop.version])
  await environment.update({ isProtected: true })
  const other = await buildPerson(team.teamId, { name: 'Eve', isAdmin: true })
  const view = (deploymentId: string) =>
    deployments.getDeployment(other, { environmentId: environment.id, deploymentId })
  return {
    ...shop,
    other,
    view,
    settings: async () => readEnvironmentSettings(await environment.reload()),
    find: (id: string | undefined) => Deployment.findByPk(id ?? '', { rejectOnEmpty: true }),
    stop: () =>
      environments.overrideApplication(team.member, {
        environmentId: environment.id,
        applicationId: shop.shop.id,
        override: true,
        numProcesses: 0,
        roles: { table: 'arn:aws:iam::000000000001:role/sdo-x' },
      }),
    setSpot: () =>
      environments.setEnvironmentChoice(team.member, {
        id: environment.id,
        name: 'spotStrategy',
        value: 'NONE',
      }),
    approve: async (deploymentId: string) =>
      deployments.approveDeployment(other, {
        deploymentId,
        expectedEnvironmentVersionState: (await view(deploymentId)).approval?.environmentVersionsState ?? '',
      }),
  }
}

it('a protected environment is not stopped, and gets no other roles or Spot strategy, before another admin approves that', async () => {
  const { stop, setSpot, settings, find, view, approve, shop } = await setUp()
  const before = await settings()
  const [stopped, spot] = [await stop(), await setSpot()]
  expect(await settings()).toEqual(before)
  expect(stopped).toMatchObject({ result: 'SUCCESS', awaitsApproval: true })
  const { deployment, difference } = await view(stopped.deploymentId ?? '')
  expect(deployment).toMatchObject({
    state: AWAITING_APPROVAL,
    reason: expect.stringContaining('0 processes'),
  })
  expect(difference.applications[0]?.facts.map(({ fact }) => fact)).toEqual(['Processes', 'Roles'])

  // The later one first: it leaves what the other one asks for to that.
  expect(await approve(spot.deploymentId ?? '')).toEqual({ result: 'SUCCESS' })
  expect(await settings()).toEqual({ ...before, spotStrategy: 'NONE' })
  expect(await approve(stopped.deploymentId ?? '')).toEqual({ result: 'SUCCESS' })
  expect(await settings()).toMatchObject({
    spotStrategy: 'NONE',
    overrides: [{ applicationId: shop.id, count: 0 }],
  })
  expect(await find(stopped.deploymentId)).toMatchObject({
    state: RETIRED,
    approvedBy: 'Eve',
    message: 'Took effect at once.',
  })
})

it('a change of settings that waits is not approved by whoever asked, is declined or stopped, and asked for again instead of retried', async () => {
  const { stop, setSpot, settings, find, deployments, team, other } = await setUp()
  const before = await settings()
  const [declined, stopped] = [
    await find((await stop()).deploymentId),
    await find((await setSpot()).deploymentId),
  ]
  await declined.update({ requestedBy: other.userId })
  const expectedEnvironmentVersionState = 'any'
  expect(
    await refusalsOf([
      deployments.approveDeployment(other, { deploymentId: declined.id, expectedEnvironmentVersionState }),
      deployments.approveDeployment(team.member, {
        deploymentId: stopped.id,
        expectedEnvironmentVersionState,
      }),
    ]),
  ).toEqual(['forbidden', 'forbidden'])
  await deployments.declineDeployment(other, declined.id)
  await deployments.stopDeployment(team.member, stopped.id)
  expect((await declined.reload()).state).toBe(FAILED)
  expect(
    await refusalsOf([
      deployments.retryDeployment(team.member, {
        deploymentId: declined.id,
        firstDeployWarningApproved: true,
      }),
    ]),
  ).toEqual(['conflict'])
  expect(await settings()).toEqual(before)
})

it('what changes nothing asks nobody, and variables alone wait for the next deployment', async () => {
  const { environments, environment, team, shop } = await setUp()
  const same = await environments.setEnvironmentChoice(team.member, {
    id: environment.id,
    name: 'spotStrategy',
    value: environment.spotStrategy,
  })
  expect(same).toEqual({ result: 'SUCCESS' })
  const key = { environmentId: environment.id, applicationId: shop.id }
  const answer = await environments.overrideApplication(team.member, {
    ...key,
    override: false,
    environmentVariables: { LOG_LEVEL: 'debug' },
  })
  expect(answer).toEqual({ result: 'SUCCESS', mostProcesses: 2 })
  expect((await VariableOverride.findOne({ where: key }))?.environmentVariables).toEqual({
    LOG_LEVEL: 'debug',
  })
  expect(await Deployment.count({ where: { environmentId: environment.id, state: AWAITING_APPROVAL } })).toBe(
    0,
  )
  expect(await AuditEntry.count({ where: { action: 'environment.override-application' } })).toBe(1)
})
