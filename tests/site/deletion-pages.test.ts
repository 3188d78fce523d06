import { expect, it } from 'vitest'
import { instancePerHour } from '../../core/charges/charges'
import { Environment } from '../../db/models/environment'
import { LogMessage } from '../../db/models/log-message'
import { User } from '../../db/models/user'
import { keepSample } from '../../db/queries/environment-samples'
import { useAppServer } from '../builders/app-server'
import { buildDeletedEnvironment, buildDeployment, buildReadyAccount } from '../builders/deployment-core'
import { buildHostedZone, linkZone } from '../builders/hosted-zones'
import { readForms } from '../builders/html-forms'
import { buildAwsAccountStatus, buildEnvironmentStatus } from '../builders/resource-status'
import { buildApplication, buildEnvironment, buildVersion } from '../builders/team-rows'
import { useTestDatabase } from '../postgres/test-database'

const server = useAppServer(useTestDatabase())

async function setUp(email: string) {
  const browser = await server.signUp(email)
  const user = await User.findOne({ where: { email }, rejectOnEmpty: true })
  const account = await buildReadyAccount(user)
  const open = async (path: string) => (await browser.open(path)).text
  return { browser, user, account, open }
}

const formsOf = (text: string) => readForms(text).map(({ name }) => name)

it('what something else has to go before says so and has no button', async () => {
  const { account, open } = await setUp('blocked@example.com')
  const zone = await buildHostedZone(account)
  const zonePage = `/portal/external-resources/delete-hosted-zone?id=${zone.id}`
  const accountPage = `/portal/external-resources/delete?id=${account.id}`
  expect(formsOf(await open(zonePage))).toContain('delete')
  const environment = await buildEnvironment(account)
  await linkZone(environment, zone)
  for (const page of [zonePage, accountPage]) {
    const text = await open(page)
    expect(text).toContain(environment.name)
    expect(formsOf(text)).not.toContain('delete')
  }
})

it('an application has no button that deletes it while it runs, and until its newest version is a day old', async () => {
  const { user, account, open } = await setUp('too-new@example.com')
  const application = await buildApplication(user.teamId)
  const version = await buildVersion(application)
  const address = `?id=${application.id}&name=Shop`
  const pages = [`/portal/applications/detail${address}`, `/portal/applications/delete${address}`] as const
  const button = 'href="/portal/applications/delete?'
  const possible = version.createdAt.getTime() + 24 * 60 * 60_000
  for (const page of pages) {
    const text = await open(page)
    expect(text).toContain(`dateTime="${new Date(possible).toISOString()}"`)
    expect(formsOf(text)).not.toContain('delete')
    expect(text).not.toContain(button)
  }
  await version.update({ createdAt: new Date(0) })
  expect(await open(pages[0])).toContain(button)
  expect(formsOf(await open(pages[1]))).toContain('delete')
  const environment = await buildEnvironment(account)
  await buildDeployment(environment, [version])
  for (const page of pages) expect(await open(page)).toContain('Remove it from these environments')
  expect(formsOf(await open(pages[1]))).not.toContain('delete')
})

it('an AWS account that is being deleted shows nothing that was said of it before', async () => {
  const { account, open } = await setUp('going@example.com')
  const said = { phase: 'Ready' as const, message: 'The account is ready to associate with environments.' }
  await account.update({ state: 'DELETING', status: buildAwsAccountStatus(said) })
  const page = `/portal/external-resources/delete?id=${account.id}&started=yes`
  expect(await open(page)).not.toContain(said.message)
  await account.update({
    status: buildAwsAccountStatus({ phase: 'Deleting', message: 'Resources are being cleaned up.' }),
  })
  expect(await open(page)).toContain('Resources are being cleaned up.')
})

it('an environment that is being deleted offers no deployment', async () => {
  const { account, open } = await setUp('leaving@example.com')
  const { id } = await buildEnvironment(account)
  const page = `/portal/environments/detail?id=${id}`
  const link = `href="/portal/environments/create-deployment?id=${id}`
  expect(await open(page)).toContain(link)
  await Environment.update({ deletingAt: new Date() }, { where: { id } })
  expect(await open(page)).not.toContain(link)
})

it('the page that deletes a team counts people and integration users apart, and the next one confirms it', async () => {
  const { browser, user, account, open } = await setUp('alone@example.com')
  await account.destroy()
  await buildApplication(user.teamId)
  await browser.submit('/portal/users/create-integration', 'createIntegration', { name: 'Build server' })
  const text = await open('/portal/account/delete')
  expect(text).toContain('Logins: alone@example.com')
  expect(text).not.toContain('and 1 more')
  const gone = await browser.submit('/portal/account/delete', 'delete', {})
  expect(gone.status).toBe(302)
  expect(await open('/')).toContain('Your account was deleted.')
})

it('the page that deletes an environment lists what goes, and one that is gone stays readable for its team alone', async () => {
  const { browser, user, account, open } = await setUp('deleted@example.com')
  const environment = await buildEnvironment(account)
  const { id, sequelize } = environment
  const version = await buildVersion(await buildApplication(user.teamId))
  const deployment = await buildDeployment(environment, [version])
  await deployment.update({ requestedBy: user.id })
  const { applicationId } = version
  const port = { applicationId, port: 8080, loadBalancerId: 'lb', url: 'http://lb.example.com' }
  await environment.update({ status: buildEnvironmentStatus({ loadBalancers: [port] }) })
  const line = { environmentId: id, sequence: 1, type: 'network' as const, severity: 'ERROR' as const }
  await LogMessage.create({ ...line, message: 'A line of its log.', createdAt: new Date() })
  await keepSample(
    sequelize,
    id,
    { instancesPerHour: 4.2 - 3 * instancePerHour, numInstances: 3, numLoadBalancers: 0 },
    new Date(0),
  )

  const page = `/portal/environments/delete?id=${id}`
  const asking = await open(page)
  expect(asking).toContain('1 load balancer')
  expect(asking).toContain('href="/portal/environments/deleted"')
  await browser.submit(page, 'delete', {})
  expect((await environment.reload()).deletingAt).not.toBeNull()
  expect(await open('/portal/environments/deleted')).not.toContain(`deleted-environment?id=${id}`)

  await buildDeletedEnvironment(environment)
  await Promise.all([version.destroy(), account.destroy()])
  const list = await open('/portal/environments/deleted')
  expect(list).toContain(id)
  expect(list).toContain('Ada')
  const about = `/portal/environments/deleted-environment?id=${id}`
  expect(await open(about)).toContain('A line of its log.')
  const deployments = await open(`${about}&tab=deployments`)
  for (const said of ['Shop v1', 'Live until deleted', 'Ada']) expect(deployments).toContain(said)
  expect(await open(`${about}&tab=cost`)).toContain('highest $4.2000')
  const call = `/v1/view-controller/deleted-environment/${id}`
  expect((await browser.call('GET', `${call}/logs`)).json()).toMatchObject({
    logs: [{ id: 1, message: 'A line of its log.', severity: 'ERROR' }],
  })

  const { browser: stranger, open: openAsStranger } = await setUp('stranger@example.com')
  for (const address of [call, `${call}/logs`]) expect((await stranger.call('GET', address)).status).toBe(404)
  expect((await stranger.open(about)).status).toBe(404)
  expect(await openAsStranger('/portal/environments/deleted')).not.toContain(id)
})
