import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { deploymentStates } from '../../../core/resources/wire-states'
import { billOf } from '../../../core/charges/bill'
import { ApplicationOverride } from '../../../db/models/application-override'
import {
  buildDeployment,
  buildReadyAccount,
  buildServices,
  buildTeam,
} from '../../../tests/builders/deployment-core'
import { LogMessage } from '../../../db/models/log-message'
import { keepSample } from '../../../db/queries/environment-samples'
import { execute } from '../../../db/sql'
import { buildEnvironmentStatus } from '../../../tests/builders/resource-status'
import { buildApplication, buildEnvironment, buildVersion } from '../../../tests/builders/team-rows'
import { useTestDatabase } from '../../../tests/postgres/test-database'

const database = useTestDatabase()

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

  describe('of 30 days', () => {
    const day = 24 * 60 * 60_000
    const line = (sequence: number, age: number, fleetChange?: 'launch' | 'retire') => ({
      environmentId: build.id,
      sequence,
      type: 'network' as const,
      severity: 'INFO' as const,
      message: `Line ${sequence}`,
      fleetChange,
      createdAt: new Date(build.clock.now() - age),
      // What a launch saved was once told against the same on-demand.
      ...(fleetChange && { savingPerHour: 0.5 }),
    })

    it('says why instances came and went, newest first, and at most 50 times', async () => {
      await LogMessage.bulkCreate([
        line(1, 31 * day, 'launch'),
        line(2, 29 * day, 'launch'),
        line(3, day),
        line(4, 5, 'retire'),
      ])
      const { fleetChanges } = await overview()
      expect(fleetChanges).toMatchObject([
        { kind: 'retire', message: 'Line 4', savingPerHour: 0.5 },
        { kind: 'launch', message: 'Line 2' },
      ])
      expect(fleetChanges[1]).not.toHaveProperty('savingPerHour')
      await LogMessage.bulkCreate(Array.from({ length: 60 }, (_, index) => line(index + 5, 1, 'launch')))
      const later = (await overview()).fleetChanges
      expect([later.length, later[0]?.message, later[49]?.message]).toEqual([50, 'Line 64', 'Line 15'])
    })

    const hour = 60 * 60_000
    const createdAt = (epoch: number) => build.environment.update({ createdAt: new Date(epoch) })
    beforeEach(() => createdAt(0))
    const keepFigures = (epoch: number, figures: Parameters<typeof billOf>[0]) =>
      keepSample(database.sequelize, build.id, figures, new Date(epoch))
    /** From `epoch` on all of it costs `total` an hour. */
    const keep = (epoch: number, total: number, numInstances = 2) => {
      const others = billOf({ instancesPerHour: 0, numInstances, numLoadBalancers: 0 }).total
      return keepFigures(epoch, { instancesPerHour: total - others, numInstances, numLoadBalancers: 0 })
    }

    it('tells the bill with addresses, disks and load balancers, beginning with what held 30 days ago', async () => {
      const now = build.clock.now()
      const figures = [
        { instancesPerHour: 1, numInstances: 2, numLoadBalancers: 0 },
        { instancesPerHour: 2, numInstances: 2, numLoadBalancers: 1 },
        { instancesPerHour: 3, numInstances: 4, numLoadBalancers: 0 },
      ] as const
      await keepFigures(now - 60 * day, figures[0])
      await keepFigures(now - 40 * day, figures[1])
      await keepFigures(now - day, figures[2])
      const [before, after] = [billOf(figures[1]).total, billOf(figures[2]).total]
      const { samples } = await overview()
      expect(samples.map(({ costPerHour }) => costPerHour)).toEqual([
        expect.closeTo(before),
        expect.closeTo(before + (after - before) * (1 - ((now - day) % hour) / hour)),
        expect.closeTo(after),
      ])
      expect(samples[0]?.epoch).toBe(now - 30 * day)
    })

    it('tells of each hour its mean and its most, also of one minute, and what held after it', async () => {
      const begin = Math.floor((build.clock.now() - day) / hour) * hour
      const minute = 60_000
      await keep(begin - 5 * hour, 0.06, 1)
      await keep(begin + 10 * minute, 4.2, 30)
      await keep(begin + 11 * minute, 0.06, 1)
      const small = {
        costPerHour: expect.closeTo(0.06),
        highestPerHour: expect.closeTo(0.06),
        numInstances: 1,
      }
      const { samples } = await overview()
      expect(samples.slice(1)).toEqual([
        { epoch: begin - 4 * hour, ...small },
        {
          epoch: begin,
          costPerHour: expect.closeTo((59 * 0.06 + 4.2) / 60),
          highestPerHour: expect.closeTo(4.2),
          numInstances: 30,
        },
        { epoch: begin + hour, ...small },
      ])
    })

    it('takes the mean of the hour in which it was created over the time in which it existed', async () => {
      const minute = 60_000
      const begin = Math.floor((build.clock.now() - day) / hour) * hour
      await createdAt(begin + 50 * minute)
      await keep(begin + 51 * minute, 0, 0)
      await keep(begin + 52 * minute, 0.06, 1)
      const held = { highestPerHour: expect.closeTo(0.06), numInstances: 1 }
      expect((await overview()).samples).toEqual([
        { epoch: begin + 50 * minute, costPerHour: expect.closeTo((8 * 0.06) / 10), ...held },
        { epoch: begin + hour, costPerHour: expect.closeTo(0.06), ...held },
      ])
    })

    it('counts an hour of the release before, which writes the last figures alone, as one that held them', async () => {
      const begin = Math.floor((build.clock.now() - day) / hour) * hour
      await keep(begin + 0.5 * hour, 1, 0)
      const write = `INSERT INTO environment_samples (environment_id, hour, cost_per_hour, num_instances, num_load_balancers)
        VALUES ($1, $2, $3, 0, 0) ON CONFLICT (environment_id, hour) DO UPDATE SET cost_per_hour = excluded.cost_per_hour`
      for (const [epoch, cost] of [
        [begin, 5],
        [begin + 2 * hour, 7],
      ] as const)
        await execute(database.sequelize, write, [build.id, new Date(epoch), cost])
      const { samples } = await overview()
      expect(samples.map(({ costPerHour, highestPerHour }) => [costPerHour, highestPerHour])).toEqual([
        [2.5, 5],
        [5, 5],
        [7, 7],
        [7, 7],
      ])
    })

    it('adds up to what was spent, whenever it changed', async () => {
      const change = fc.record({
        minutes: fc.integer({ min: 0, max: 200 }),
        cost: fc.integer({ min: 0, max: 9 }),
      })
      await fc.assert(
        fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 12 }), async (changes) => {
          await execute(database.sequelize, 'DELETE FROM environment_samples WHERE environment_id = $1', [
            build.id,
          ])
          const now = build.clock.now()
          let epoch = now - 2 * day
          let spent = 0
          for (const [index, { minutes, cost }] of changes.entries()) {
            epoch += minutes * 60_000
            await keep(epoch, cost)
            spent += (cost * (changes[index + 1]?.minutes ?? (now - epoch) / 60_000)) / 60
          }
          const { samples } = await overview()
          const sum = samples.reduce(
            (total, { epoch, costPerHour }, index) =>
              total + (costPerHour * ((samples[index + 1]?.epoch ?? now) - epoch)) / hour,
            0,
          )
          expect(sum).toBeCloseTo(spent, 6)
          expect(Math.max(...samples.map(({ highestPerHour }) => highestPerHour))).toBeCloseTo(
            Math.max(...changes.map(({ cost }) => cost)),
            9,
          )
        }),
        { numRuns: 25 },
      )
    }, 60_000)

    it('says how far above the cheapest possible it may be, once that was proven', async () => {
      const prove = (costPerHour: number, lowerBoundPerHour: number) =>
        build.environment.update({
          status: buildEnvironmentStatus({ proof: { costPerHour, lowerBoundPerHour } }),
        })
      await prove(0.1, 0.08)
      expect((await overview()).gapPercentage).toBeCloseTo(25)
      await prove(0, 0)
      expect(await overview()).not.toHaveProperty('gapPercentage', expect.anything())
    })
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

  it('tells a wildcard beside the address, and makes no address of it', async () => {
    const { environment, application } = build
    await buildDeployment(environment, [await buildVersion(application)])
    const port = { applicationId: application.id, port: 8080 }
    const target = { dnsName: 'one.test', zoneId: 'Z' }
    await environment.update({
      status: buildEnvironmentStatus({
        loadBalancers: [{ ...port, loadBalancerId: 'lb', url: 'http://one.test:8080' }],
        dns: {
          records: [{ ...port, hostedZone: 'zone', name: '*.example.com', phase: 'Present', target }],
        },
      }),
    })
    const { applications } = await overview()
    expect(applications).toMatchObject([{ urls: ['http://one.test:8080'], wildcards: ['*.example.com'] }])
  })

  it('tells a wildcard alone once it answers on HTTPS, for which the address that AWS gave has no certificate', async () => {
    const { environment, application, id, environments, team } = build
    const { id: deployment } = await buildDeployment(environment, [await buildVersion(application)])
    const port = { applicationId: application.id, port: 8080 }
    const target = { dnsName: 'one.test', zoneId: 'Z' }
    const https = {
      ...{ loadBalancerId: 'lb', phase: 'Open' as const, certificateIds: ['c'], url: 'https://one.test' },
    }
    const record = { ...port, hostedZone: 'zone', phase: 'Present' as const, target }
    const show = async (...names: string[]) => {
      await environment.update({
        status: buildEnvironmentStatus({
          loadBalancers: [{ ...port, loadBalancerId: 'lb', url: 'http://one.test', https }],
          dns: { records: names.map((name) => ({ ...record, name })) },
        }),
      })
      const { applications } = await overview()
      const { loadBalancers } = await environments.getEnvironmentResources(team.member, id)
      const { urls } = await build.environments.getRequestedDeployment(team.member, deployment)
      return [applications[0]?.urls, applications[0]?.wildcards, loadBalancers[0]?.urls, urls]
    }
    expect(await show('*.example.com')).toEqual([[], ['*.example.com'], [], []])
    const named = ['https://shop.example.com']
    expect(await show('*.example.com', 'shop.example.com')).toEqual([named, ['*.example.com'], named, named])
    expect(await show()).toEqual([['http://one.test'], undefined, ['http://one.test'], ['http://one.test']])
  })
})
