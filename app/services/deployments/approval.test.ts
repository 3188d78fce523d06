import { describe, expect, it } from 'vitest'
import { deploymentStates } from '../../../core/resources/wire-states'
import { AuditEntry } from '../../../db/models/audit-entry'
import { Deployment } from '../../../db/models/deployment'
import type { Environment } from '../../../db/models/environment'
import { User } from '../../../db/models/user'
import { buildPerson } from '../../../tests/builders/actors'
import { buildDeployment, buildTeam, refusalsOf } from '../../../tests/builders/deployment-core'
import { buildShop } from '../../../tests/builders/shop'
import { buildApplication, buildEnvironment, buildVersion } from '../../../tests/builders/team-rows'
import { useTestDatabase } from '../../../tests/postgres/test-database'
import { AwsAccount } from '../../../db/models/aws-account'
import type { HumanActor } from '../actor/actor'

const database = useTestDatabase()
const { QUEUED, FAILED, RETIRED, AWAITING_APPROVAL } = deploymentStates

/** A shop whose environment is protected, in a team with two admins. */
async function setUp() {
  const shop = await buildShop(database.sequelize)
  await shop.environment.update({ isProtected: true })
  const other = await buildPerson(shop.team.teamId, { name: 'Eve', isAdmin: true })
  const find = (id: string | undefined) => Deployment.findByPk(id ?? '', { rejectOnEmpty: true })
  const look = async (by: HumanActor, deploymentId: string) =>
    (await shop.deployments.getDeployment(by, { environmentId: shop.environment.id, deploymentId })).approval
  return {
    ...shop,
    other,
    find,
    look,
    ask: async (by: HumanActor, input: { applicationVersionIdToDeploy?: string } = {}) =>
      find((await shop.deployments.patchDeployment(by, { ...shop.deploy, ...input })).id),
    approve: async (by: HumanActor, { id }: Deployment, state?: string) =>
      shop.deployments.approveDeployment(by, {
        deploymentId: id,
        expectedEnvironmentVersionState: state ?? (await look(by, id))?.environmentVersionsState ?? '',
      }),
  }
}

const protect = (environment: Environment) => environment.update({ isProtected: true })

