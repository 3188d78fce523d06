import { describe, expect, it } from 'vitest'
import { deploymentStates } from '../../../core/resources/wire-states'
import { AuditEntry } from '../../../db/models/audit-entry'
import { AwsAccount } from '../../../db/models/aws-account'
import { Deployment } from '../../../db/models/deployment'
import { Environment } from '../../../db/models/environment'
import { EnvironmentVersion } from '../../../db/models/environment-version'
import { buildDeployment, buildTeam, refusalsOf } from '../../../tests/builders/deployment-core'
import { buildShop } from '../../../tests/builders/shop'
import {
  addVersion,
  buildEnvironment,
  buildQueuedDeployment,
  buildVersion,
} from '../../../tests/builders/team-rows'
import { useTestDatabase } from '../../../tests/postgres/test-database'
import { messages } from '../../messages/messages'

const database = useTestDatabase()
const { QUEUED, DEPLOYING, LIVE, FAILED, RETIRED } = deploymentStates

/** The second version of the shop is live; the first was before it, as it was configured and set then. */
async function setUp() {
  const bench = await buildShop(database.sequelize)
  const { environment, shop, version, team, deployments } = bench
  const past = await buildDeployment(environment, [version], RETIRED)
  const pastId = past.environmentVersionId ?? ''
  await EnvironmentVersion.update(
    { settings: { spotStrategy: 'NONE', overrides: [{ applicationId: shop.id, count: 5 }] } },
    { where: { id: pastId } },
  )
  await shop.update({ memoryMb: 400, ports: [{ port: 9090 }] })
  const next = await buildVersion(shop, 'v2')
  const live = await buildDeployment(environment, [next])
  const look = (environmentVersionId = pastId) =>
    deployments.getRevertView(team.member, { environmentId: environment.id, environmentVersionId })
  const lookAndAsk = async () => ({
    environmentVersionId: pastId,
    expectedEnvironmentVersionState: (await look()).environmentVersionsState,
    firstDeployWarningApproved: true,
  })
  return { ...bench, past, pastId, next, live, look, lookAndAsk }
}

const queued = (environmentId: string) =>
  Deployment.findAll({ where: { environmentId, state: QUEUED }, order: [['sequence', 'ASC']] })

describe('getRevertView', () => {
  it('tells versions, numbers, ports and settings that differ, and which addresses go', async () => {
    const { look, past } = await setUp()
    const view = await look()
    expect(view).toMatchObject({ sequence: past.sequence, hasSettings: true, refusal: undefined })
    expect(view.difference).toEqual({
      applications: [
        expect.objectContaining({
          applicationName: 'Shop',
          type: 'change',
          versionName: 'v1',
          previousVersionName: 'v2',
          facts: [
            { fact: 'Memory', before: '400 MB', after: '300 MB' },
            { fact: 'Processes', before: '2', after: '5' },
            { fact: 'Ports', before: '9090', after: '8080' },
          ],
          lostPorts: [9090],
        }),
      ],
      spotStrategy: { before: 'ALL', after: 'NONE' },
    })
  })

  it('says what it makes of the cost at most', async () => {
    const { look, pastId, shop } = await setUp()
    const settings = { spotStrategy: 'ALL' as const, overrides: [{ applicationId: shop.id, count: 60 }] }
    await EnvironmentVersion.update({ settings }, { where: { id: pastId } })
    const { atMostPerHour } = await look()
    expect(atMostPerHour?.after).toBeGreaterThan(atMostPerHour?.before ?? Infinity)
  })

  it('says why it can not be: it is there already, or what it needs is gone', async () => {
    const { look, live, version } = await setUp()
    expect((await look(live.environmentVersionId ?? '')).refusal).toBe(messages.revertToPresent.text)
    await version.destroy()
    expect((await look()).refusal).toContain('the version v1 of Shop')
  })

  it('leaves settings as they are where they were not kept then', async () => {
    const { look, pastId } = await setUp()
    await EnvironmentVersion.update({ settings: null }, { where: { id: pastId } })
    const { hasSettings, difference } = await look()
    expect([hasSettings, difference.spotStrategy]).toEqual([false, undefined])
  })
})

