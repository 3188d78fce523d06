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
import { priceOfChange } from '../deployments/cost-step'

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

  it('cannot be one while a zone is linked, nor a zone be linked while they are one or change from it', async () => {
    const { hostedZones, environment, team, account, choose } = await setUp()
    const zone = await buildHostedZone(account)
    const link = () =>
      hostedZones.linkHostedZone(team.admin, { environmentId: environment.id, hostedZoneId: zone.id })
    const needsOwn = { code: 'conflict', message: deploymentMessages.zoneNeedsOwn.text }
    await choose('SHARED')
    await expect(link()).rejects.toMatchObject(needsOwn)
    await choose('OWN')
    await environment.update({ status: buildEnvironmentStatus({ balancing: { present: 'SHARED' } }) })
    await expect(link()).rejects.toMatchObject(needsOwn)
    await environment.update({ status: buildEnvironmentStatus() })
    await linkZone(environment, zone)
    await expect(choose('SHARED')).rejects.toMatchObject({
      code: 'conflict',
      message: deploymentMessages.sharedHasNoNames.text,
    })
    expect((await Environment.findByPk(environment.id))?.loadBalancing).toBe('OWN')
  })

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
    const deploy = () => priceOfChange(environment, { kind: 'patch', changes: [addVersion(version)] }, 0)
    await deploy()
    await choose('SHARED')
    await environment.reload()
    await expect(deploy()).rejects.toMatchObject(refused)
    await choose('OWN')
    await buildDeployment(environment, [version])
    await expect(choose('SHARED')).rejects.toMatchObject(refused)
  })
})
