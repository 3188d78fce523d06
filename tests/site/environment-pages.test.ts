import { expect, it } from 'vitest'
import { deploymentStates } from '../../core/resources/wire-states'
import { User } from '../../db/models/user'
import { useAppServer } from '../builders/app-server'
import { buildDeployment, buildReadyAccount } from '../builders/deployment-core'
import { buildApplication, buildEnvironment, buildVersion } from '../builders/team-rows'
import { useTestDatabase } from '../postgres/test-database'

const server = useAppServer(useTestDatabase())

async function setUp(email: string) {
  const browser = await server.signUp(email)
  const { teamId } = await User.findOne({ where: { email }, rejectOnEmpty: true })
  const account = await buildReadyAccount({ teamId })
  const environment = await buildEnvironment(account)
  const application = await buildApplication(teamId)
  const version = await buildVersion(application)
  const overview = `/portal/environments/detail?id=${environment.id}`
  return { browser, teamId, account, environment, application, version, overview }
}

it('Overview says that the last deployment failed, also where nothing runs, and what waits for approval, with the way to each', async () => {
  const { browser, environment, version, overview } = await setUp('open@example.com')
  const failed = await buildDeployment(environment, [version], deploymentStates.FAILED)
  await failed.update({ message: 'Shop was not healthy.' })
  const { text } = await browser.open(overview)
  expect(text).toContain('Deployment 1 failed: Add Shop v1')
  expect(text).toContain('Shop was not healthy.')
  expect(text).toContain(`deploymentId=${failed.id}`)
  const waiting = await buildDeployment(environment, [version], deploymentStates.AWAITING_APPROVAL)
  const then = (await browser.open(overview)).text
  expect(then).toContain('Deployment 2 waits for approval: Add Shop v1')
  expect(then).toContain(`deploymentId=${waiting.id}`)
})

it('the list of environments says what the last deployment changed, each change of it', async () => {
  const { browser, teamId, environment, version } = await setUp('last-change@example.com')
  const others = [
    await buildVersion(await buildApplication(teamId, 'Api'), 'v7'),
    await buildVersion(await buildApplication(teamId, 'Worker'), 'v9'),
  ]
  await buildDeployment(environment, [version, ...others])
  const { text } = await browser.open('/portal/environments')
  expect(text).toContain('Add Shop v1, Add Api v7, Add Worker v9')
})
