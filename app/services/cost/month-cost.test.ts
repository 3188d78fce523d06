import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { billOf } from '../../../core/charges/bill'
import { bytesPerGb, charges, instancePerHour } from '../../../core/charges/charges'
import { keepSample, listSamples } from '../../../db/queries/environment-samples'
import { execute } from '../../../db/sql'
import { buildReadyAccount, buildTeam } from '../../../tests/builders/deployment-core'
import { buildEnvironment } from '../../../tests/builders/team-rows'
import { useTestDatabase } from '../../../tests/postgres/test-database'
import { addedUp, monthCost, monthOf, samplesSince } from './month-cost'

const database = useTestDatabase()
const minute = 60_000
const hour = 60 * minute

const at = (text: string) => Date.parse(text)

interface Had {
  spot: number
  onDemand: number
  surplusCpu: number
  instances: number
  loadBalancers: number
  /** Whether the release that said it splits it. */
  isSplit: boolean
  /** What logs have taken so far, with an LCU-hour for each GB; absent where nobody measured it. */
  logBytes?: number
}

const had = (figures: Partial<Had> = {}): Had => ({
  spot: 0,
  onDemand: 0,
  surplusCpu: 0,
  instances: 0,
  loadBalancers: 0,
  isSplit: true,
  ...figures,
})

const billedBy = ({ spot, onDemand, surplusCpu, instances, loadBalancers, isSplit, logBytes }: Had) => ({
  instancesPerHour: spot + onDemand + surplusCpu,
  numInstances: instances,
  numLoadBalancers: loadBalancers,
  ...(isSplit && { split: { spotPerHour: spot, surplusCpuPerHour: surplusCpu } }),
  ...(logBytes !== undefined && { metered: { logBytes, capacityUnitHours: logBytes / bytesPerGb } }),
})

