import { randomUUID } from 'node:crypto'
import { deploymentStates } from '../../core/resources/wire-states'
import { IntegrationUser } from '../../db/models/integration-user'
import { User } from '../../db/models/user'
import type { useAppServer } from './app-server'
import { codeAt } from './authenticator'
import type { Browser } from './browser'
import { buildDeployment, buildReadyAccount } from './deployment-core'
import { buildExternalNetwork } from './external-networks'
import { buildHostedZone } from './hosted-zones'
import { buildApplication, buildEnvironment, buildTrust, buildVersion } from './team-rows'
import type { Visitor } from './visitors'

type AppServer = Pick<ReturnType<typeof useAppServer>, 'clock'>

export interface Page {
  who: Visitor
  path: string | ((browser: Browser, server: AppServer) => Promise<string>)
}

/** Where each route of the accounts and the site with a form is, and who sees it. */
export const pagesOfAccounts: Record<string, Page> = {
  'routes/register': { who: 'stranger', path: '/register' },
  'routes/login._index': { who: 'stranger', path: '/login' },
  'routes/login.forgot-password': { who: 'stranger', path: '/login/forgot-password' },
  'routes/login.new-password': { who: 'stranger', path: '/login/new-password?token=unknown' },
  'routes/login.code': { who: 'asked for the second factor', path: '/login/code' },
  'routes/login.verify': { who: 'unverified', path: '/login/verify' },
  'routes/login.change-password': { who: 'with a password to change', path: '/login/change-password' },
  'routes/login.terms': { who: 'with terms to accept', path: '/login/terms' },
  'routes/logout': { who: 'admin', path: '/logout' },
  'routes/contact-us': { who: 'stranger', path: '/contact-us' },
  'routes/portal.users._index': { who: 'admin', path: '/portal/users' },
  'routes/portal.users.create': { who: 'admin', path: '/portal/users/create' },
  'routes/portal.users.create-integration': { who: 'admin', path: '/portal/users/create-integration' },
  'routes/portal.users.integration': { who: 'admin', path: integrationPath },
  'routes/portal.users.make-admin': { who: 'admin', path: personPath },
  'routes/portal.users.delete': {
    who: 'admin',
    path: async (browser) => (await integrationPath(browser)).replace('/integration', '/delete'),
  },
  'routes/portal.users.delete-token': { who: 'admin', path: integrationTokenPath },
  'routes/portal.users.create-trust': {
    who: 'admin',
    path: async (browser) => (await integrationPath(browser)).replace('/integration', '/create-trust'),
  },
  'routes/portal.users.delete-trust': { who: 'admin', path: trustPath },
  'routes/portal.notifications._index': { who: 'admin', path: webhookPath('/portal/notifications') },
  'routes/portal.notifications.delete': { who: 'admin', path: webhookPath('/portal/notifications/delete') },
  'routes/portal.security._index': { who: 'admin', path: '/portal/security' },
  'routes/portal.security.add-token': { who: 'admin', path: pendingTokenPath },
  'routes/portal.security.change-password': { who: 'admin', path: '/portal/security/change-password' },
  'routes/portal.security.recovery-codes': {
    who: 'admin',
    path: async (browser, server) =>
      (await activeTokenPath(browser, server)).replace(/delete-token.*/, 'recovery-codes'),
  },
  'routes/portal.security.delete-token': {
    who: 'admin',
    path: activeTokenPath,
  },
  'routes/portal.device': { who: 'admin', path: waitingLoginPath },
  'routes/portal.account._index': { who: 'admin', path: '/portal/account' },
  'routes/portal.account.delete': { who: 'admin', path: '/portal/account/delete' },
}

