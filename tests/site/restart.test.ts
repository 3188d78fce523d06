import { expect, it } from 'vitest'
import { Deployment } from '../../db/models/deployment'
import { User } from '../../db/models/user'
import { useAppServer } from '../builders/app-server'
import { buildDeployment, buildReadyAccount } from '../builders/deployment-core'
import { buildApplication, buildEnvironment, buildVersion } from '../builders/team-rows'
import { useTestDatabase } from '../postgres/test-database'

const database = useTestDatabase()
const server = useAppServer(database)

it('an application is restarted from its row, and the history says that it was', async () => {
  const email = 'restart@example.com'
  const browser = await server.signUp(email)
  const { teamId } = await User.findOne({ where: { email }, rejectOnEmpty: true })
  const environment = await buildEnvironment(await buildReadyAccount({ teamId }))
  const application = await buildApplication(teamId)
  await buildDeployment(environment, [await buildVersion(application)])
  const page = `/portal/environments/detail?id=${environment.id}`
  expect((await browser.open(page)).text).toContain('aria-label="Restart Shop"')

  const press = { subject: application.id, firstDeployApproved: 'on' }
  const { location = '' } = await browser.submit(page, 'restart', press)
  const restart = await Deployment.findOne({ where: { kind: 'restart' }, rejectOnEmpty: true })
  expect(location).toContain(restart.id)
  const shown = await browser.open(location)
  expect(shown.text).toContain('The restart was queued.')
  expect(shown.text).toContain('Restart Shop')
})
