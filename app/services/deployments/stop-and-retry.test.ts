import { describe, expect, it } from 'vitest'
import { deploymentStates } from '../../../core/resources/wire-states'
import { AuditEntry } from '../../../db/models/audit-entry'
import { Deployment } from '../../../db/models/deployment'
import { buildDeployment, buildTeam, refusalsOf } from '../../../tests/builders/deployment-core'
import { buildEnvironmentStatus } from '../../../tests/builders/resource-status'
import { buildShop } from '../../../tests/builders/shop'
import { addVersion, buildQueuedDeployment, buildVersion } from '../../../tests/builders/team-rows'
import { useTestDatabase } from '../../../tests/postgres/test-database'

const database = useTestDatabase()
const { QUEUED, DEPLOYING, LIVE, FAILED, RETIRED } = deploymentStates
const setUp = () => buildShop(database.sequelize)

describe('stopDeployment', () => {
  it('ends one that waits at once, and says who did', async () => {
    const { deployments, team, environment, version } = await setUp()
    const waiting = await buildQueuedDeployment(environment, [addVersion(version)])
    await deployments.stopDeployment(team.member, waiting.id)
    expect(await waiting.reload()).toMatchObject({
      state: FAILED,
      message: 'Stopped by Max.',
      stoppedBy: 'Max',
    })
    expect(waiting.finishedAt).not.toBeNull()
    const entry = await AuditEntry.findOne({ where: { action: 'deployment.stop', targetId: waiting.id } })
    expect(entry?.actorId).toBe(team.member.userId)
  })

  it('leaves the end of one under way to the controller, and is done once', async () => {
    const { deployments, team, environment, version } = await setUp()
    const started = await buildDeployment(environment, [version], DEPLOYING)
    await deployments.stopDeployment(team.member, started.id)
    await deployments.stopDeployment(team.admin, started.id)
    expect(await started.reload()).toMatchObject({ state: DEPLOYING, stoppedBy: 'Max', desiredRevision: '2' })
    expect(await AuditEntry.count({ where: { action: 'deployment.stop', targetId: started.id } })).toBe(1)
  })

  it('refuses what has ended, what serves, what is of others and what is none', async () => {
    const { deployments, team, environment, version } = await setUp()
    const retired = await buildDeployment(environment, [version], RETIRED)
    const live = await buildDeployment(environment, [version], LIVE)
    const serving = await buildDeployment(environment, [version], DEPLOYING)
    await environment.update({ status: buildEnvironmentStatus({ servingDeployment: serving.id }) })
    const stranger = (await buildTeam()).admin
    const stop = (id: string, by = team.member) => deployments.stopDeployment(by, id)
    expect(
      await refusalsOf([
        stop(retired.id),
        stop(live.id),
        stop(serving.id),
        stop(serving.id, stranger),
        stop('none'),
      ]),
    ).toEqual(['conflict', 'conflict', 'conflict', 'not-found', 'not-found'])
  })
})

describe('retryDeployment', () => {
  it('queues the same again, once for a form that is sent twice', async () => {
    const { deployments, team, environment, shop, version } = await setUp()
    const failed = await buildDeployment(environment, [version], FAILED)
    const form = { deploymentId: failed.id, firstDeployWarningApproved: true, submissionId: 'form' }
    const [first, second] = [
      await deployments.retryDeployment(team.member, form),
      await deployments.retryDeployment(team.member, form),
    ]
    expect(first).toMatchObject({ result: 'SUCCESS' })
    expect(second).toEqual(first)
    expect(
      await Deployment.findAll({ where: { environmentId: environment.id, state: QUEUED } }),
    ).toMatchObject([
      {
        kind: 'retry',
        aboutId: failed.id,
        changes: [{ applicationId: shop.id, versionId: version.id }],
      },
    ])
  })

  it('retries a promotion as one, and a revert as one with its settings', async () => {
    const { deployments, team, environment, version, shop } = await setUp()
    const past = await buildDeployment(environment, [version], RETIRED)
    const settings = { spotStrategy: 'NONE' as const, overrides: [] }
    const failed = await buildDeployment(environment, [version], FAILED)
    await failed.update({ kind: 'revert', restoresVersionId: past.environmentVersionId, settings })
    const promotion = await buildDeployment(environment, [version], FAILED)
    await promotion.update({ kind: 'promote', promotedFrom: 'Staging' })
    for (const { id } of [failed, promotion])
      await deployments.retryDeployment(team.member, { deploymentId: id, firstDeployWarningApproved: true })
    expect(
      await Deployment.findAll({
        where: { environmentId: environment.id, state: QUEUED },
        order: [['sequence', 'ASC']],
      }),
    ).toMatchObject([
      { restoresVersionId: past.environmentVersionId, settings, changes: [{ applicationId: shop.id }] },
      { promotedFrom: 'Staging', restoresVersionId: null, settings: null },
    ])
    const { deployments: history } = await deployments.listEnvironmentDeployments(team.member, environment.id)
    expect(history.slice(0, 2).map(({ aboutSequence }) => aboutSequence)).toEqual([3, 2])
  })

  it('refuses what has not failed, whose versions are gone, or of which nothing is left to do', async () => {
    const { deployments, team, environment, version, shop } = await setUp()
    const live = await buildDeployment(environment, [version], LIVE)
    const gone = await buildVersion(shop, 'gone')
    const failed = await buildDeployment(environment, [gone], FAILED)
    await gone.destroy()
    const removal = await buildQueuedDeployment(environment, [{ type: 'remove', applicationId: live.id }])
    await removal.update({ state: FAILED })
    const stranger = (await buildTeam()).member
    const retry = (deploymentId: string, by = team.member) =>
      deployments.retryDeployment(by, { deploymentId, firstDeployWarningApproved: true })
    expect(
      await refusalsOf([
        retry(live.id),
        retry(failed.id),
        retry(removal.id),
        retry(failed.id, stranger),
        retry('none'),
      ]),
    ).toEqual(['conflict', 'conflict', 'conflict', 'not-found', 'not-found'])
  })
})
