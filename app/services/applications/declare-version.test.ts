import { describe, expect, it } from 'vitest'
import { nameMessages } from '../../input/names'
import { ApplicationVersion } from '../../../db/models/application-version'
import { MailMessage } from '../../../db/models/mail-message'
import { readMailContent } from '../mail/mail-content'
import { Deployment } from '../../../db/models/deployment'
import {
  buildDeployment,
  buildReadyAccount,
  buildServices,
  buildTeam,
} from '../../../tests/builders/deployment-core'
import {
  addVersion,
  buildApplication,
  buildEnvironment,
  buildQueuedDeployment,
  buildVersion,
} from '../../../tests/builders/team-rows'
import { useTestDatabase } from '../../../tests/postgres/test-database'
import { buildDependencies } from '../../../tests/builders/dependencies'

const database = useTestDatabase()
const day = 24 * 60 * 60 * 1_000

async function setUp() {
  const team = await buildTeam()
  const environment = await buildEnvironment(await buildReadyAccount(team))
  const application = await buildApplication(team.teamId)
  const input = { integrationId: application.integrationId, dockerImageTag: '2', versionName: 'Second' }
  return { ...buildServices(database.sequelize), team, environment, application, input }
}

const queuedIn = (environmentId: string) => Deployment.findAll({ where: { environmentId } })

