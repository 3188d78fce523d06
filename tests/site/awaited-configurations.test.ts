import { describe, expect, it } from 'vitest'
import { deploymentMessages } from '../../app/messages/deployment-messages'
import { messages } from '../../app/messages/messages'
import { deploymentStates } from '../../core/resources/wire-states'
import { Application } from '../../db/models/application'
import { Deployment } from '../../db/models/deployment'
import { User } from '../../db/models/user'
import { useAppServer } from '../builders/app-server'
import { buildDeployment, buildReadyAccount } from '../builders/deployment-core'
import { hiddenFields } from '../builders/browser'
import { refuseWrites } from '../builders/refuse-writes'
import { buildApplication, buildEnvironment, buildVersion } from '../builders/team-rows'
import { useTestDatabase } from '../postgres/test-database'

const database = useTestDatabase()
const server = useAppServer(database)

async function setUp(email: string) {
  const browser = await server.signUp(email)
  const { teamId } = await User.findOne({ where: { email }, rejectOnEmpty: true })
  const environment = await buildEnvironment(await buildReadyAccount({ teamId }))
  const application = await buildApplication(teamId)
  const version = await buildVersion(application)
  await buildDeployment(environment, [version])
  await Application.update(
    { environmentVariables: { LOG_LEVEL: 'debug' } },
    { where: { id: application.id } },
  )
  const queued = () =>
    Deployment.findOne({ where: { environmentId: environment.id, state: deploymentStates.QUEUED } })
  return {
    browser,
    environment,
    application,
    version,
    queued,
    ofApplication: `/portal/applications/detail?id=${application.id}&name=Shop`,
    ofEnvironment: `/portal/environments/detail?id=${environment.id}&tab=overrides`,
  }
}

describe('a configuration that waits for a deployment', () => {
  it.each(['ofApplication', 'ofEnvironment'] as const)(
    'is offered to be deployed where it was saved, once the cost is confirmed, and no more once it was: %s',
    async (page) => {
      const team = await setUp(`${page.toLowerCase()}@example.com`)
      const { browser, environment, application, version } = team
      const shown = await browser.open(team[page])
      expect(shown.text).toContain('Saved, not deployed yet')
      expect(shown.text).toContain('Variable LOG_LEVEL: none → debug')
      expect(shown.text).toContain('aria-label="Deploy Shop to Production"')
      const unconfirmed = await browser.submit(team[page], 'deployAwaited', {})
      expect(unconfirmed.text).toContain(deploymentMessages.costWarning.text)
      expect(await team.queued()).toBeNull()
      const sent = await browser.submit(team[page], 'deployAwaited', { firstDeployApproved: 'on' })
      const queued = await team.queued()
      expect(queued?.changes).toEqual([
        { type: 'change', applicationId: application.id, versionId: version.id },
      ])
      expect(sent.location).toBe(
        `/portal/environments/deployment?id=${environment.id}&deploymentId=${queued?.id}`,
      )
      expect((await browser.open(sent.location ?? '')).text).toContain('The deployment was queued.')
      expect((await browser.open(team[page])).text).not.toContain('Saved, not deployed yet')
    },
  )

  it('is not deployed over another version that was deployed meanwhile', async () => {
    const { browser, ofApplication, environment, application, queued } = await setUp('late@example.com')
    const newer = await buildVersion(application, 'v2')
    const page = await browser.open(ofApplication)
    await Deployment.update({ state: deploymentStates.RETIRED }, { where: { environmentId: environment.id } })
    await buildDeployment(environment, [newer])
    const refused = await browser.post(ofApplication, {
      ...hiddenFields(page.text, 'deployAwaited'),
      firstDeployApproved: 'on',
    })
    expect(refused.status).toBe(409)
    expect(refused.text).toContain(messages.deployedMeanwhile('Production').text)
    expect(await queued()).toBeNull()
  })

  it('that cannot be deployed for a fault of ours says so', async () => {
    const { browser, ofEnvironment } = await setUp('fault@example.com')
    const restore = await refuseWrites(database.sequelize, 'audit_entries', 'true')
    const failed = await browser.submit(ofEnvironment, 'deployAwaited', { firstDeployApproved: 'on' })
    await restore()
    expect(failed.status).toBe(503)
    expect(failed.text).toContain(messages.previousCommandFailed.text)
  })
})