describe('revertDeployment', () => {
  it('queues one deployment that brings back what ran, and what was set', async () => {
    const { deployments, team, environment, shop, version, pastId, look, lookAndAsk } = await setUp()
    const { atMostPerHour } = await look()
    expect(atMostPerHour?.after).toBeGreaterThan(atMostPerHour?.before ?? Infinity)
    const { id, ...answer } = await deployments.revertDeployment(team.member, await lookAndAsk())
    expect(answer).toEqual({ result: 'SUCCESS', showFirstDeployWarning: false, atMostPerHour })
    expect(await queued(environment.id)).toMatchObject([
      {
        id,
        kind: 'revert',
        restoresVersionId: pastId,
        settings: { spotStrategy: 'NONE', overrides: [{ applicationId: shop.id, count: 5 }] },
        changes: [{ type: 'change', applicationId: shop.id, versionId: version.id }],
        requestedBy: team.member.userId,
      },
    ])
    const entry = await AuditEntry.findOne({ where: { action: 'deployment.queue' }, order: [['id', 'DESC']] })
    expect(entry?.after).toMatchObject({ kind: 'revert', restoresVersionId: pastId })
  })

  it('changes nothing when the environment has changed since somebody looked', async () => {
    const { deployments, environments, team, environment, next, lookAndAsk } = await setUp()
    const changes = [
      () =>
        environments.setEnvironmentChoice(team.member, {
          id: environment.id,
          name: 'spotStrategy',
          value: 'NONE',
        }),
      () => buildQueuedDeployment(environment, [addVersion(next)]),
      () => Deployment.update({ state: FAILED }, { where: { environmentId: environment.id, state: QUEUED } }),
    ]
    for (const change of changes) {
      const asked = await lookAndAsk()
      await change()
      expect(await deployments.revertDeployment(team.member, asked)).toMatchObject({
        result: 'STATE_MISSMATCH',
      })
    }
    expect(await queued(environment.id)).toEqual([])
  })

  it('of two who revert at once, one is told to look again', async () => {
    const { deployments, team, environment, lookAndAsk } = await setUp()
    const asked = await lookAndAsk()
    const answers = await Promise.all([
      deployments.revertDeployment(team.member, asked),
      deployments.revertDeployment(team.admin, asked),
    ])
    expect(answers.map(({ result }) => result).sort()).toEqual(['STATE_MISSMATCH', 'SUCCESS'])
    expect(await queued(environment.id)).toHaveLength(1)
  })

  it('of a deployment and a revert at once, both are kept or the revert is told to look again', async () => {
    const { deployments, team, environment, deploy, lookAndAsk } = await setUp()
    const asked = await lookAndAsk()
    const [, reverted] = await Promise.all([
      deployments.patchDeployment(team.member, deploy),
      deployments.revertDeployment(team.admin, asked),
    ])
    expect(await queued(environment.id)).toHaveLength(reverted.result === 'SUCCESS' ? 2 : 1)
  })

  it('of a promotion and a revert at once, both are kept or the revert is told to look again', async () => {
    const { deployments, team, environment, version, lookAndAsk } = await setUp()
    const account = await AwsAccount.findByPk(environment.awsAccountId, { rejectOnEmpty: true })
    const source = await buildEnvironment(account, 'Source')
    await buildDeployment(source, [version])
    const asked = await lookAndAsk()
    const view = await deployments.getPromoteView(team.member, environment.id)
    const [promoted, reverted] = await Promise.all([
      deployments.promoteDeployment(team.member, {
        environmentVersionId: view.promoteCandidates[0]?.environmentVersionId ?? '',
        expectedEnvironmentVersionState: view.environmentVersionsState,
        targetEnvironmentId: environment.id,
        firstDeployWarningApproved: true,
      }),
      deployments.revertDeployment(team.admin, asked),
    ])
    expect(promoted.result).toBe('SUCCESS')
    expect(await queued(environment.id)).toHaveLength(reverted.result === 'SUCCESS' ? 2 : 1)
  })

  it('refuses what is there already, what never served, and what can not run again', async () => {
    const { deployments, team, environment, live, next, shop, version, lookAndAsk } = await setUp()
    const asked = await lookAndAsk()
    const refused = (environmentVersionId: string) =>
      refusalsOf([deployments.revertDeployment(team.member, { ...asked, environmentVersionId })])
    expect(await refused(live.environmentVersionId ?? '')).toEqual(['conflict'])
    const failed = await buildDeployment(environment, [next], FAILED)
    expect(await refused(failed.environmentVersionId ?? '')).toEqual(['conflict'])
    await failed.destroy()
    await version.destroy()
    expect(await refused(asked.environmentVersionId)).toEqual(['conflict'])
    await shop.destroy()
    expect(await refused(asked.environmentVersionId)).toEqual(['conflict'])
    expect(await queued(environment.id)).toEqual([])
  })

  it('finds nothing of another team, nothing that is none, and nothing of what is being deleted', async () => {
    const { deployments, environments, team, environment, lookAndAsk } = await setUp()
    const asked = await lookAndAsk()
    const stranger = (await buildTeam()).member
    expect(
      await refusalsOf([
        deployments.revertDeployment(stranger, asked),
        deployments.revertDeployment(team.member, { ...asked, environmentVersionId: 'none' }),
        deployments.getRevertView(stranger, { environmentId: environment.id, ...asked }),
      ]),
    ).toEqual(['not-found', 'not-found', 'not-found'])
    await environments.deleteEnvironment(team.admin, environment.id)
    expect(await refusalsOf([deployments.revertDeployment(team.member, asked)])).toEqual(['conflict'])
  })

  it('knows an application that was renamed since', async () => {
    const { deployments, team, environment, shop, look, lookAndAsk } = await setUp()
    await shop.update({ name: 'Store' })
    expect((await look()).difference.applications).toMatchObject([{ applicationName: 'Store' }])
    await deployments.revertDeployment(team.member, await lookAndAsk())
    const { deployments: history } = await deployments.listEnvironmentDeployments(team.member, environment.id)
    expect(history[0]).toMatchObject({
      kind: 'revert',
      aboutSequence: 1,
      changes: [{ applicationName: 'Store' }],
    })
  })
})

