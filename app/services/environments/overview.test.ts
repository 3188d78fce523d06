import { beforeEach, describe, expect, it } from 'vitest'
import { ApplicationOverride } from '../../../db/models/application-override'
import {
  buildDeployment,
  buildReadyAccount,
  buildServices,
  buildTeam,
} from '../../../tests/builders/deployment-core'
import { buildEnvironmentStatus } from '../../../tests/builders/resource-status'
import { buildApplication, buildEnvironment, buildVersion } from '../../../tests/builders/team-rows'
import { useTestDatabase } from '../../../tests/postgres/test-database'

const database = useTestDatabase()

const instance = (clientToken: string, pricePerHour: number, market: 'spot' | 'on-demand') => ({
  ...{ clientToken, instanceId: `i-${clientToken}`, instanceType: 't4g.small', zone: 'us-east-1a' },
  ...{ market, pricePerHour, vcpu: 2, memoryMib: 2048, phase: 'Running' as const, lastSeenEpoch: 1 },
})

describe('the overview of an environment', () => {
  let build: Awaited<ReturnType<typeof setUp>>
  beforeEach(async () => (build = await setUp()))

  async function setUp() {
    const team = await buildTeam()
    const environment = await buildEnvironment(await buildReadyAccount(team))
    const application = await buildApplication(team.teamId)
    return { ...buildServices(database.sequelize), team, environment, application, id: environment.id }
  }
  const overview = () => build.environments.getEnvironmentOverview(build.team.member, build.id)

  it('is empty, and costs nothing, before anything was deployed', async () => {
    expect(await overview()).toEqual({
      applications: [],
      instances: [],
      costPerHour: { instances: 0, loadBalancers: 0, total: 0 },
    })
  })

  it('shows what serves, what is wanted, where it runs and how full that is', async () => {
    const { environment, application, id } = build
    const version = await buildVersion(application)
    const deployment = await buildDeployment(environment, [version])
    await ApplicationOverride.create({
      environmentId: id,
      applicationId: application.id,
      numProcesses: 3,
      roles: {},
    })
    const process = (number: number, phase: 'Serving' | 'Starting', clientToken: string) => ({
      ...{ id: `p${number}`, applicationId: application.id, releaseId: 'r', deployment: deployment.id },
      ...{ clientToken, phase, requestedEpoch: 1, ports: [], restarts: 0 },
    })
    await environment.update({
      status: buildEnvironmentStatus({
        loadBalancers: [
          { applicationId: application.id, port: 8080, loadBalancerId: 'lb', url: 'http://one.test' },
          { applicationId: application.id, port: 8081 },
        ],
        instances: [instance('a', 0.005, 'spot'), instance('b', 0.0168, 'on-demand')],
        processes: [process(1, 'Serving', 'a'), process(2, 'Serving', 'b'), process(3, 'Starting', 'b')],
        costPerHour: 0.0218,
      }),
    })
    const { applications, instances, costPerHour } = await overview()
    expect(applications).toEqual([
      {
        applicationId: application.id,
        applicationName: 'Shop',
        liveVersionName: version.name,
        numHealthy: 2,
        numWanted: 3,
        urls: ['http://one.test'],
      },
    ])
    expect(instances).toMatchObject([
      { instanceId: 'i-b', market: 'on-demand', processes: [{ id: 'p2' }, { id: 'p3', phase: 'Starting' }] },
      { instanceId: 'i-a', market: 'spot', processes: [{ id: 'p1', applicationName: 'Shop' }] },
    ])
    const [dear, cheap] = instances
    expect(dear?.cpuShare).toBeCloseTo(2 * (cheap?.cpuShare ?? 0), 9)
    expect(cheap?.cpuShare).toBeCloseTo(Number(application.cpuCount) / 1.9, 9)
    expect(costPerHour).toMatchObject({ instances: 0.0218, loadBalancers: 0.0225, total: 0.0218 + 0.0225 })
    const { onDemand = 0, oneInstanceEach = 0, fargate = 0 } = costPerHour
    expect(onDemand).toBeGreaterThan(0.0225)
    expect(oneInstanceEach).toBeGreaterThanOrEqual(onDemand)
    expect(fargate).toBeGreaterThan(onDemand)
  })

  it('tells each address once, also where it is a name that answers on HTTPS', async () => {
    const { environment, application } = build
    await buildDeployment(environment, [await buildVersion(application)])
    const port = { applicationId: application.id, port: 8080 }
    await environment.update({
      status: buildEnvironmentStatus({
        loadBalancers: [
          {
            ...port,
            loadBalancerId: 'lb',
            url: 'http://one.test:8080',
            https: { loadBalancerId: 'lb', phase: 'Open', certificateIds: ['c'], url: 'https://one.test' },
          },
        ],
        dns: {
          records: [
            {
              ...{ ...port, hostedZone: 'zone', name: 'shop.example.com', phase: 'Present' },
              target: { dnsName: 'one.test', zoneId: 'Z' },
            },
          ],
        },
      }),
    })
    const { applications } = await overview()
    expect(applications.map(({ urls }) => urls)).toEqual([['https://shop.example.com']])
  })
})
