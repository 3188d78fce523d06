import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { billOf } from '../../../core/charges/bill'
import { LogMessage } from '../../../db/models/log-message'
import { keepSample } from '../../../db/queries/environment-samples'
import { execute } from '../../../db/sql'
import { buildEnvironmentStatus } from '../../../tests/builders/resource-status'
import { useTestDatabase } from '../../../tests/postgres/test-database'
import { buildOverviewBench } from '../../../tests/builders/overview-bench'

const database = useTestDatabase()
let build: Awaited<ReturnType<typeof buildOverviewBench>>
beforeEach(async () => (build = await buildOverviewBench(database.sequelize)))

const overview = () => build.environments.getEnvironmentOverview(build.team.member, build.id)

describe('the overview of an environment, of 30 days', () => {
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
