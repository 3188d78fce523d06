import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { billOf } from '../../../core/charges/bill'
import { loadBalancersPerHour } from '../../../core/environment/load-balancers-for'
import type { EnvironmentStatus } from '../../../core/resources/environment'
import { buildDeployment, buildTeamAtWork } from '../../../tests/builders/deployment-core'
import { buildHostedZone, linkZone } from '../../../tests/builders/hosted-zones'
import { buildEnvironmentStatus } from '../../../tests/builders/resource-status'
import {
  addVersion,
  buildApplication,
  buildEnvironment,
  buildVersion,
} from '../../../tests/builders/team-rows'
import { useTestDatabase } from '../../../tests/postgres/test-database'
import { Environment } from '../../../db/models/environment'
import { deploymentMessages } from '../../messages/deployment-messages'
import { effectsOfChange } from '../deployments/cost-step'

const database = useTestDatabase()
const applicationId = randomUUID()

async function setUp() {
  const { team, account, ...services } = await buildTeamAtWork(database.sequelize)
  const environment = await buildEnvironment(account)
  const choose = (value: 'OWN' | 'SHARED') =>
    services.environments.setEnvironmentChoice(team.admin, {
      id: environment.id,
      name: 'loadBalancing',
      value,
    })
  return { ...services, team, account, environment, choose }
}

const behindOne = (ports: number): EnvironmentStatus['loadBalancers'] =>
  Array.from({ length: ports }, (_, index) => ({
    applicationId,
    port: 80 + index,
    listenerPort: 8080 + index,
    loadBalancerId: 'arn:one',
    url: `http://one:${8080 + index}`,
  }))

