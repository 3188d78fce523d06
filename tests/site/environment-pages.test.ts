import { expect, it } from 'vitest'
import { hoursPerMonth } from '../../core/catalogue/figures'
import { billOf } from '../../core/charges/bill'
import { deploymentStates } from '../../core/resources/wire-states'
import { ApplicationOverride } from '../../db/models/application-override'
import { LogMessage } from '../../db/models/log-message'
import { User } from '../../db/models/user'
import { useAppServer } from '../builders/app-server'
import { buildDeployment, buildReadyAccount } from '../builders/deployment-core'
import { buildEnvironmentStatus } from '../builders/resource-status'
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

it('Why has what a launch adds to the cost, what a termination takes off it, and the net of a move', async () => {
  const { browser, environment, overview } = await setUp('why@example.com')
  await LogMessage.bulkCreate(
    (
      [
        ['launch', -4.15],
        ['retire', 0.02],
        ['move', 0.5],
      ] as const
    ).map(([fleetChange, savingPerHour], index) => ({
      environmentId: environment.id,
      sequence: index + 1,
      type: 'network' as const,
      severity: 'INFO' as const,
      message: fleetChange,
      fleetChange,
      savingPerHour,
      createdAt: new Date(),
    })),
  )
  const { text } = await browser.open(`${overview}&tab=why`)
  expect(text).toContain('>+$4.15/h<')
  expect(text).toContain('>−$0.0200/h<')
  expect(text).toMatch(/net <\/span><span[^>]*>−\$0\.50\/h</)
})

/** The texts of links to pages of one kind, in their order, each once. */
const linked = (html: string, page: string) => [
  ...new Set(
    [...html.matchAll(new RegExp(`<a[^>]*href="/portal/${page}[^"]*"[^>]*>(?:<[^>]*>)*([^<]+)<`, 'g'))].map(
      ([, text]) => text,
    ),
  ),
]

const mainOf = (html: string) => html.slice(html.indexOf('<main'))

it('what is unhealthy comes first in the lists, and everything else by name', async () => {
  const { browser, teamId, account, environment, version } = await setUp('first@example.com')
  await buildEnvironment(account, 'Alpha')
  const ill = await buildEnvironment(account, 'Zulu')
  await ill.update({ statusType: 'FAILURE' })
  const names = linked(mainOf((await browser.open('/portal/environments')).text), 'environments/detail')
  expect(names).toEqual(['Zulu', 'Alpha', 'Production'])
  await buildApplication(teamId, 'Api')
  const degraded = await buildVersion(await buildApplication(teamId, 'Worker'))
  await buildDeployment(environment, [version, degraded])
  const { applicationId } = degraded
  await environment.update({ status: { processes: [{ applicationId, phase: 'Serving' }] } as never })
  await ApplicationOverride.create({
    environmentId: environment.id,
    applicationId,
    count: 2,
    roles: {},
  })
  const applications = linked(
    mainOf((await browser.open('/portal/applications')).text),
    'applications/detail',
  )
  expect(applications).toEqual(['Shop', 'Worker', 'Api'])
})

it('what all environments cost together is on their list and in the bar', async () => {
  const { browser, account, environment } = await setUp('total@example.com')
  const read = async () => (await browser.open('/portal/environments')).text
  expect(await read()).not.toContain(' a month (')
  const loadBalancers = ['a', 'b'].map((loadBalancerId) => ({ loadBalancerId }))
  const instances = [
    { instanceId: 'i-1', phase: 'Running' },
    { instanceId: 'i-2', phase: 'Terminating' },
    { phase: 'Launching' },
  ]
  await environment.update({ status: { costPerHour: 1, instances, loadBalancers } as never })
  const other = await buildEnvironment(account, 'Staging')
  await other.update({ status: { costPerHour: 0.5 } as never })
  const text = await read()
  const bill = billOf({ instancesPerHour: 1.5, numInstances: 1, numLoadBalancers: 2 })
  const total = (bill.total * hoursPerMonth).toLocaleString('en-US', {
    style: 'currency',
    currency: 'USD',
  })
  expect(text).toMatch(/Your 2 environments cost.*before traffic and logs\./)
  expect(text.split(total)).toHaveLength(3)
  expect(text).toMatch(new RegExp(`All environments: </span><span[^>]*>\\${total}<`))
})

it('the audit log is in the menu of admins alone', async () => {
  const { browser } = await setUp('menu@example.com')
  const inMenu = async () => linked((await browser.open('/portal/environments')).text, 'audit-log')
  expect(await inMenu()).toEqual(['Audit log'])
  await User.update({ isAdmin: false }, { where: { email: 'menu@example.com' } })
  expect(await inMenu()).toEqual([])
})

