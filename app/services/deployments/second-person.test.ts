import { expect, it } from 'vitest'
import { deploymentStates } from '../../../core/resources/wire-states'
import { AuditEntry } from '../../../db/models/audit-entry'
import { Deployment } from '../../../db/models/deployment'
import { IntegrationToken, IntegrationTrust } from '../../../db/models/integration-user'
import { Session } from '../../../db/models/session'
import { User } from '../../../db/models/user'
import { buildPerson, signIn, signInAutomation } from '../../../tests/builders/actors'
import { refusalsOf } from '../../../tests/builders/deployment-core'
import { testIssuer, builtSubject } from '../../../tests/builders/identity-issuer'
import { buildShop } from '../../../tests/builders/shop'
import { useTestDatabase } from '../../../tests/postgres/test-database'
import type { HumanActor, IntegrationActor } from '../actor/actor'
import { settlingDays } from './second-person'
import { buildDependencies } from '../../../tests/builders/dependencies'
import { createServices } from '../services'

const database = useTestDatabase()
const { QUEUED, AWAITING_APPROVAL } = deploymentStates
const settled = (settlingDays + 1) * 24 * 60 * 60_000

/** A protected environment in a team whose two admins have long been there. */
async function setUp() {
  const shop = await buildShop(database.sequelize)
  const { team, environment, deployments, applications, clock } = shop
  await environment.update({ isProtected: true })
  const other = await buildPerson(team.teamId, { name: 'Eve', isAdmin: true })
  const users = createServices({ ...buildDependencies(database.sequelize).dependencies, clock }).users
  const view = (by: HumanActor, deploymentId: string) =>
    deployments.getDeployment(by, { environmentId: environment.id, deploymentId })
  const approve = async (by: HumanActor, deploymentId: string) =>
    deployments.approveDeployment(by, {
      deploymentId,
      expectedEnvironmentVersionState:
        (await view(by, deploymentId)).approval?.environmentVersionsState ?? '',
    })
  return {
    ...shop,
    other,
    users,
    view,
    approve,
    ask: async (by: HumanActor) => (await deployments.patchDeployment(by, shop.deploy)).id ?? '',
    declare: async (by: IntegrationActor) => {
      await applications.setAutoDeployTarget(team.admin, {
        applicationId: shop.shop.id,
        environmentId: environment.id,
      })
      const version = { integrationId: shop.shop.integrationId, dockerImageTag: '2', autoDeploy: true }
      return (await applications.declareVersion(by, version)).deploymentId ?? ''
    },
    stateOf: async (id: string) => (await Deployment.findByPk(id, { rejectOnEmpty: true })).state,
    add: async (by: HumanActor, email: string) => {
      const { id = '' } = await users.createHumanUser(by, { name: 'Max', email, password: 'correct-horse' })
      await User.update({ verifiedAt: new Date(0), forcePasswordChange: false }, { where: { id } })
      return id
    },
  }
}

it('an admin who made the token that asked does not approve what it asked for, also when the token is gone', async () => {
  const { users, team, other, declare, approve, stateOf } = await setUp()
  const { id } = await users.createIntegrationUser(team.admin, { name: 'CI' })
  await users.createIntegrationToken(team.admin, id)
  const token = await IntegrationToken.findOne({ where: { integrationUserId: id }, rejectOnEmpty: true })
  const automation = await signInAutomation(id)
  await Session.update({ integrationTokenId: token.id }, { where: { id: automation.sessionId } })
  const asked = await declare(automation)
  await users.deleteIntegrationToken(team.admin, token.id)
  expect(await refusalsOf([approve(team.admin, asked)])).toEqual(['forbidden'])
  expect(await stateOf(asked)).toBe(AWAITING_APPROVAL)
  await approve(other, asked)
  expect(await stateOf(asked)).toBe(QUEUED)
})

it('an admin who made the trust by which a job asked does not approve what it asked for', async () => {
  const { users, team, other, declare, approve, view } = await setUp()
  const { id } = await users.createIntegrationUser(other, { name: 'CI' })
  await users.createIntegrationTrust(other, id, {
    issuer: testIssuer.issuer.address,
    subjectPattern: builtSubject,
  })
  const trust = await IntegrationTrust.findOne({ where: { integrationUserId: id }, rejectOnEmpty: true })
  const automation = await signInAutomation(id)
  await Session.update({ integrationTrustId: trust.id }, { where: { id: automation.sessionId } })
  const asked = await declare(automation)
  expect((await view(other, asked)).approval).toMatchObject({
    canApprove: false,
    canDecline: true,
    whyNot: expect.stringContaining('that you created'),
  })
  expect(await refusalsOf([approve(other, asked)])).toEqual(['forbidden'])
  expect(await approve(team.admin, asked)).toEqual({ result: 'SUCCESS' })
})

it('whoever an admin adds or makes an admin counts as them for some days, whichever of the two asks', async () => {
  const { users, team, other, ask, approve, add, view, clock } = await setUp()
  const made = await add(team.admin, 'made@example.com')
  await users.setAdmin(team.admin, { userId: made, isAdmin: true })
  const twin = await signIn(made)
  const [byTwin, byAdmin] = [await ask(twin), await ask(team.admin)]
  expect(await refusalsOf([approve(team.admin, byTwin), approve(twin, byAdmin)])).toEqual([
    'forbidden',
    'forbidden',
  ])
  expect((await view(team.admin, byTwin)).approval?.whyNot).toContain(`${settlingDays} days`)
  expect(await approve(other, byTwin)).toEqual({ result: 'SUCCESS' })
  clock.advance(settled)
  expect(await approve(twin, byAdmin)).toEqual({ result: 'SUCCESS' })
})

it('a row of people whom one made another counts as one', async () => {
  const { users, team, ask, approve, add } = await setUp()
  const first = await add(team.admin, 'first@example.com')
  await users.setAdmin(team.admin, { userId: first, isAdmin: true })
  const second = await add(await signIn(first), 'second@example.com')
  await users.setAdmin(await signIn(first), { userId: second, isAdmin: true })
  const asked = await ask(team.admin)
  await users.deleteUser(team.admin, first)
  expect(await refusalsOf([approve(await signIn(second), asked)])).toEqual(['forbidden'])
})

it('protection is not taken off by an admin and one whom they have just made', async () => {
  const { users, team, other, add, environments, environment } = await setUp()
  const made = await add(team.admin, 'helper@example.com')
  await users.setAdmin(team.admin, { userId: made, isAdmin: true })
  const end = (by: HumanActor) => environments.setProtection(by, { id: environment.id, isProtected: false })
  await end(team.admin)
  expect(await refusalsOf([end(await signIn(made))])).toEqual(['forbidden'])
  expect(await end(other)).toMatchObject({ isProtected: false })
  expect(
    await AuditEntry.count({ where: { action: 'environment.unprotect', targetId: environment.id } }),
  ).toBe(1)
})