describe('what an environment costs in a month', () => {
  let id: string
  beforeEach(async () => {
    id = (await buildEnvironment(await buildReadyAccount(await buildTeam()))).id
  })
  const keep = (epoch: number, figures: Had) =>
    keepSample(database.sequelize, id, billedBy(figures), new Date(epoch))
  const costAt = async (now: number, existed: { created: number; deleted?: number } = { created: 0 }) =>
    monthCost(await listSamples(database.sequelize, id, samplesSince(now)), existed, now)
  const forget = () =>
    execute(database.sequelize, 'DELETE FROM environment_samples WHERE environment_id = $1', [id])

  it('adds up by line, by day and in all to what was there, whenever that changed and the controller looked', async () => {
    const rate = fc.integer({ min: 0, max: 9 })
    const changes = fc.array(
      fc.record({
        // Also as long as a controller may be away.
        minutes: fc.oneof(fc.integer({ min: 0, max: 200 }), fc.integer({ min: 0, max: 20_000 })),
        figures: fc.record({
          spot: rate,
          onDemand: rate,
          surplusCpu: rate,
          instances: rate,
          loadBalancers: rate,
          isSplit: fc.boolean(),
        }),
        // What logs took in since the change before.
        printed: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 5 * bytesPerGb })),
      }),
      { minLength: 1, maxLength: 12 },
    )
    const begin = fc.integer({ min: at('2026-09-28T00:00:00Z'), max: at('2026-11-05T00:00:00Z') })
    await fc.assert(
      fc.asyncProperty(begin, changes, async (start, changes) => {
        await forget()
        const epochs = changes.map((_, index) =>
          changes.slice(0, index).reduce((epoch, { minutes }) => epoch + minutes * minute, start),
        )
        let logBytes = 0
        for (const [index, { figures, printed }] of changes.entries()) {
          logBytes += printed
          await keep(epochs[index] ?? 0, { ...figures, logBytes })
        }
        const now = (epochs.at(-1) ?? 0) + (changes.at(-1)?.minutes ?? 0) * minute
        const { fromEpoch } = monthOf(now)
        const cost = await costAt(now, { created: start })
        const expected = addedUp(
          changes.map(({ figures, printed }, index) => {
            const from = Math.max(fromEpoch, epochs[index] ?? 0)
            const hours = Math.max(0, (epochs[index + 1] ?? now) - from) / hour
            const { spot, onDemand, surplusCpu, instances, loadBalancers, isSplit } = figures
            // In no time, nothing is used.
            const bytes = (epochs[index] ?? 0) >= fromEpoch && now > start ? printed : 0
            const logs = (bytes / bytesPerGb) * charges.logs.usd
            const capacityUnits = (bytes / bytesPerGb) * charges.loadBalancerCapacity.usd
            const usd = billOf(billedBy(figures)).total * hours
            const known = isSplit ? hours : 0
            return {
              usd: usd + logs + capacityUnits,
              logBytes: bytes,
              capacityUnitHours: bytes / bytesPerGb,
              lines: {
                spot: spot * known,
                onDemand: onDemand * known,
                surplusCpu: surplusCpu * known,
                addresses: (instances + 3 * loadBalancers) * charges.publicAddress.usd * known,
                disks: instances * (instancePerHour - charges.publicAddress.usd) * known,
                loadBalancers: loadBalancers * charges.loadBalancer.usd * known,
                logs,
                capacityUnits,
                notSplit: usd - (usd / (hours || 1)) * known,
              },
              instanceHours: instances * known,
              loadBalancerHours: loadBalancers * known,
            }
          }),
        )
        for (const sum of [cost.spent, addedUp(cost.days)]) {
          expect(sum.usd).toBeCloseTo(expected.usd, 5)
          for (const line of Object.keys(expected.lines) as (keyof typeof expected.lines)[])
            expect(sum.lines[line], line).toBeCloseTo(expected.lines[line], 4)
          expect(sum.instanceHours).toBeCloseTo(expected.instanceHours, 5)
          expect(sum.loadBalancerHours).toBeCloseTo(expected.loadBalancerHours, 5)
          expect(sum.logBytes).toBeCloseTo(expected.logBytes, 0)
          expect(sum.capacityUnitHours).toBeCloseTo(expected.capacityUnitHours, 5)
          expect(Object.values(sum.lines).reduce((total, usd) => total + usd, 0)).toBeCloseTo(sum.usd, 4)
        }
        expect(cost.projected.usd).toBeGreaterThanOrEqual(cost.spent.usd)
        expect(cost.days.every(({ day }) => day.startsWith(cost.month))).toBe(true)
      }),
      { numRuns: 40 },
    )
  }, 60_000)

  it('is nothing where nothing was recorded', async () => {
    const { spent, projected, days } = await costAt(at('2026-11-03T00:00:00Z'), {
      created: at('2026-11-02T12:00:00Z'),
    })
    expect([spent.usd, projected.usd]).toEqual([0, 0])
    expect(days.map(({ day }) => day)).toEqual(['2026-11-02'])
  })

  it('begins anew with the month in UTC, also where one thing stays for years', async () => {
    await keep(at('2025-06-01T07:00:00Z'), had({ onDemand: 1 }))
    expect((await costAt(at('2026-10-31T23:59:59Z'))).spent.usd).toBeCloseTo(31 * 24, 2)
    const { month, spent, days } = await costAt(at('2026-11-01T06:00:00Z'))
    expect([month, spent.usd, days.length]).toEqual(['2026-11', expect.closeTo(6), 1])
  })

  it('has 24 hours on each day, also on those on which clocks are set', async () => {
    await keep(at('2026-01-01T00:00:00Z'), had({ spot: 1 }))
    for (const month of ['03', '10', '11']) {
      const { days } = await costAt(monthOf(at(`2026-${month}-15T00:00:00Z`)).untilEpoch - 1)
      for (const { day, usd } of days) expect(usd, day).toBeCloseTo(24, 2)
    }
    expect(monthOf(at('2028-02-29T23:59:59.999Z'))).toEqual({
      name: '2028-02',
      fromEpoch: at('2028-02-01T00:00:00Z'),
      untilEpoch: at('2028-03-01T00:00:00Z'),
    })
  })

  it('ends with the environment, and then costs nothing more', async () => {
    await keep(at('2026-11-02T00:00:00Z'), had({ onDemand: 2 }))
    const existed = { created: at('2026-11-02T00:00:00Z'), deleted: at('2026-11-02T05:00:00Z') }
    const { spent, projected, days } = await costAt(at('2026-11-20T00:00:00Z'), existed)
    expect(spent.usd).toBeCloseTo(10)
    expect(projected).toEqual(spent)
    expect(days).toHaveLength(1)
  })

  describe('projected to its end', () => {
    const begin = at('2026-11-10T00:00:00Z')
    const left = (now: number) => (at('2026-12-01T00:00:00Z') - now) / hour

    it('goes on as it is now, once that has held for an hour', async () => {
      await keep(begin, had({ spot: 1, instances: 1, loadBalancers: 1 }))
      await keep(begin + 30 * hour, had({ spot: 3, instances: 1, loadBalancers: 1 }))
      const now = begin + 31 * hour
      const { spent, projected } = await costAt(now)
      expect(projected.lines.spot).toBeCloseTo(spent.lines.spot + 3 * left(now), 6)
      expect(projected.loadBalancerHours).toBeCloseTo(31 + left(now), 6)
    })

    it('is not shaken by the minutes in which a deployment has what is old and what is new', async () => {
      await keep(begin, had({ spot: 1 }))
      await keep(begin + 48 * hour, had({ spot: 2 }))
      const now = begin + 48 * hour + 6 * minute
      expect((await costAt(now)).projected.usd).toBeCloseTo(48.1 + 0.1 + (1 + 0.1 / 24) * left(now), 6)
    })

    it('follows a first deployment at once', async () => {
      await keep(begin, had())
      await keep(begin + 50 * hour + 20 * minute, had({ spot: 2 }))
      const now = begin + 50 * hour + 30 * minute
      expect((await costAt(now)).projected.usd).toBeCloseTo(2 / 6 + 2 * left(now), 6)
    })

    it('goes on with what logs took in the last 24 hours, and with the price of now although hours are recorded', async () => {
      const gb = (count: number) => ({ logBytes: count * bytesPerGb })
      await keep(begin, had({ spot: 1, ...gb(0) }))
      for (let passed = 1; passed <= 48; passed++) {
        const spot = passed < 30 ? 1 : 2
        await keep(begin + passed * hour - minute, had({ spot, ...gb(passed < 24 ? 0 : passed - 24) }))
      }
      const now = begin + 48 * hour
      const { spent, projected } = await costAt(now)
      expect(spent.logBytes).toBeCloseTo(24 * bytesPerGb, 0)
      expect(projected.lines.logs).toBeCloseTo((24 + left(now)) * charges.logs.usd, 4)
      expect(projected.capacityUnitHours).toBeCloseTo(24 + left(now), 4)
      expect(projected.lines.spot).toBeCloseTo(30 + 18 * 2 + 1 / 60 + 2 * left(now), 4)
    })

    it('adds nothing once everything is removed, after an hour', async () => {
      await keep(begin, had({ spot: 1 }))
      await keep(begin + 10 * hour, had())
      const { spent, projected } = await costAt(begin + 11 * hour)
      expect(projected).toEqual(spent)
    })
  })

  describe('beside the release before, which does not split', () => {
    const old = `INSERT INTO environment_samples (environment_id, hour, changed_at, cost_per_hour, num_instances, num_load_balancers, spent)
      VALUES ($1, date_trunc('hour', $2::timestamptz, 'UTC'), $2, $3, 0, 0, $4) ON CONFLICT (environment_id, hour) DO UPDATE SET
      spent = environment_samples.spent + $4, changed_at = excluded.changed_at, cost_per_hour = excluded.cost_per_hour`
    const keepOld = (epoch: number, cost: number, spent: number) =>
      execute(database.sequelize, old, [id, new Date(epoch), cost, spent])
    const begin = at('2026-11-10T00:00:00Z')

    it('tells what that wrote in a line of its own, within the hour too', async () => {
      await keep(begin, had({ spot: 1 }))
      await keepOld(begin + 10 * minute, 4, 10 / 60)
      const { lines } = (await costAt(begin + 40 * minute)).spent
      expect(lines).toMatchObject({ spot: 0, notSplit: expect.closeTo((10 + 30 * 4) / 60) as number })
    })

    it('counts what logs took in once, although that wrote an hour between', async () => {
      await keep(begin, had({ spot: 1, logBytes: 1000 }))
      await keepOld(begin + 3 * hour, 4, 3)
      await keep(begin + 6 * hour, had({ spot: 1, logBytes: 1500 }))
      // A status that was lost begins anew.
      await keep(begin + 7 * hour, had({ spot: 1, logBytes: 0 }))
      await keep(begin + 8 * hour, had({ spot: 1, logBytes: 30 }))
      expect((await costAt(begin + 9 * hour)).spent.logBytes).toBeCloseTo(1530, 3)
    })

    it('splits from the next look on what an environment at rest has', async () => {
      await keepOld(begin, 4, 0)
      await keep(begin + 30 * hour, had({ onDemand: 4 }))
      await keep(begin + 31 * hour, had({ onDemand: 4 }))
      const { lines } = (await costAt(begin + 40 * hour)).spent
      expect(lines).toMatchObject({
        notSplit: expect.closeTo(120) as number,
        onDemand: expect.closeTo(40) as number,
      })
      const rows = await listSamples(database.sequelize, id, new Date(0))
      expect(rows).toHaveLength(2)
    })
  })
})
