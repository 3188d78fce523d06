import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { processLines } from '../../core/environment-log/process-lines'
import { minuteMilliseconds as minute } from '../../core/time/durations'
import { LogMessage } from '../../db/models/log-message'
import { User } from '../../db/models/user'
import { keepRequests } from '../../db/queries/request-spans'
import { useAppServer } from '../builders/app-server'
import { buildDeployment, buildReadyAccount } from '../builders/deployment-core'
import { buildEnvironmentStatus } from '../builders/resource-status'
import { keepMinuteOfUse } from '../builders/minute-of-use'
import { buildApplication, buildEnvironment, buildVersion } from '../builders/team-rows'
import { useTestDatabase } from '../postgres/test-database'

const database = useTestDatabase()
const server = useAppServer(database)

async function setUp(email: string, names: string[], minutesAgo = 2) {
  const browser = await server.signUp(email)
  const { teamId } = await User.findOne({ where: { email }, rejectOnEmpty: true })
  const environment = await buildEnvironment(await buildReadyAccount({ teamId }))
  const applications = []
  for (const name of names) applications.push(await buildApplication(teamId, name))
  const versions = await Promise.all(applications.map((application) => buildVersion(application)))
  await buildDeployment(environment, versions, undefined, new Date(server.clock.now() - 30 * minute))
  const epoch = Math.floor(server.clock.now() / minute - minutesAgo) * minute
  const keep = (clientToken: string, applicationId: string, process: { id: string; cores?: number }) =>
    keepMinuteOfUse(
      database.sequelize,
      { environmentId: environment.id, applicationId, clientToken, epoch },
      [{ memoryMb: 200, mostMemoryMb: 210, throttled: 0.3, ...process }],
    )
  const tab = `/portal/environments/detail?id=${environment.id}&tab=usage`
  const linksIn = (text: string) =>
    [...text.matchAll(/href="([^"]*)"/g)].map(([, link = '']) => link.replaceAll('&amp;', '&'))
  return { browser, environment, applications, keep, epoch, tab, linksIn }
}

/** Words of a page, as they are read aloud. */
const wordsOf = (html: string) =>
  html
    .replaceAll(/<!--.*?-->/g, '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')

