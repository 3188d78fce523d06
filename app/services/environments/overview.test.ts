import { beforeEach, describe, expect, it } from 'vitest'
import { deploymentStates } from '../../../core/resources/wire-states'
import { billOf } from '../../../core/charges/bill'
import { AwsAccount } from '../../../db/models/aws-account'
import { ApplicationOverride } from '../../../db/models/application-override'
import { buildDeployment } from '../../../tests/builders/deployment-core'
import { buildAwsAccountStatus, buildEnvironmentStatus } from '../../../tests/builders/resource-status'
import { buildVersion } from '../../../tests/builders/team-rows'
import { useTestDatabase } from '../../../tests/postgres/test-database'
import type { OverviewApplication } from './overview-views'
import { buildOverviewBench } from '../../../tests/builders/overview-bench'

const database = useTestDatabase()
let build: Awaited<ReturnType<typeof buildOverviewBench>>
beforeEach(async () => (build = await buildOverviewBench(database.sequelize)))

const overview = () => build.environments.getEnvironmentOverview(build.team.member, build.id)

const instance = (clientToken: string, pricePerHour: number, market: 'spot' | 'on-demand') => ({
  clientToken,
  instanceId: `i-${clientToken}`,
  instanceType: 't4g.small',
  zone: 'us-east-1a',
  market,
  pricePerHour,
  vcpu: 2,
  memoryMib: 2048,
  phase: 'Running' as const,
  lastSeenEpoch: 1,
})

