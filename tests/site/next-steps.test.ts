import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { deploymentStates } from '../../core/resources/wire-states'
import { ApplicationVersion } from '../../db/models/application-version'
import { User } from '../../db/models/user'
import { useAppServer } from '../builders/app-server'
import { buildDeployment, buildReadyAccount } from '../builders/deployment-core'
import { readForms } from '../builders/html-forms'
import { buildEnvironmentStatus } from '../builders/resource-status'
import { buildApplication, buildEnvironment, buildVersion } from '../builders/team-rows'
import { useTestDatabase } from '../postgres/test-database'

const server = useAppServer(useTestDatabase())
const url = 'http://shop.elb.example.com'

async function setUp(email: string) {
  const browser = await server.signUp(email)
  const { teamId } = await User.findOne({ where: { email }, rejectOnEmpty: true })
  return { browser, teamId }
}

async function setUpLive(email: string) {
  const { browser, teamId } = await setUp(email)
  const environment = await buildEnvironment(await buildReadyAccount({ teamId }))
  const version = await buildVersion(await buildApplication(teamId))
  const deployment = await buildDeployment(environment, [version])
  const { applicationId } = version
  await environment.update({
    status: buildEnvironmentStatus({ loadBalancers: [{ applicationId, port: 8080, url }] }),
  })
  return {
    browser,
    environment,
    deployment,
    page: `/portal/environments/deployment?id=${environment.id}&deploymentId=${deployment.id}`,
  }
}

describe('what was done offers what comes next', () => {
  it('a live deployment: its addresses, to be opened, as long as it is live', async () => {
    const { browser, deployment, page } = await setUpLive('open@example.com')
    const live = await browser.open(page)
    expect(live.text).toContain('It is live.')
    expect(live.text).toMatch(
      new RegExp(`<a[^>]*href="${url}"[^>]*aria-label="Open Shop, port 8080"[^>]*>Open</a>`),
    )
    for (const state of [deploymentStates.DEPLOYING, deploymentStates.RETIRED, deploymentStates.FAILED]) {
      await deployment.update({ state })
      expect((await browser.open(page)).text).not.toContain(url)
    }
  })

  it('an environment: the address of what runs on its overview, once it runs', async () => {
    const { browser, environment, deployment } = await setUpLive('overview@example.com')
    const page = `/portal/environments/detail?id=${environment.id}`
    expect((await browser.open(page)).text).toMatch(new RegExp(`<a[^>]*href="${url}"`))

    await deployment.update({ state: deploymentStates.DEPLOYING })
    const starting = (await browser.open(page)).text
    expect(starting).toContain('Opens once it is live')
    expect(starting).not.toContain(`href="${url}"`)
  })

  it('a healthy account: an environment in it; the environment: a deployment', async () => {
    const { browser, teamId } = await setUp('account@example.com')
    await buildReadyAccount({ teamId }, 'Other account')
    const account = await buildReadyAccount({ teamId })
    const roles = await browser.open(`/portal/external-resources/roles?awsAccountId=${account.id}`)
    const create = `/portal/environments/create?account=${account.id}`
    expect(roles.text).toContain(`href="${create}"`)
    expect((await browser.open(create)).text).toMatch(
      new RegExp(`<option value="${account.id}" selected="">`),
    )
    const created = await browser.submit(create, 'createEnvironment', {
      environmentName: 'Staging',
      awsAccountId: account.id,
      firstDeployApproved: 'on',
    })
    const shown = await browser.open(created.location ?? '')
    expect(shown.text).toMatch(
      /<a[^>]*href="\/portal\/environments\/create-deployment[^"]*"[^>]*>Deploy to it</,
    )
  })

  it.each([
    [0, 'Create an environment', '/portal/environments/create'],
    [1, 'Deploy to Environment 1', '/portal/environments/create-deployment'],
    [2, 'Deploy to…', '/portal/applications/detail'],
  ])('a declared version, in a team with %i environments: %s', async (count, label, path) => {
    const { browser, teamId } = await setUp(`declared-${count}@example.com`)
    const account = await buildReadyAccount({ teamId })
    for (let number = 1; number <= count; number++) await buildEnvironment(account, `Environment ${number}`)
    const { id } = await buildApplication(teamId)
    const declared = await browser.submit(`/portal/applications/declare-version?id=${id}`, 'declareVersion', {
      dockerImageTag: 'v1',
    })
    const shown = await browser.open(declared.location ?? '')
    expect(shown.text).toMatch(new RegExp(`<a[^>]*href="${path}[^"]*"[^>]*>${label}</a>`))
  })

  it('a version: its deployment, with it chosen however old it is, in the environment that is chosen or the only one', async () => {
    const { browser, teamId } = await setUp('straight@example.com')
    const account = await buildReadyAccount({ teamId })
    const first = await buildEnvironment(account, 'First')
    const application = await buildApplication(teamId)
    await buildVersion(await buildApplication(teamId, 'Api'))
    const createdAt = new Date(Date.now() - 60_000)
    const version = await ApplicationVersion.create({
      id: randomUUID(),
      applicationId: application.id,
      name: 'wanted',
      dockerTag: 'wanted',
      createdAt,
    })
    for (const number of Array(60).keys()) await buildVersion(application, `newer ${number}`)
    const versions = `/portal/applications/detail?id=${application.id}&tab=versions`
    const straight = async () => {
      const { text } = await browser.open(`${versions}&filter=wanted`)
      const [, href = ''] = /<a[^>]*href="([^"]*)"[^>]*>Deploy to[^<]*</.exec(text) ?? []
      return href.replaceAll('&amp;', '&')
    }
    const isChosen = async (path: string) => {
      const { text } = await browser.open(path)
      expect(text).toMatch(
        new RegExp(`<option[^>]*value="${version.id}"[^>]*selected|selected=""[^>]*value="${version.id}"`),
      )
      expect(text).toMatch(
        new RegExp(
          `name="ticked"[^>]*(value="${application.id}"[^>]*checked|checked[^>]*value="${application.id}")`,
        ),
      )
    }
    const only = await straight()
    expect(only).toContain(`/portal/environments/create-deployment?id=${first.id}`)
    await isChosen(only)

    const second = await buildEnvironment(account, 'Second')
    const choose = await straight()
    expect(choose).toContain('/portal/applications/detail')
    const { text } = await browser.open(choose)
    const form = readForms(text).find(({ action }) => action === '/portal/environments/create-deployment')
    expect(form?.controls).toEqual(['id'])
    const query = new URLSearchParams({ ...form?.hidden, id: second.id })
    await isChosen(`/portal/environments/create-deployment?${query.toString()}`)
  })
})