it('an application is scaled from its row on Overview, as an override, by approval where the environment is protected', async () => {
  const { browser, environment, application, version, overview } = await setUp('scale@example.com')
  await buildDeployment(environment, [version])
  const page = `/portal/environments/scale?id=${environment.id}&applicationId=${application.id}`
  const { text } = await browser.open(overview)
  expect(text.replaceAll('&amp;', '&')).toContain(`href="${page}"`)
  expect((await browser.open(page)).text).toContain('Default: 2.')

  const refused = await browser.submit(page, 'scale', { numProcesses: '2.5' })
  expect(refused.status).toBe(400)
  expect(await ApplicationOverride.count({ where: { environmentId: environment.id } })).toBe(0)

  const saved = await browser.submit(page, 'scale', { numProcesses: '5' })
  expect(saved.location).toContain('/portal/environments/detail')
  expect((await browser.open(saved.location ?? '')).text).toContain('The number of processes was saved.')
  expect((await browser.open(page)).text).toMatch(/name="numProcesses"[^>]*value="5"/)
  expect((await browser.open(overview)).text).toContain('0 of 5')

  await environment.update({ isProtected: true })
  expect((await browser.open(page)).text).toContain('another admin has to approve the change')
  const asked = await browser.submit(page, 'scale', { numProcesses: '7' })
  expect(asked.location).toContain('/portal/environments/deployment?')
  expect((await browser.open(page)).text).toMatch(/name="numProcesses"[^>]*value="5"/)
})

it('an application that is not deployed in an environment cannot be scaled there', async () => {
  const { browser, environment, application } = await setUp('scale-none@example.com')
  const page = `/portal/environments/scale?id=${environment.id}&applicationId=${application.id}`
  expect((await browser.open(page)).status).toBe(409)
})

it('every list of versions says what each was built from', async () => {
  const { browser, environment, application, version } = await setUp('source@example.com')
  const sourceUrl = 'https://github.com/acme/shop/commit/3f2c1d9aabb'
  await buildDeployment(environment, [version])
  const detail = `/portal/applications/detail?id=${application.id}&tab=`
  expect((await browser.open(`${detail}versions`)).text).not.toContain('>Source</span></th>')
  await version.update({ sourceUrl })
  for (const tab of ['versions', 'deployments'])
    expect((await browser.open(detail + tab)).text).toMatch(
      new RegExp(`<a[^>]*href="${sourceUrl}"[^>]*>acme/shop@3f2c1d9</a>`),
    )
  const patch = await browser.open(`/portal/environments/create-deployment?id=${environment.id}`)
  expect(patch.text).toMatch(/<option[^>]*>v1 · [^<]* · acme\/shop@3f2c1d9</)
})

it.each(['detail?tab=logs&', 'create-deployment?tab=logs&'])(
  'the log of an environment is called its activity, and leads to the logs of applications: %s',
  async (page) => {
    const { browser, environment } = await setUp(`activity-${page.length}@example.com`)
    const { text } = await browser.open(`/portal/environments/${page}id=${environment.id}`)
    expect(text).toContain('>Activity</h2>')
    expect(text).toMatch(/<a[^>]*environments\/output\?[^>]*>application logs<\/a>/)
  },
)

it('says that what is told of instances is reserved, and has the status where a screen reader hears it change', async () => {
  const { browser, environment, version, overview } = await setUp('reserved@example.com')
  await buildDeployment(environment, [version])
  const instance = {
    clientToken: 'a',
    instanceId: 'i-a',
    instanceType: 't4g.small',
    zone: 'us-east-1a',
    market: 'spot' as const,
    pricePerHour: 0.01,
    vcpu: 2,
    memoryMib: 2048,
    phase: 'Running' as const,
    lastSeenEpoch: 1,
  }
  await environment.update({ status: buildEnvironmentStatus({ instances: [instance] }) })
  const { text } = await browser.open(overview)
  expect(text.match(/\d+(?:<!-- -->)? %(?:<!-- -->)? ?(?:<!-- -->)?CPU reserved/g)).toHaveLength(1)
  expect(text).toContain('memory reserved')
  const [, live = ''] = /<span aria-live="polite" aria-atomic="true">(.*?)<\/p>/s.exec(text) ?? []
  expect(live.replace(/<[^>]*>/g, '')).toBe('Status: Creating environment...')
})