describe('settings in the history', () => {
  it('are entries to go back to, and refused while a deployment brings others', async () => {
    const { deployments, environments, team, environment, shop, lookAndAsk } = await setUp()
    const override = (numProcesses: number) =>
      environments.overrideApplication(team.member, {
        environmentId: environment.id,
        applicationId: shop.id,
        override: true,
        numProcesses,
      })
    await override(4)
    await environments.setEnvironmentChoice(team.member, {
      id: environment.id,
      name: 'spotStrategy',
      value: 'NONE',
    })
    await override(6)
    const { deployments: history } = await deployments.listEnvironmentDeployments(team.member, environment.id)
    expect(history.map(({ kind, reason, isRevertible }) => [kind, reason, isRevertible])).toEqual([
      ['override', 'Overrides of Shop: 6 processes', true],
      ['spot-strategy', 'Spot strategy from ALL to NONE', true],
      ['override', 'Overrides of Shop: 4 processes', true],
      ['patch', undefined, true],
      ['patch', undefined, true],
    ])
    const view = await deployments.getRevertView(team.member, {
      environmentId: environment.id,
      environmentVersionId: history[2]?.environmentVersionId ?? '',
    })
    expect(view.difference).toMatchObject({
      applications: [{ type: 'change', facts: [{ fact: 'Processes', before: '6', after: '4' }] }],
      spotStrategy: { before: 'NONE', after: 'ALL' },
    })
    await deployments.revertDeployment(team.member, await lookAndAsk())
    expect(
      await refusalsOf([
        override(1),
        environments.setEnvironmentChoice(team.member, {
          id: environment.id,
          name: 'spotStrategy',
          value: 'ALL',
        }),
      ]),
    ).toEqual(['conflict', 'conflict'])
    expect((await Environment.findByPk(environment.id))?.spotStrategy).toBe('NONE')
  })

  it('are none of what runs nothing, and none of what stays as it is', async () => {
    const { environments, environment, team, shop } = await buildShop(database.sequelize)
    await environments.overrideApplication(team.member, {
      environmentId: environment.id,
      applicationId: shop.id,
      override: true,
      numProcesses: 4,
    })
    expect(
      await Deployment.count({ where: { environmentId: environment.id, state: [LIVE, RETIRED, DEPLOYING] } }),
    ).toBe(0)
  })
})
