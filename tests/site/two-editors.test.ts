import { describe, expect, it } from 'vitest'
import { Application } from '../../db/models/application'
import { Environment } from '../../db/models/environment'
import { User } from '../../db/models/user'
import { useAppServer } from '../builders/app-server'
import { hiddenFields, type Browser } from '../builders/browser'
import { buildReadyAccount } from '../builders/deployment-core'
import { buildExternalNetwork } from '../builders/external-networks'
import { readForms, shownValue } from '../builders/html-forms'
import { buildApplication, buildEnvironment } from '../builders/team-rows'
import { useTestDatabase } from '../postgres/test-database'

const server = useAppServer(useTestDatabase())

async function setUp(email: string) {
  const browser = await server.signUp(email)
  const { teamId } = await User.findOne({ where: { email }, rejectOnEmpty: true })
  const account = await buildReadyAccount({ teamId })
  const environment = await buildEnvironment(account)
  const application = await buildApplication(teamId)
  return { browser, account, environment, application }
}

/** Two people open `page`, and each sends the form called `name`. */
async function editTwice(
  browser: Browser,
  { page, name, hidden = {} }: { page: string; name: string; hidden?: Record<string, string> },
  theirs: Record<string, string>,
  mine: Record<string, string>,
) {
  const opened = { ...hiddenFields((await browser.open(page)).text, name), ...hidden }
  const first = await browser.post(page, { ...opened, ...theirs })
  expect(first.status, first.text.slice(0, 2000)).toBe(302)
  const refused = await browser.post(page, { ...opened, ...mine })
  expect(refused.status).toBe(409)
  expect(refused.text).toContain('Somebody changed this after you opened it.')
  const again = () => browser.post(page, { ...hiddenFields(refused.text, name), ...hidden, ...mine })
  return { refused: refused.text, again }
}

const config = {
  applicationName: 'Shop',
  dockerBaseUrl: 'sdo/sample',
  cpuCount: '0.5',
  memoryMb: '300',
  numProcesses: '1',
}

describe('of two people who edit the same, the second is told what the first saved, keeps what was typed, and may save it', () => {
  it('configuration of an application', async () => {
    const { browser, application } = await setUp('configuration@example.com')
    const page = `/portal/applications/detail?id=${application.id}&name=Shop`
    expect((await browser.submit(page, 'editConfig', config)).status).toBe(302)
    const { refused, again } = await editTwice(
      browser,
      { page, name: 'editConfig' },
      { ...config, memoryMb: '512', port: '9090', subdomain: 'api' },
      { ...config, cpuCount: '0.75' },
    )
    expect(refused).toContain('Memory MB: now 512, yours 300.')
    expect(refused).toContain('Exposed ports: now 9090 (api), yours none.')
    expect(refused).not.toContain('CPU count: now')
    const [form] = readForms(refused).filter((one) => one.name === 'editConfig')
    expect(form && shownValue(form, 'cpuCount')).toBe('0.75')
    expect(form && shownValue(form, 'memoryMb')).toBe('300')
    const row = () => Application.findByPk(application.id, { rejectOnEmpty: true })
    expect(await row()).toMatchObject({ memoryMb: 512, ports: [{ port: 9090, subdomain: 'api' }] })
    expect((await again()).status).toBe(302)
    expect(await row()).toMatchObject({ memoryMb: 300, cpu: '0.750', ports: [] })
  })

  it('overrides of an application in an environment', async () => {
    const { browser, environment, application } = await setUp('overrides@example.com')
    const { refused, again } = await editTwice(
      browser,
      {
        page: `/portal/environments/detail?id=${environment.id}&tab=overrides`,
        name: 'override',
        hidden: { subject: application.id },
      },
      { override: 'on', numProcesses: '3' },
      { override: 'on', numProcesses: '4', variableName: 'A', variableValue: '1' },
    )
    expect(refused).toContain('Number of processes: now 3, yours 4.')
    expect(refused).not.toContain('Variables: now')
    expect((await again()).status).toBe(302)
  })

  it('notifications of an environment', async () => {
    const { browser, environment } = await setUp('notifications@example.com')
    const { refused, again } = await editTwice(
      browser,
      { page: `/portal/environments/detail?id=${environment.id}&tab=settings`, name: 'setNotifications' },
      { mailEvents: 'live', webhookEvents: 'failed' },
      { mailEvents: 'reverted', webhookEvents: 'failed' },
    )
    expect(refused).toContain(
      'E-mails: now A deployment is live, yours A deployment was rolled back automatically.',
    )
    expect(refused).toMatch(/name="mailEvents"[^>]*checked=""[^>]*value="reverted"/)
    expect((await again()).status).toBe(302)
    expect((await Environment.findByPk(environment.id))?.mailEvents).toEqual(['reverted'])
  })

  it('external networks of an environment', async () => {
    const { browser, environment, account } = await setUp('networks@example.com')
    const [one, two] = [await buildExternalNetwork(account), await buildExternalNetwork(account)]
    const { refused, again } = await editTwice(
      browser,
      { page: `/portal/environments/links?id=${environment.id}&name=Staging`, name: 'setLinkedNetworks' },
      { [`network-${one.id}`]: 'on' },
      { [`network-${two.id}`]: 'on' },
    )
    expect(refused).toContain(`now ${one.vpcId} (${one.region}), yours ${two.vpcId} (${two.region}).`)
    expect((await again()).status).toBe(302)
  })

  it('the webhook of a team', async () => {
    const { browser } = await setUp('webhook@example.com')
    const page = '/portal/notifications'
    await browser.submit(page, 'createWebhook', { url: 'https://hooks.example.com/one' })
    const { refused, again } = await editTwice(
      browser,
      { page, name: 'setTeamEvents' },
      { teamEvents: 'account-unhealthy' },
      { teamEvents: 'token-expiring' },
    )
    expect(refused).toContain('Events: now An AWS account needs attention, yours')
    expect((await again()).status).toBe(302)
  })
})