describe('declareVersion', () => {
  it('stops at a rise of the cost that nobody confirmed, declares the version, and tells admins', async () => {
    const { applications, team, environment, application, input } = await setUp()
    await applications.setAutoDeployTarget(team.member, {
      applicationId: application.id,
      environmentId: environment.id,
    })
    await application.update({ cpu: '4', memoryMb: 8_000, count: 30 })
    const wanted = { ...input, autoDeploy: true }
    const { id, autoDeployed, message, costStep } = await applications.declareVersion(
      team.integration,
      wanted,
    )
    expect(autoDeployed).toBe(false)
    expect(message).toMatch(/raise the cost of Production from at most 0 USD to at most [\d,]+ USD a month/)
    expect(costStep?.before).toBe(0)
    expect(await ApplicationVersion.count({ where: { id } })).toBe(1)
    expect(await queuedIn(environment.id)).toEqual([])
    const [mail] = await MailMessage.findAll({ where: { recipient: team.admin.email } })
    expect(mail && readMailContent(buildDependencies(database.sequelize).dependencies, mail).text).toContain(
      'was not deployed to Production because of its cost',
    )
    const confirmed = { ...wanted, dockerImageTag: '3', approveCost: true }
    expect(await applications.declareVersion(team.integration, confirmed)).toMatchObject({
      autoDeployed: true,
    })
    expect(await queuedIn(environment.id)).toHaveLength(1)
  })

  it('declares a version for people and for automation, and deploys nothing unless asked to', async () => {
    const { applications, team, environment, application, input, clock } = await setUp()
    await applications.setAutoDeployTarget(team.member, {
      applicationId: application.id,
      environmentId: environment.id,
    })
    for (const actor of [team.member, team.integration]) {
      const { id, autoDeployed, message } = await applications.declareVersion(actor, input)
      expect([autoDeployed, message]).toEqual([false, expect.stringContaining('not requested')])
      expect(await ApplicationVersion.findByPk(id)).toMatchObject({
        applicationId: application.id,
        name: 'Second',
        dockerTag: '2',
        createdAt: new Date(clock.now()),
      })
    }
    expect(await queuedIn(environment.id)).toEqual([])
  })

  it('uses the present version of a tag that is declared again, says so, and keeps it as long as a new one', async () => {
    const { applications, team, environment, application, input, clock } = await setUp()
    await applications.setAutoDeployTarget(team.member, {
      applicationId: application.id,
      environmentId: environment.id,
    })
    const first = await applications.declareVersion(team.member, input)
    expect(first.alreadyDeclared).toBeUndefined()
    await clock.advance(2 * day)
    const again = { ...input, versionName: 'Other', autoDeploy: true }
    expect(await applications.declareVersion(team.integration, again)).toMatchObject({
      id: first.id,
      alreadyDeclared: true,
      autoDeployed: true,
      message:
        'The tag 2 is declared already, as Second, so that version is used. Its deployment to Production was queued.',
    })
    expect(await ApplicationVersion.findAll({ where: { applicationId: application.id } })).toMatchObject([
      { id: first.id, name: 'Second', createdAt: new Date(clock.now()) },
    ])
    const [deployment, ...others] = await queuedIn(environment.id)
    expect(others).toEqual([])
    expect(deployment?.changes).toMatchObject([{ versionId: first.id }])
  })

  it('queues the deployment in the auto deploy environment, as a change once it is there', async () => {
    const { applications, team, environment, application, input } = await setUp()
    await applications.setAutoDeployTarget(team.member, {
      applicationId: application.id,
      environmentId: environment.id,
    })
    await environment.update({ supersedesQueued: false })
    const declare = () => applications.declareVersion(team.integration, { ...input, autoDeploy: true })
    const [first, second] = [await declare(), await declare()]
    expect(first).toMatchObject({ autoDeployed: true, message: expect.stringContaining('Production') })
    const applicationId = application.id
    expect(await queuedIn(environment.id)).toMatchObject([
      {
        id: first.deploymentId,
        sequence: 1,
        state: 0,
        changes: [{ type: 'add', applicationId, versionId: first.id }],
        requestedBy: team.integration.integrationUserId,
      },
      { sequence: 2, changes: [{ type: 'change', applicationId, versionId: second.id }] },
    ])
    expect((await environment.reload()).desiredRevision).toBe('3')
  })

  it('says why it deployed nothing when there is no auto deploy environment', async () => {
    const { applications, team, environment, input } = await setUp()
    const answer = await applications.declareVersion(team.integration, { ...input, autoDeploy: true })
    expect(answer).toMatchObject({
      autoDeployed: false,
      message: expect.stringContaining('no auto deploy environment'),
    })
    expect(await queuedIn(environment.id)).toEqual([])
  })

  it('calls a version like its tag when it has no name', async () => {
    const { applications, team, input } = await setUp()
    const { id } = await applications.declareVersion(team.integration, { ...input, versionName: ' ' })
    expect(await ApplicationVersion.findByPk(id)).toMatchObject({ name: '2' })
  })

  it('refuses a name that is not one line that can be seen', async () => {
    const { applications, team, input } = await setUp()
    for (const versionName of ['two\nlines', 'a\u202eturn', 'an\u001b[2Jescape'])
      await expect(
        applications.declareVersion(team.integration, { ...input, versionName }),
      ).rejects.toMatchObject({ code: 'invalid', fields: { versionName: nameMessages.notOneLine.text } })
  })

  it('refuses a tag that is none, and does not find applications of other teams', async () => {
    const { applications, team, input } = await setUp()
    await expect(
      applications.declareVersion(team.integration, { ...input, dockerImageTag: 'a b' }),
    ).rejects.toMatchObject({ code: 'invalid', fields: { dockerImageTag: expect.any(String) } })
    const other = await buildTeam()
    await expect(applications.declareVersion(other.integration, input)).rejects.toMatchObject({
      code: 'not-found',
    })
  })

  it('declares and deploys once when the same submission comes several times at once', async () => {
    const { applications, team, environment, application, input } = await setUp()
    await applications.setAutoDeployTarget(team.member, {
      applicationId: application.id,
      environmentId: environment.id,
    })
    const submission = { ...input, autoDeploy: true, submissionId: 'build-7' }
    const answers = await Promise.all(
      [1, 2, 3].map(() => applications.declareVersion(team.integration, submission)),
    )
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1)
    expect(await queuedIn(environment.id)).toHaveLength(1)
  })

  it('cleans out versions that are older than 24 hours and neither run nor wait to run', async () => {
    const { applications, team, environment, application, input, clock } = await setUp()
    const [live, queued, unused, recent] = await Promise.all(
      ['live', 'queued', 'unused', 'recent'].map((name) => buildVersion(application, name)),
    )
    if (!live || !queued || !unused || !recent) throw new Error('There are four versions.')
    for (const version of [live, queued, unused])
      await version.update({ createdAt: new Date(clock.now() - day - 1) })
    await recent.update({ createdAt: new Date(clock.now() - day + 1) })
    await buildDeployment(environment, [live])
    await buildQueuedDeployment(environment, [addVersion(queued)])
    await applications.declareVersion(team.member, input)
    const { versions } = await applications.listApplicationVersions(team.member, application.id)
    expect(versions.map(({ name }) => name).sort()).toEqual(['Second', 'live', 'queued', 'recent'])
  })
})
