import { randomUUID } from 'node:crypto'
import { deploymentStates } from '../../core/resources/wire-states'
import { IntegrationUser } from '../../db/models/integration-user'
import type { useAppServer } from '../builders/app-server'
import { codeAt } from '../builders/authenticator'
import type { Browser } from '../builders/browser'
import { buildDeployment, buildReadyAccount } from '../builders/deployment-core'
import { buildApplication, buildEnvironment, buildVersion } from '../builders/team-rows'
import type { Visitor } from '../builders/visitors'
import { addressOf, handleOf, leaves, nameOf } from './page-addresses'
import { buildSample } from './page-sample'

type AppServer = Pick<ReturnType<typeof useAppServer>, 'clock'>

/** Where a page with a form is, and who sees it. */
export interface Page {
  who: Visitor
  path(browser: Browser, server: AppServer): Promise<string>
}

/** Pages that only some see, or with a form only in some state of what they are about. */
const exceptions: Record<string, Partial<Page>> = {
  'login.code': { who: 'asked for the second factor' },
  'login.verify': { who: 'unverified' },
  'login.change-password': { who: 'with a password to change' },
  'login.terms': { who: 'with terms to accept' },
  logout: { who: 'admin' },
  'portal.notifications._index': { path: webhookPath('/portal/notifications') },
  'portal.notifications.delete': { path: webhookPath('/portal/notifications/delete') },
  'portal.security.add-token': { path: pendingTokenPath },
  'portal.security.recovery-codes': {
    path: async (browser, server) =>
      (await activeTokenPath(browser, server)).replace(/delete-token.*/, 'recovery-codes'),
  },
  'portal.security.delete-token': { path: activeTokenPath },
  'portal.device': { path: waitingLoginPath },
  'portal.applications.detail': { path: pathWith('portal.applications.detail', '&tab=versions') },
  'portal.environments.detail': { path: pathWith('portal.environments.detail', '&rename=yes') },
  'portal.environments.create': { path: pathWithAccount('portal.environments.create') },
  'portal.external-resources.create-hosted-zone': {
    path: pathWithAccount('portal.external-resources.create-hosted-zone'),
  },
  'portal.external-resources.create-external-network': {
    path: pathWithAccount('portal.external-resources.create-external-network'),
  },
  'portal.environments.deployment': {
    path: async (browser) => {
      const teamId = await teamOf(browser)
      const environment = await buildEnvironment(await buildReadyAccount({ teamId }))
      const version = await buildVersion(await buildApplication(teamId))
      const { id } = await buildDeployment(environment, [version], deploymentStates.FAILED)
      return `/portal/environments/deployment?id=${environment.id}&deploymentId=${id}`
    },
  },
  'portal.environments.revert': {
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
}

/** Each route with a form, by its id. */
export const pagesWithForms: Record<string, Page> = Object.fromEntries(
  leaves
    .filter(({ module }) => module.action && module.default)
    .map(({ id }) => [id, { who: whoSees(id), path: pathWith(nameOf(id)), ...exceptions[nameOf(id)] }]),
)

export const exceptionalPages = Object.keys(exceptions).map((name) => `routes/${name}`)

function whoSees(id: string): Visitor {
  return handleOf(id)?.access === 'public' ? 'stranger' : 'admin'
}

/** The address of a page, about new things of the team that the browser's person is in. */
function pathWith(name: string, more = '') {
  const id = `routes/${name}`
  return async (browser: Browser): Promise<string> => {
    const sample = handleOf(id)?.about && (await buildSample(await teamOf(browser)))
    return addressOf(id, sample) + more
  }
}

/** The address of a page of a team that has an AWS account. */
function pathWithAccount(name: string) {
  return async (browser: Browser): Promise<string> => {
    await buildReadyAccount({ teamId: await teamOf(browser) })
    return addressOf(`routes/${name}`)
  }
}

async function teamOf(browser: Browser): Promise<string> {
  const made = await browser.call('POST', '/v1/user/integration', { name: randomUUID() })
  const { id } = made.json<{ id: string }>()
  return (await IntegrationUser.findByPk(id, { rejectOnEmpty: true })).teamId
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