describe('pages of usage', () => {
  it('lead from an environment to an application, to a process that has ended and to what happened to it', async () => {
    const { browser, environment, applications, keep, epoch, tab, linksIn } = await setUp(
      'usage@example.com',
      ['Shop', 'Worker'],
    )
    const [shop, worker] = applications.map(({ id }) => id) as [string, string]
    const ended = randomUUID()
    await keep('a', shop, { id: ended, cores: 0.123 })
    await keep('b', worker, { id: randomUUID(), cores: 0.456 })
    await LogMessage.create({
      ...{ environmentId: environment.id, sequence: 1, type: 'deployment', severity: 'ERROR' },
      ...{ code: processLines.programKilled.code, message: 'A program was killed.' },
      ...{ applicationId: shop, processId: ended, createdAt: new Date(epoch + 1000) },
    })
    const all = await browser.open(tab)
    expect(all.text).toContain('CPU of Shop: 0.12 lately')
    expect(all.text).toContain('CPU of Worker: 0.46 lately')

    const ofShop = linksIn(all.text).find((link) => link.includes(`application=${shop}`)) ?? ''
    const application = await browser.open(ofShop)
    expect(application.text).toContain('Memory of Shop: 200 MB lately, at most 210 MB, asks for 300 MB')
    expect(application.text).toContain('Throttled CPU of Shop: 30 % lately')
    expect(application.text).not.toContain('CPU of Worker')
    expect(wordsOf(application.text)).toContain('Ended')

    const ofProcess = linksIn(application.text).find((link) => link.includes(`process=${ended}`)) ?? ''
    const process = await browser.open(ofProcess)
    expect(process.text).toContain('CPU of a process of Shop: 0.12 lately')
    // As a line of the curve, in its table, and in the list.
    expect(process.text).toContain('<title>A program was killed.</title>')
    expect(wordsOf(process.text)).toMatch(/200 MB 210 MB A program was killed\. /)
    expect(linksIn(process.text)).toContain(
      `/portal/environments/output?id=${environment.id}&processId=${ended}`,
    )
  })

  it('show on the page of an application what it uses in each environment', async () => {
    const { browser, environment, applications, keep, linksIn } = await setUp('usage-of@example.com', [
      'Shop',
    ])
    const [shop] = applications.map(({ id }) => id) as [string]
    await keep('a', shop, { id: randomUUID(), cores: 0.123 })
    const { text } = await browser.open(`/portal/applications/detail?id=${shop}&tab=usage&range=24h`)
    expect(text).toContain(`CPU of Shop in ${environment.name}: 0.12 lately`)
    expect(linksIn(text)).toContain(
      `/portal/environments/detail?id=${environment.id}&name=${environment.name}&tab=usage&application=${shop}&range=24h`,
    )
  })

  it('show requests, latency and 5xx of an application where they are on, as curves and as a table', async () => {
    const { browser, environment, applications, epoch, tab } = await setUp('usage-requests@example.com', [
      'Shop',
    ])
    const [applicationId] = applications.map(({ id }) => id) as [string]
    const loadBalancers = [{ applicationId, port: 80 }]
    await environment.update({
      requestMetrics: 'CLOUDWATCH',
      status: buildEnvironmentStatus({ loadBalancers }),
    })
    expect((await browser.open(tab)).text).toContain('Nothing was measured in this time.')
    const time = Math.floor(epoch / (5 * minute) - 1) * 5 * minute
    await keepRequests(database.sequelize, [
      {
        ...{ environmentId: environment.id, applicationId, targetGroup: 'a', epoch: time },
        ...{ requests: 6170, errors: 31, p50Ms: 12.4, p99Ms: 1480 },
      },
    ])
    for (const address of [tab, `/portal/applications/detail?id=${applicationId}&tab=usage`]) {
      const { text } = await browser.open(address)
      const name = address === tab ? 'Shop' : `Shop in ${environment.name}`
      expect(text).toContain(`Requests to ${name}: 1,234 lately`)
      expect(text).toContain(`Latency of ${name}: 12 ms lately, at most 1.5 s`)
      expect(text).toContain(`5xx of ${name}: 0.5 % lately`)
      expect(wordsOf(text)).toMatch(/1,234 12 ms 1\.5 s 31 0\.5 %/)
    }
    await environment.update({
      status: buildEnvironmentStatus({
        loadBalancers,
        metered: { epoch, logBytes: 0, lacksCapacityUnits: true },
      }),
    })
    const { text } = await browser.open(`${tab}&application=${applicationId}`)
    expect(text).toContain('may not read request metrics')
  })

  it('do not call what ended ten minutes ago its present use', async () => {
    const { browser, applications, keep, tab } = await setUp('usage-ended@example.com', ['Shop'], 10)
    for (const { id } of applications) await keep('a', id, { id: randomUUID(), cores: 0.123 })
    expect((await browser.open(tab)).text).toContain('CPU of Shop: 0.12 at the end')
  })

  it('draw ten applications at a time, however many there are', async () => {
    const names = Array.from({ length: 23 }, (_, index) => `App ${index + 1}`)
    const { browser, applications, keep, tab } = await setUp('usage-many@example.com', names)
    for (const { id } of applications) await keep(id, id, { id: randomUUID() })
    const drawn: number[] = []
    const [path = ''] = tab.split('?')
    let address: string | undefined = tab
    while (address !== undefined && drawn.length < names.length) {
      const { text } = await browser.open(address)
      drawn.push(text.match(/aria-label="CPU of /g)?.length ?? 0)
      const [, next] = /href="([^"]*)"[^>]*>Next</.exec(text) ?? []
      address = next && `${path}${next.slice(next.indexOf('?')).replaceAll('&amp;', '&')}`
    }
    expect(drawn).toEqual([10, 10, 3])
  })
})