/** The same for the deployment core, each with a thing of its own team. */
export const pagesOfDeploymentCore: Record<string, Page> = {
  'routes/portal.applications.create': { who: 'admin', path: '/portal/applications/create' },
  'routes/portal.applications.detail': {
    who: 'admin',
    path: thingPath('/portal/applications/detail?tab=versions&id=', 'application'),
  },
  'routes/portal.applications.declare-version': {
    who: 'admin',
    path: thingPath('/portal/applications/declare-version?id=', 'application'),
  },
  'routes/portal.applications.delete': {
    who: 'admin',
    path: thingPath('/portal/applications/delete?id=', 'application'),
  },
  'routes/portal.environments.create': {
    who: 'admin',
    path: thingPath('/portal/environments/create?account=', 'account'),
  },
  'routes/portal.environments.detail': {
    who: 'admin',
    path: thingPath('/portal/environments/detail?rename=yes&id=', 'environment'),
  },
  'routes/portal.environments.create-deployment': {
    who: 'admin',
    path: thingPath('/portal/environments/create-deployment?id=', 'environment'),
  },
  'routes/portal.environments.remove-application': {
    who: 'admin',
    path: deployedPath('/portal/environments/remove-application'),
  },
  'routes/portal.environments.scale': {
    who: 'admin',
    path: deployedPath('/portal/environments/scale'),
  },
  'routes/portal.environments.deployment': {
    who: 'admin',
    path: async (browser) => {
      const teamId = await teamOf(browser)
      const environment = await buildEnvironment(await buildReadyAccount({ teamId }))
      const version = await buildVersion(await buildApplication(teamId))
      const { id } = await buildDeployment(environment, [version], deploymentStates.FAILED)
      return `/portal/environments/deployment?id=${environment.id}&deploymentId=${id}`
    },
  },
  'routes/portal.environments.revert': {
    who: 'admin',
    path: async (browser) => {
      const teamId = await teamOf(browser)
      const environment = await buildEnvironment(await buildReadyAccount({ teamId }))
      const application = await buildApplication(teamId)
      const { environmentVersionId } = await buildDeployment(
        environment,
        [await buildVersion(application)],
        deploymentStates.RETIRED,
      )
      await buildDeployment(environment, [await buildVersion(application, 'v2')])
      return `/portal/environments/revert?id=${environment.id}&environmentVersionId=${environmentVersionId}`
    },
  },
  'routes/portal.environments.delete': {
    who: 'admin',
    path: thingPath('/portal/environments/delete?id=', 'environment'),
  },
  'routes/portal.environments.links': {
    who: 'admin',
    path: thingPath('/portal/environments/links?id=', 'environment'),
  },
  'routes/portal.external-resources.create-hosted-zone': {
    who: 'admin',
    path: thingPath('/portal/external-resources/create-hosted-zone?account=', 'account'),
  },
  'routes/portal.external-resources.delete-hosted-zone': {
    who: 'admin',
    path: thingPath('/portal/external-resources/delete-hosted-zone?id=', 'zone'),
  },
  'routes/portal.external-resources.create-external-network': {
    who: 'admin',
    path: thingPath('/portal/external-resources/create-external-network?account=', 'account'),
  },
  'routes/portal.external-resources.delete-external-network': {
    who: 'admin',
    path: thingPath('/portal/external-resources/delete-external-network?id=', 'network'),
  },
  'routes/portal.external-resources.create': { who: 'admin', path: '/portal/external-resources/create' },
  'routes/portal.external-resources.roles': {
    who: 'admin',
    path: thingPath('/portal/external-resources/roles?awsAccountId=', 'account'),
  },
  'routes/portal.external-resources.delete': {
    who: 'admin',
    path: thingPath('/portal/external-resources/delete?id=', 'account'),
  },
}

/** The address of a page about a new thing of the team that the browser's person is in. */
function thingPath(start: string, thing: 'account' | 'environment' | 'application' | 'zone' | 'network') {
  return async (browser: Browser): Promise<string> => {
    const teamId = await teamOf(browser)
    const account = await buildReadyAccount({ teamId })
    const environment = await buildEnvironment(account)
    const application = await buildApplication(teamId)
    await buildVersion(application)
    const zone = await buildHostedZone(account)
    const network = await buildExternalNetwork(account)
    return `${start}${{ account, environment, application, zone, network }[thing].id}`
  }
}

async function teamOf(browser: Browser): Promise<string> {
  const made = await browser.call('POST', '/v1/user/integration', { name: randomUUID() })
  const { id } = made.json<{ id: string }>()
  return (await IntegrationUser.findByPk(id, { rejectOnEmpty: true })).teamId
}

async function integrationPath(browser: Browser): Promise<string> {
  const { id } = (await browser.call('POST', '/v1/user/integration', { name: 'Robot' })).json<{
    id: string
  }>()
  return `/portal/users/integration?id=${id}`
}

async function personPath(browser: Browser): Promise<string> {
  const email = `${randomUUID()}@example.com`
  const made = await browser.call('POST', '/v1/user/human', { name: 'Max', email })
  const { id } = made.json<{ id: string }>()
  await User.update({ verifiedAt: new Date(0) }, { where: { id } })
  return `/portal/users/make-admin?id=${id}`
}

async function integrationTokenPath(browser: Browser): Promise<string> {
  const path = await integrationPath(browser)
  await browser.submit(path, 'createToken')
  const { text } = await browser.open(path)
  return (/\/portal\/users\/delete-token\?[^"]+/.exec(text)?.[0] ?? '').replaceAll('&amp;', '&')
}

async function trustPath(browser: Browser): Promise<string> {
  const id = (await integrationPath(browser)).split('=')[1] ?? ''
  return `/portal/users/delete-trust?id=${(await buildTrust(id)).id}`
}

async function pendingTokenPath(browser: Browser): Promise<string> {
  return (await browser.submit('/portal/security', 'addToken')).location ?? ''
}

async function activeTokenPath(browser: Browser, server: AppServer): Promise<string> {
  const made = await browser.call('GET', '/v1/account/auth-token')
  const { secretId: id, code } = made.json<{ secretId: string; code: string }>()
  const token = codeAt(code, server.clock.now())
  await browser.call('POST', '/v1/account/auth-token/activate', { id, token })
  return `/portal/security/delete-token?id=${id}`
}

/** A command line waits for the person. */
async function waitingLoginPath(browser: Browser): Promise<string> {
  const started = await browser.call('POST', '/v1/account/device-code')
  const code = started.json<{ userCode: string }>().userCode
  return (await browser.submit('/portal/device', 'find', { code })).location ?? ''
}

/** A page of a team that has a webhook. */
function webhookPath(path: string) {
  return async (browser: Browser): Promise<string> => {
    await browser.call('POST', '/v1/webhook', { url: 'https://hooks.example.com/services/T0/B0' })
    return path
  }
}

/** The page at `path` about an application that is deployed. */
function deployedPath(path: string) {
  return async (browser: Browser) => {
    const teamId = await teamOf(browser)
    const environment = await buildEnvironment(await buildReadyAccount({ teamId }))
    const application = await buildApplication(teamId)
    await buildDeployment(environment, [await buildVersion(application)])
    return `${path}?id=${environment.id}&applicationId=${application.id}`
  }
}
