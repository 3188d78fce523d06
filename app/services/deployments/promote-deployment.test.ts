import { describe, expect, it } from 'vitest'
import { deploymentStates } from '../../../core/resources/wire-states'
import { AuditEntry } from '../../../db/models/audit-entry'
import { Deployment } from '../../../db/models/deployment'
import { buildDeployment, buildReadyAccount, refusalsOf } from '../../../tests/builders/deployment-core'
import { buildTwoEnvironments } from '../../../tests/builders/two-environments'
import {
  addVersion,
  buildApplication,
  buildEnvironment,
  buildQueuedDeployment,
  buildVersion,
} from '../../../tests/builders/team-rows'
import { useTestDatabase } from '../../../tests/postgres/test-database'
import { messages } from '../../messages/messages'

const database = useTestDatabase()

const setUp = () => buildTwoEnvironments(database.sequelize)

const queuedIn = (environmentId: string) =>
  Deployment.findAll({
    where: { environmentId, state: deploymentStates.QUEUED },
    order: [['sequence', 'ASC']],
  })

describe('promoteDeployment', () => {
  it('queues what makes the target run the versions of the source and nothing else, also in another account', async () => {
    const { deployments, team, production, shop, next, worker, look } = await setUp()
    const { id, ...answer } = await deployments.promoteDeployment(team.member, await look())
    expect(answer).toMatchObject({ result: 'SUCCESS', showFirstDeployWarning: false })
    expect(await queuedIn(production.id)).toMatchObject([
      {
        id,
        changes: [
          { type: 'change', applicationId: shop.id, versionId: next.id },
          { type: 'remove', applicationId: worker.id },
        ],
        requestedBy: team.member.userId,
        promotedFrom: 'Staging',
      },
    ])
    expect((await production.reload()).desiredRevision).toBe('2')
    const entry = await AuditEntry.findOne({ where: { action: 'deployment.queue' }, order: [['id', 'DESC']] })
    expect(JSON.stringify(entry)).toContain('"promotedFrom":"Staging"')
  })

  it('changes what is under way and waiting in the target as well, for that may yet fail', async () => {
    const { deployments, team, production, next, worker, look } = await setUp()
    const late = await buildVersion(await buildApplication(team.teamId, 'Late'))
    await buildDeployment(production, [next], deploymentStates.DEPLOYING)
    await buildQueuedDeployment(production, [addVersion(late)])
    await deployments.promoteDeployment(team.member, await look())
    const changes = (await queuedIn(production.id)).at(-1)?.changes
    expect(changes).toEqual([
      { type: 'change', applicationId: next.applicationId, versionId: next.id },
      { type: 'remove', applicationId: worker.id },
      { type: 'remove', applicationId: late.applicationId },
    ])
  })

  it('warns the team of the cost until somebody has approved once', async () => {
    const { deployments, team, production, look } = await setUp()
    const form = { ...(await look()), submissionId: 'form-1' }
    await expect(
      deployments.promoteDeployment(team.member, { ...form, firstDeployWarningApproved: false }),
    ).resolves.toEqual({ showFirstDeployWarning: true })
    expect(await queuedIn(production.id)).toEqual([])
    await expect(deployments.promoteDeployment(team.member, form)).resolves.toMatchObject({
      result: 'SUCCESS',
    })
    const again = { ...(await look()), firstDeployWarningApproved: undefined }
    await expect(deployments.promoteDeployment(team.member, again)).resolves.toMatchObject({
      result: 'SUCCESS',
    })
  })

  it('does not take a source that was not looked at afresh for an approval of the cost', async () => {
    const { deployments, team, staging, version, look } = await setUp()
    const looked = await look()
    const live = await Deployment.findOne({ where: { environmentId: staging.id }, rejectOnEmpty: true })
    await live.update({ state: deploymentStates.RETIRED })
    await buildDeployment(staging, [version])
    await deployments.promoteDeployment(team.member, looked)
    await expect(
      deployments.promoteDeployment(team.member, { ...(await look()), firstDeployWarningApproved: false }),
    ).resolves.toEqual({ showFirstDeployWarning: true })
  })

  it('answers STATE_MISSMATCH and queues nothing once the source runs something else, nothing, or is going, and what it ran was cleaned out', async () => {
    const { deployments, team, staging, production, version, next, look } = await setUp()
    const looked = await look()
    const promote = (changes = {}) => deployments.promoteDeployment(team.member, { ...looked, ...changes })
    const mismatch = { result: 'STATE_MISSMATCH', showFirstDeployWarning: false }

    await expect(promote({ expectedEnvironmentVersionState: '' })).resolves.toEqual(mismatch)
    await staging.update({ deletingAt: new Date() })
    await expect(promote()).resolves.toEqual(mismatch)
    await staging.update({ deletingAt: null })

    const first = await Deployment.findOne({ where: { environmentId: staging.id }, rejectOnEmpty: true })
    await first.update({ state: deploymentStates.RETIRED })
    const second = await buildDeployment(staging, [version])
    await expect(promote()).resolves.toEqual(mismatch)
    await next.destroy()
    await expect(promote()).resolves.toEqual(mismatch)
    // The version that was looked at, with the state of now, and the other way round: stale by one.
    const { expectedEnvironmentVersionState, environmentVersionId } = await look()
    await expect(promote({ expectedEnvironmentVersionState })).resolves.toEqual(mismatch)
    await expect(promote({ environmentVersionId })).resolves.toEqual(mismatch)

    await second.update({ state: deploymentStates.RETIRED })
    const empty = await buildDeployment(staging, [])
    await expect(promote({ environmentVersionId: empty.environmentVersionId ?? '' })).resolves.toEqual(
      mismatch,
    )
    expect(await queuedIn(production.id)).toEqual([])
  })

  it('does not mind that another environment changes, that applications and versions are renamed or that the source is deploying', async () => {
    const { deployments, team, staging, production, shop, next, workerVersion, version, look } = await setUp()
    await buildDeployment(await buildEnvironment(await buildReadyAccount(team, 'Third account'), 'Third'), [
      version,
    ])
    const looked = await look()
    await Deployment.update({ state: deploymentStates.RETIRED }, { where: { environmentId: production.id } })
    await buildDeployment(production, [workerVersion])
    await buildDeployment(staging, [version], deploymentStates.DEPLOYING)
    await next.update({ name: 'second' })
    await shop.update({ name: 'Store' })
    await expect(deployments.promoteDeployment(team.member, looked)).resolves.toMatchObject({
      result: 'SUCCESS',
    })
    expect((await queuedIn(production.id))[0]?.changes[0]).toMatchObject({ versionId: next.id })
  })

  it('refuses no source, the target itself, and what no environment can run', async () => {
    const { deployments, team, production, shop, look } = await setUp()
    const looked = await look()
    const own = await Deployment.findOne({ where: { environmentId: production.id }, rejectOnEmpty: true })
    const promote = (changes: object) => deployments.promoteDeployment(team.member, { ...looked, ...changes })
    await expect(promote({ environmentVersionId: '' })).rejects.toMatchObject({
      code: 'invalid',
      fields: { environmentVersionId: messages.promoteSourceMissing.text },
    })
    await expect(promote({ environmentVersionId: own.environmentVersionId })).rejects.toMatchObject({
      code: 'invalid',
      message: messages.promoteToItself.text,
    })
    await shop.update({ type: 'LAMBDA' })
    await expect(promote({})).rejects.toMatchObject({
      code: 'invalid',
      message: expect.stringContaining('Shop is of type LAMBDA') as string,
    })
  })

  it('does not find sources and targets of other teams, nor a source that was deleted', async () => {
    const { deployments, team, staging, look } = await setUp()
    const looked = await look()
    const other = await setUp()
    const foreign = await other.look()
    const { environmentVersionId } = foreign
    expect(
      await refusalsOf([
        deployments.promoteDeployment(team.member, { ...looked, environmentVersionId }),
        deployments.promoteDeployment(team.member, {
          ...foreign,
          ...looked,
          environmentVersionId: 'no-uuid',
        }),
        deployments.promoteDeployment(team.member, { ...looked, targetEnvironmentId: other.production.id }),
        deployments.promoteDeployment(team.member, { ...looked, targetEnvironmentId: 'no-uuid' }),
      ]),
    ).toEqual(['not-found', 'not-found', 'not-found', 'not-found'])
    await staging.destroy()
    expect(await refusalsOf([deployments.promoteDeployment(team.member, looked)])).toEqual(['not-found'])
  })

  it('queues both of two people who promote at once, one after the other, and one for a form that is sent twice', async () => {
    const { deployments, team, production, look } = await setUp()
    const looked = await look()
    const people = [team.member, team.admin]
    await Promise.all(people.map((person) => deployments.promoteDeployment(person, looked)))
    expect((await queuedIn(production.id)).map(({ sequence }) => sequence)).toEqual([2, 3])
    const form = { ...looked, submissionId: 'form-1' }
    await Promise.all([form, form].map((sent) => deployments.promoteDeployment(team.member, sent)))
    expect(await queuedIn(production.id)).toHaveLength(3)
  })

  it('keeps versions from being cleaned out that it has queued', async () => {
    const { applications, clock, deployments, team, staging, production, shop, next, version, look } =
      await setUp()
    await deployments.promoteDeployment(team.member, await look())
    await Deployment.update({ state: deploymentStates.RETIRED }, { where: { environmentId: staging.id } })
    await buildDeployment(staging, [version])
    await clock.advance(25 * 60 * 60_000 + Date.now())
    await applications.declareVersion(team.integration, {
      integrationId: shop.integrationId,
      dockerImageTag: '3',
    })
    await expect(next.reload()).resolves.toBeDefined()
    expect(await queuedIn(production.id)).toHaveLength(1)
  })

  it('promotes 50 applications as one deployment', async () => {
    const { deployments, team, staging, production, look } = await setUp()
    const versions = await Promise.all(
      Array.from({ length: 50 }, async (_, index) =>
        buildVersion(await buildApplication(team.teamId, `Application ${index}`)),
      ),
    )
    await Deployment.update({ state: deploymentStates.RETIRED }, { where: { environmentId: staging.id } })
    await buildDeployment(staging, versions)
    await deployments.promoteDeployment(team.member, await look())
    const [queued] = await queuedIn(production.id)
    expect(queued?.changes.filter(({ type }) => type === 'add')).toHaveLength(50)
    expect(queued?.changes.filter(({ type }) => type === 'remove')).toHaveLength(2)
  })
})