describe('load balancers of an environment', () => {
  it('are told with what each choice costs for the ports that are exposed', async () => {
    const { environments, environment, team, choose } = await setUp()
    const loadBalancers = behindOne(3)
    await environment.update({
      status: buildEnvironmentStatus({ loadBalancers, balancing: { present: 'SHARED' } }),
    })
    await choose('SHARED')
    expect((await environments.getEnvironment(team.member, environment.id)).loadBalancings).toEqual([
      { loadBalancing: 'OWN', selected: false, loadBalancersPerHour: loadBalancersPerHour(3, 'OWN') },
      { loadBalancing: 'SHARED', selected: true, loadBalancersPerHour: loadBalancersPerHour(1, 'OWN') },
    ])
  })

  it('are one on the bill of lists and pages, however many ports share it', async () => {
    const { environments, environment, team } = await setUp()
    await environment.update({
      status: buildEnvironmentStatus({ loadBalancers: behindOne(3), balancing: { present: 'SHARED' } }),
    })
    const bill = billOf({ instancesPerHour: 0, numInstances: 0, numLoadBalancers: 1 })
    const listed = await environments.listEnvironments(team.member)
    expect(JSON.stringify(listed)).toContain(`"costPerHour":${bill.total}`)
    const resources = await environments.getEnvironmentResources(team.member, environment.id)
    const { loadBalancers, numLoadBalancers } = resources
    expect(numLoadBalancers).toBe(1)
    expect(loadBalancers.map(({ url }) => url)).toEqual([
      'http://one:8080',
      'http://one:8081',
      'http://one:8082',
    ])
  })

  it('are told to people as they lead: the former ones no more, the coming ones not yet', async () => {
    const { environments, environment, team } = await setUp()
    const own = { applicationId, port: 80, loadBalancerId: 'arn:own', url: 'http://own' }
    const told = async (phase: 'Making' | 'Leading' | 'Waiting') => {
      const next = { kind: 'SHARED', phase, phaseEpoch: 1 } as const
      const loadBalancers = [own, ...behindOne(1)]
      await environment.update({
        status: buildEnvironmentStatus({ loadBalancers, balancing: { present: 'OWN', next } }),
      })
      const resources = await environments.getEnvironmentResources(team.member, environment.id)
      return resources.loadBalancers.map(({ url }) => url)
    }
    expect(await told('Making')).toEqual(['http://own'])
    expect(await told('Leading')).toEqual(['http://one:8080'])
    expect(await told('Waiting')).toEqual(['http://one:8080'])
  })

  it('are told by their names at the usual ports where one answers for all', async () => {
    const { environments, environment, team } = await setUp()
    const target = { dnsName: 'one', zoneId: 'Z1' }
    const entry = { applicationId, port: 8080, loadBalancerId: 'arn:one', url: 'http://one:8081' }
    const first = { ...entry, port: 80, listenerPort: 80, url: 'http://one' }
    const told = async (https?: EnvironmentStatus['loadBalancers'][number]['https']) => {
      const named = { ...entry, listenerPort: 8081, ...(https && { https }) }
      await environment.update({
        status: buildEnvironmentStatus({
          loadBalancers: [first, named],
          balancing: { present: 'SHARED' },
          dns: {
            records: [
              { ...{ hostedZone: 'zone-1', name: 'api.example.com', applicationId, port: 8080, target } },
            ].map((record) => ({ ...record, phase: 'Present' as const })),
          },
        }),
      })
      const { loadBalancers } = await environments.getEnvironmentResources(team.member, environment.id)
      return loadBalancers.map(({ urls }) => urls)
    }
    expect(await told()).toEqual([['http://one'], ['http://api.example.com', 'http://one:8081']])
    const open = {
      loadBalancerId: 'arn:one',
      phase: 'Open' as const,
      certificateIds: ['arn:c'],
      url: 'https://one',
    }
    expect(await told(open)).toEqual([['http://one'], ['https://api.example.com']])
  })

  it('can be one while a zone is linked, and a zone be linked while they are one', async () => {
    const { hostedZones, environment, team, account, choose } = await setUp()
    const [one, other] = [await buildHostedZone(account), await buildHostedZone(account)]
    const link = (hostedZoneId: string) =>
      hostedZones.linkHostedZone(team.admin, { environmentId: environment.id, hostedZoneId })
    await link(one.id)
    await choose('SHARED')
    await link(other.id)
    expect((await Environment.findByPk(environment.id))?.loadBalancing).toBe('SHARED')
  })

  it.each([
    [
      'ports',
      41,
      (index: number) => `app-${index}`,
      deploymentMessages.tooManyShared({ ports: 41, most: 40 }),
    ],
    [
      'certificates',
      14,
      (index: number) => `*.app-${index}`,
      deploymentMessages.tooManyCertificates({ certificates: 14, most: 13 }),
    ],
  ])(
    'are refused as one for names with more %s than AWS has room for',
    async (_what, count, nameOf, words) => {
      const { hostedZones, environment, team, account, choose } = await setUp()
      const zone = await buildHostedZone(account)
      const application = await buildApplication(team.teamId)
      await application.update({
        ports: Array.from({ length: count }, (_, index) => ({ port: 80 + index, subdomain: nameOf(index) })),
      })
      await buildDeployment(environment, [await buildVersion(application)])
      const refused = { code: 'conflict', message: words.text }
      await choose('SHARED')
      await expect(
        hostedZones.linkHostedZone(team.admin, { environmentId: environment.id, hostedZoneId: zone.id }),
      ).rejects.toMatchObject(refused)
      await choose('OWN')
      await linkZone(environment, zone)
      await expect(choose('SHARED')).rejects.toMatchObject(refused)
    },
  )

  it('are refused as one beforehand where AWS has no room for as many listeners', async () => {
    const { environment, choose, team } = await setUp()
    const application = await buildApplication(team.teamId)
    await application.update({
      ports: Array.from({ length: 51 }, (_, index) => ({ port: 80 + index, subdomain: '' })),
    })
    const version = await buildVersion(application)
    const refused = {
      code: 'conflict',
      message: deploymentMessages.tooManyShared({ ports: 51, most: 50 }).text,
    }
    const deploy = () => effectsOfChange(environment, { kind: 'patch', changes: [addVersion(version)] }, 0)
    await deploy()
    await choose('SHARED')
    await environment.reload()
    await expect(deploy()).rejects.toMatchObject(refused)
    await choose('OWN')
    await buildDeployment(environment, [version])
    await expect(choose('SHARED')).rejects.toMatchObject(refused)
  })
})