describe('what is asked for in a protected environment', () => {
  it('waits until another admin than the asker approves it, who is in the audit log', async () => {
    const { team, other, ask, approve, look } = await setUp()
    const asked = await ask(team.admin)
    expect(asked.state).toBe(AWAITING_APPROVAL)
    expect(await look(team.admin, asked.id)).toMatchObject({ canApprove: false, canDecline: true })
    expect(await look(team.member, asked.id)).toMatchObject({ canApprove: false, canDecline: false })
    expect(await look(other, asked.id)).toMatchObject({ canApprove: true })
    expect(await approve(other, asked)).toEqual({ result: 'SUCCESS' })
    expect(await asked.reload()).toMatchObject({ state: QUEUED, approvedBy: 'Eve', sequence: 1 })
    const entry = await AuditEntry.findOne({ where: { action: 'deployment.approve', targetId: asked.id } })
    expect(entry?.actorId).toBe(other.userId)
  })

  it('is in the log of the environment with who decided on it', async () => {
    const { environments, environment, team, other, ask, approve, deployments } = await setUp()
    await approve(other, await ask(team.admin))
    await deployments.declineDeployment(other, (await ask(team.admin)).id)
    const { acts } = await environments.listEnvironmentLogs(team.member, { id: environment.id })
    expect(acts.map(({ message }) => message)).toEqual([
      `Eve (${other.email}) approved deployment 1.`,
      `Eve (${other.email}) declined a deployment.`,
    ])
  })

  it('waits whoever asks and however: revert, promotion, retry and auto deploy as well', async () => {
    const { deployments, applications, team, environment, shop, version } = await setUp()
    const past = await buildDeployment(environment, [version], RETIRED)
    await buildDeployment(environment, [await buildVersion(shop, 'v2')])
    const failed = await buildDeployment(environment, [version], FAILED)
    const account = await AwsAccount.findByPk(environment.awsAccountId, { rejectOnEmpty: true })
    const source = await buildDeployment(await buildEnvironment(account, 'Staging'), [version])
    const { environmentVersionId = '' } =
      (await deployments.getPromoteView(team.member, environment.id)).promoteCandidates.find(
        (one) => one.environmentVersionId === source.environmentVersionId,
      ) ?? {}
    const approved = { firstDeployWarningApproved: true }
    const view = await deployments.getRevertView(team.member, {
      environmentId: environment.id,
      environmentVersionId: past.environmentVersionId ?? '',
    })
    await deployments.revertDeployment(team.member, {
      ...approved,
      environmentVersionId: past.environmentVersionId ?? '',
      expectedEnvironmentVersionState: view.environmentVersionsState,
    })
    await deployments.promoteDeployment(team.member, {
      ...approved,
      environmentVersionId,
      expectedEnvironmentVersionState: (await deployments.getPromoteView(team.member, environment.id))
        .environmentVersionsState,
      targetEnvironmentId: environment.id,
    })
    await deployments.retryDeployment(team.member, { ...approved, deploymentId: failed.id })
    await applications.setAutoDeployTarget(team.member, {
      applicationId: shop.id,
      environmentId: environment.id,
    })
    const declared = await applications.declareVersion(team.integration, {
      integrationId: shop.integrationId,
      dockerImageTag: '3',
      autoDeploy: true,
    })
    expect(declared.message).toContain('waits for the approval of an admin')
    const waiting = await Deployment.findAll({
      where: { environmentId: environment.id, state: AWAITING_APPROVAL },
      order: [['sequence', 'ASC']],
    })
    expect(waiting.map(({ kind }) => kind)).toEqual(['revert', 'promote', 'retry', 'auto-deploy'])
    const { deployments: history } = await deployments.listEnvironmentDeployments(team.member, environment.id)
    expect(history[0]?.changes).toMatchObject([{ type: 'change', previousVersionName: 'v2' }])
  })

  it('is approved by no member, no asker, nobody else’s admin, and nobody who is an admin no more', async () => {
    const { team, other, ask, approve, deployments } = await setUp()
    const asked = await ask(team.admin)
    const stranger = (await buildTeam()).admin
    await User.update({ isAdmin: false }, { where: { id: other.userId } })
    expect(
      await refusalsOf([
        approve(team.member, asked),
        approve(team.admin, asked),
        approve(stranger, asked, 'any'),
        approve(other, asked),
        deployments.declineDeployment(team.member, asked.id),
        deployments.declineDeployment(stranger, asked.id),
      ]),
    ).toEqual(['forbidden', 'forbidden', 'not-found', 'forbidden', 'forbidden', 'not-found'])
    expect((await asked.reload()).state).toBe(AWAITING_APPROVAL)
  })

  it('can be declined or stopped instead, and then not approved', async () => {
    const { team, other, ask, approve, deployments, look } = await setUp()
    const [declined, stopped] = [await ask(team.member), await ask(team.member)]
    const states = await Promise.all(
      [declined, stopped].map(async ({ id }) => (await look(other, id))?.environmentVersionsState),
    )
    await deployments.declineDeployment(other, declined.id)
    await deployments.stopDeployment(team.member, stopped.id)
    expect(await declined.reload()).toMatchObject({
      state: FAILED,
      message: 'Declined by Eve.',
      declinedBy: 'Eve',
    })
    expect(await stopped.reload()).toMatchObject({ state: FAILED, message: 'Stopped by Max.' })
    expect(
      await refusalsOf([
        approve(other, declined, states[0]),
        approve(other, stopped, states[1]),
        deployments.declineDeployment(other, stopped.id),
      ]),
    ).toEqual(['conflict', 'conflict', 'conflict'])
  })

  it('is approved once when two admins press at once, and either approved or stopped when those meet', async () => {
    const { team, other, ask, approve, deployments } = await setUp()
    const third = await buildPerson(team.teamId, { isAdmin: true })
    const twice = await ask(team.member)
    const refusals = await refusalsOf([approve(other, twice), approve(third, twice)])
    expect(refusals.sort()).toEqual(['conflict', undefined])
    const met = await ask(team.member)
    const [byAdmin] = await refusalsOf([approve(other, met), deployments.stopDeployment(team.member, met.id)])
    // Whoever came first: one that was approved is stopped in the queue.
    expect(byAdmin === undefined || byAdmin === 'conflict').toBe(true)
    expect(await met.reload()).toMatchObject({ state: FAILED, stoppedBy: 'Max' })
  })

  it('is not approved as something else than the admin saw', async () => {
    const { team, other, ask, approve, look, shop, environment } = await setUp()
    const asked = await ask(team.member)
    const seen = async () => (await look(other, asked.id))?.environmentVersionsState ?? ''
    for (const change of [
      () => shop.update({ memoryMb: 512 }),
      async () => {
        await environment.update({ isProtected: false })
        await ask(team.member)
        await protect(environment)
      },
      async () =>
        buildDeployment(environment, [await buildVersion(await buildApplication(team.teamId, 'Api'))]),
    ]) {
      const state = await seen()
      await change()
      expect(await approve(other, asked, state)).toEqual({ result: 'STATE_MISSMATCH' })
    }
    expect(await approve(other, asked, await seen())).toEqual({ result: 'SUCCESS' })
  })

  it('runs in the order of approval, and keeps its number as long as it can', async () => {
    const { team, other, ask, approve } = await setUp()
    const [first, second] = [await ask(team.member), await ask(team.member)]
    await approve(other, second)
    await approve(other, first)
    expect([(await first.reload()).sequence, (await second.reload()).sequence]).toEqual([3, 2])
  })

  it('holds nobody else up, and its versions are kept', async () => {
    const { team, ask, deployments, environment, version, applications, shop, clock } = await setUp()
    await ask(team.member)
    await environment.update({ isProtected: false })
    expect((await ask(team.member)).state).toBe(QUEUED)
    await Deployment.destroy({ where: { environmentId: environment.id, state: QUEUED } })
    await version.update({ createdAt: new Date(0) })
    clock.advance(48 * 60 * 60_000)
    await applications.declareVersion(team.member, { integrationId: shop.integrationId, dockerImageTag: '9' })
    expect(await version.reload()).toBeDefined()
    expect((await deployments.getPatchView(team.member, environment.id)).deployedApplications).toEqual([])
  })

  it('as a promotion also removes what came since it was asked for', async () => {
    const { team, other, approve, find, deployments, environment, version } = await setUp()
    const account = await AwsAccount.findByPk(environment.awsAccountId, { rejectOnEmpty: true })
    const source = await buildDeployment(await buildEnvironment(account, 'Staging'), [version])
    const { environmentVersionsState } = await deployments.getPromoteView(team.member, environment.id)
    const { id } = await deployments.promoteDeployment(team.member, {
      environmentVersionId: source.environmentVersionId ?? '',
      expectedEnvironmentVersionState: environmentVersionsState,
      targetEnvironmentId: environment.id,
      firstDeployWarningApproved: true,
    })
    const api = await buildVersion(await buildApplication(team.teamId, 'Api'))
    await buildDeployment(environment, [api])
    await approve(other, await find(id))
    expect((await find(id)).changes).toMatchObject([
      { applicationId: version.applicationId, versionId: version.id },
      { type: 'remove', applicationId: api.applicationId },
    ])
  })

  it('is refused when what it deploys is gone', async () => {
    const { team, other, ask, approve, version } = await setUp()
    const asked = await ask(team.member)
    await version.destroy()
    expect(await refusalsOf([approve(other, asked)])).toEqual(['conflict'])
  })
})