describe('the overview of an environment', () => {
  it('is empty, and costs nothing, before anything was deployed', async () => {
    expect(await overview()).toEqual({
      sleep: { isAsleep: false, chargedAsleepPerHour: 0 },
      openDeployments: [],
      applications: [],
      instances: [],
      costPerHour: { instances: 0, addressesAndDisks: 0, loadBalancers: 0, total: 0 },
      fleetChanges: [],
      samples: [],
    })
  })

  it('has what waits for approval, and the last deployment where it failed and nobody ended it', async () => {
    const { environment, application } = build
    const { LIVE, FAILED, AWAITING_APPROVAL, RETIRED } = deploymentStates
    const version = await buildVersion(application)
    await buildDeployment(environment, [version], FAILED)
    await buildDeployment(environment, [version], LIVE)
    expect((await overview()).openDeployments).toEqual([])
    const failed = await buildDeployment(environment, [version], FAILED)
    await failed.update({ message: 'Shop was not healthy.' })
    const waiting = await buildDeployment(environment, [version], AWAITING_APPROVAL)
    const override = await buildDeployment(environment, [], RETIRED)
    await override.update({ kind: 'override' })
    const { sequence } = failed
    expect((await overview()).openDeployments).toMatchObject([
      { id: waiting.id, state: AWAITING_APPROVAL, summary: 'Deploy Shop v1 again' },
      { id: failed.id, sequence, summary: 'Deploy Shop v1 again', message: 'Shop was not healthy.' },
    ])
    for (const end of ['stoppedBy', 'declinedBy'] as const) {
      await failed.update({ stoppedBy: null, declinedBy: null, [end]: 'Ada' })
      expect((await overview()).openDeployments).toMatchObject([{ id: waiting.id }])
    }
  })

  it('says since when an application is down', async () => {
    const { environment, application } = build
    await buildDeployment(environment, [await buildVersion(application)])
    const outages = [{ applicationId: application.id, name: 'Shop', sinceEpoch: 7 }]
    await environment.update({ status: buildEnvironmentStatus({ outages }) })
    expect((await overview()).applications).toMatchObject([{ numHealthy: 0, downSinceEpoch: 7 }])
    await environment.update({ status: buildEnvironmentStatus({}) })
    expect((await overview()).applications[0]).not.toHaveProperty('downSinceEpoch')
  })

  it('says how an application is scaled, and counts the number that it is scaled to', async () => {
    const { environment, application, id } = build
    await buildDeployment(environment, [await buildVersion(application)])
    const override = { environmentId: id, applicationId: application.id, roles: {}, schedule: null }
    await ApplicationOverride.create({ ...override, count: 2, maxProcesses: 9, targetCpu: 70 })
    expect((await overview()).applications).toMatchObject([
      { numWanted: 2, scaling: { min: 2, max: 9, targetPercentage: 70 } },
    ])
    const scaled = { applicationId: application.id, number: 5, sinceEpoch: 7, usedPercentage: 88 }
    await environment.update({ status: buildEnvironmentStatus({ scaling: [scaled] }) })
    expect((await overview()).applications).toMatchObject([
      { numWanted: 5, scaling: { min: 2, max: 9, usedPercentage: 88, usedMeasure: 'cpu', sinceEpoch: 7 } },
    ])
    await environment.update({ status: buildEnvironmentStatus({ scaling: [{ ...scaled, isBlind: true }] }) })
    expect((await overview()).applications).toMatchObject([{ scaling: { isBlind: true } }])
    await ApplicationOverride.update({ targetCpu: null, targetMemory: 75 }, { where: { environmentId: id } })
    const byMemory = { ...scaled, usedMeasure: 'memory' as const }
    await environment.update({ status: buildEnvironmentStatus({ scaling: [byMemory] }) })
    const [{ scaling } = {}] = (await overview()).applications as Partial<OverviewApplication>[]
    expect(scaling).toMatchObject({ targetMemoryPercentage: 75, usedMeasure: 'memory' })
    expect(scaling).not.toHaveProperty('targetPercentage')
    await ApplicationOverride.update({ targetRequests: 600 }, { where: { environmentId: id } })
    const { usedPercentage: _, ...rest } = scaled
    const byRequests = { ...rest, usedMeasure: 'requests' as const, usedRequests: 1_300 }
    await environment.update({ status: buildEnvironmentStatus({ scaling: [byRequests] }) })
    const [{ scaling: counted } = {}] = (await overview()).applications as Partial<OverviewApplication>[]
    expect(counted).toMatchObject({ targetRequests: 600, usedMeasure: 'requests', usedRequests: 1_300 })
    expect(counted).not.toHaveProperty('usedPercentage')
    await ApplicationOverride.update({ maxProcesses: 2 }, { where: { environmentId: id } })
    expect((await overview()).applications[0]).not.toHaveProperty('scaling')
  })

  it('says beforehand where the quotas of the account do not let applications grow to their most', async () => {
    const { environment, application, id } = build
    await buildDeployment(environment, [await buildVersion(application)])
    const override = { environmentId: id, applicationId: application.id, roles: {}, schedule: null }
    await ApplicationOverride.create({ ...override, count: 1, maxProcesses: 100 })
    expect(await overview()).not.toHaveProperty('vcpuShortage')
    const quotas = (['on-demand-vcpus', 'spot-vcpus'] as const).map((name) => ({ name, limit: 1 }))
    const account = await AwsAccount.findByPk(environment.awsAccountId, { rejectOnEmpty: true })
    const preflight = { checkedEpoch: 0, refusedWrites: [], quotas, zones: [], unanswered: [] }
    await account.update({ status: buildAwsAccountStatus({ preflight }) })
    expect((await overview()).vcpuShortage).toMatch(/^At their most, the applications need \d+ vCPUs\./)
    await ApplicationOverride.update({ maxProcesses: 2 }, { where: { environmentId: id } })
    expect(await overview()).not.toHaveProperty('vcpuShortage')
  })

  it('says what the schedule of an application wants, and scales it from there', async () => {
    const { environment, application, id } = build
    await buildDeployment(environment, [await buildVersion(application)])
    const override = { environmentId: id, applicationId: application.id, roles: {}, schedule: null }
    await ApplicationOverride.create({ ...override, count: 0, maxProcesses: null, targetCpu: null })
    expect((await overview()).applications[0]).not.toHaveProperty('schedule')
    const schedule = { processes: 5, untilEpoch: 9, timeZone: 'Europe/Berlin' }
    const scaled = { applicationId: application.id, number: 5, sinceEpoch: 7, schedule }
    await environment.update({ status: buildEnvironmentStatus({ scaling: [scaled] }) })
    const [{ scaling, ...shown } = {}] = (await overview()).applications as Partial<OverviewApplication>[]
    expect(shown).toMatchObject({ numWanted: 5, schedule })
    expect(scaling).toBeUndefined()
    await ApplicationOverride.update({ maxProcesses: 9 }, { where: { environmentId: id } })
    expect((await overview()).applications).toMatchObject([{ schedule, scaling: { min: 5, max: 9 } }])
  })

  it('shows what serves, what is wanted, where it runs and how full that is', async () => {
    const { environment, application, id } = build
    const version = await buildVersion(application)
    const deployment = await buildDeployment(environment, [version])
    await ApplicationOverride.create({
      environmentId: id,
      applicationId: application.id,
      count: 3,
      roles: {},
    })
    const process = (number: number, phase: 'Serving' | 'Starting', clientToken: string) => ({
      id: `p${number}`,
      applicationId: application.id,
      releaseId: 'r',
      deployment: deployment.id,
      clientToken,
      phase,
      requestedEpoch: 1,
      ports: [],
      restarts: 0,
    })
    await environment.update({
      status: buildEnvironmentStatus({
        loadBalancers: [
          { applicationId: application.id, port: 8080, loadBalancerId: 'lb', url: 'http://one.test' },
          { applicationId: application.id, port: 8081 },
        ],
        instances: [instance('a', 0.005, 'spot'), instance('b', 0.0168, 'on-demand')],
        processes: [
          { ...process(1, 'Serving', 'a'), memoryKills: 4 },
          process(2, 'Serving', 'b'),
          process(3, 'Starting', 'b'),
        ],
        costPerHour: 0.0218,
      }),
    })
    const { applications, instances, costPerHour } = await overview()
    expect(applications).toEqual([
      {
        applicationId: application.id,
        applicationName: 'Shop',
        liveVersionName: version.name,
        liveSinceEpoch: deployment.finishedAt?.getTime(),
        numHealthy: 2,
        numWanted: 3,
        memoryKills: 4,
        urls: ['http://one.test'],
      },
    ])
    expect(instances).toMatchObject([
      { instanceId: 'i-b', market: 'on-demand', processes: [{ id: 'p2' }, { id: 'p3', phase: 'Starting' }] },
      { instanceId: 'i-a', market: 'spot', processes: [{ id: 'p1', applicationName: 'Shop' }] },
    ])
    const [dear, cheap] = instances
    expect(dear?.cpuShare).toBeCloseTo(2 * (cheap?.cpuShare ?? 0), 9)
    expect(cheap?.cpuShare).toBeCloseTo(Number(application.cpu) / 1.9, 9)
    const bill = billOf({ instancesPerHour: 0.0218, numInstances: 2, numLoadBalancers: 1 })
    expect(costPerHour).toMatchObject(bill)
    const { onDemand = 0, oneInstanceEach = 0, fargate = 0 } = costPerHour
    expect(onDemand).toBeGreaterThan(bill.loadBalancers)
    expect(oneInstanceEach).toBeGreaterThanOrEqual(onDemand)
    expect(fargate).toBeGreaterThan(onDemand)
  })

  it('calls applications and versions as they are called now, whatever they were called when they were deployed', async () => {
    const { environment, application } = build
    const version = await buildVersion(application)
    await buildDeployment(environment, [version])
    await application.update({ name: 'Store' })
    await version.update({ name: 'Autumn' })
    expect((await overview()).applications).toMatchObject([
      { applicationName: 'Store', liveVersionName: 'Autumn' },
    ])
  })
})
