import { expect, it } from 'vitest'
import { instancePerHour, loadBalancerWithAddressesPerHour } from '../../core/charges/charges'
import { usdText } from '../../app/components/price'
import { monthOf } from '../../app/services/cost/month-cost'
import { User } from '../../db/models/user'
import { keepSample } from '../../db/queries/environment-samples'
import { useAppServer } from '../builders/app-server'
import { buildDeployment, buildReadyAccount } from '../builders/deployment-core'
import { buildInstance } from '../builders/environment-parts'
import { buildEnvironmentStatus } from '../builders/resource-status'
import { buildApplication, buildEnvironment, buildVersion } from '../builders/team-rows'
import { useTestDatabase } from '../postgres/test-database'

const database = useTestDatabase()
const server = useAppServer(database)
const minute = 60_000

async function setUp(email: string) {
  const browser = await server.signUp(email)
  const { teamId } = await User.findOne({ where: { email }, rejectOnEmpty: true })
  const environment = await buildEnvironment(await buildReadyAccount({ teamId }))
  await buildDeployment(environment, [await buildVersion(await buildApplication(teamId))])
  return { browser, environment, page: `/portal/environments/detail?id=${environment.id}` }
}

it('an environment that cost much for a minute says the average, the highest and what it costs now', async () => {
  const { browser, environment, page } = await setUp('cost-history@example.com')
  const hour = 60 * minute
  const begin = Math.floor(server.clock.now() / hour) * hour - 24 * hour
  for (const [epoch, costPerHour] of [
    [begin, 0.06],
    [begin + 10 * minute, 4.2],
    [begin + 11 * minute, 0.06],
  ] as const)
    await keepSample(
      database.sequelize,
      environment.id,
      { instancesPerHour: costPerHour - instancePerHour, numInstances: 1, numLoadBalancers: 0 },
      new Date(epoch),
    )
  await environment.update({
    createdAt: new Date(begin),
    status: buildEnvironmentStatus({ costPerHour: 0.06 - instancePerHour, instances: [buildInstance('a')] }),
  })
  const { text } = await browser.open(page)
  expect(text).toMatch(/average \$0\.06\d\d, highest \$4\.2000, now \$0\.0600/)
})

it('each price of a Spot strategy says how old it is', async () => {
  const { browser, environment, page } = await setUp('price-age@example.com')
  const costs = [
    { spotStrategy: 'ALL' as const, costPerHour: 0.01 },
    { spotStrategy: 'NONE' as const, costPerHour: 0.04 },
  ]
  const plannedEpoch = Date.now() - 3.5 * minute
  const strategyCosts = { fingerprint: 'f', wanted: 'w', plannedEpoch, costs }
  await environment.update({ status: buildEnvironmentStatus({ strategyCosts }) })
  const { text } = await browser.open(page)
  const words = text.replace(/<!-- -->/g, '').replace(/<[^>]*>/g, '')
  expect(words).toContain('Prices as of 3 minutes ago')
  expect(words).toContain('$0.0100/h as of 3 minutes ago')
  expect(words).toContain('$0.0400/h as of 3 minutes ago')
})

it('the bill of the month is told by line, day by day and with why it changed, and what it leaves out stands beside each sum', async () => {
  const { browser, environment, page } = await setUp('month-bill@example.com')
  const words = async (path: string) => {
    const { text } = await browser.open(path)
    return text
      .replace(/<!-- -->/g, '')
      .replace(/<[^>]*>/g, ' ')
      .replace(/\s+/g, ' ')
  }
  expect(await words(`${page}&tab=cost`)).toContain('It has cost nothing this month.')
  expect(await words('/portal/environments/cost')).toContain('before traffic, logs and capacity units (LCU).')
  const now = server.clock.now()
  await environment.update({ name: 'x'.repeat(200), createdAt: new Date(now) })
  const figures = {
    instancesPerHour: 0.06,
    numInstances: 1,
    numLoadBalancers: 1,
    split: { spotPerHour: 0.06, surplusCpuPerHour: 0 },
  }
  await keepSample(database.sequelize, environment.id, figures, new Date(now))
  const text = await words(`${page}&tab=cost`)
  const { untilEpoch } = monthOf(now)
  const total = 0.06 + instancePerHour + loadBalancerWithAddressesPerHour
  const projected = usdText((total * (untilEpoch - now)) / (60 * minute))
  expect(text).toContain(`Together, before traffic, logs and capacity units (LCU) $0.00 ${projected}`)
  for (const said of [
    'Spot instances',
    'To see capacity units (LCU), apply the CloudFormation template',
    'No reason was recorded.',
  ])
    expect(text).toContain(said)
  expect(text).not.toContain('On-demand instances')
  expect(await words('/portal/environments/cost')).toContain(projected)
  const file = await browser.open('/v1/view-controller/cost/csv')
  expect(file.headers.get('Content-Disposition')).toBe('attachment; filename="cost.csv"')
})
