import { describe, expect, it } from 'vitest'
import { loadBalancerWithAddressesPerHour } from '../../../core/charges/charges'
import { differenceBetween } from '../../../core/deployment/difference'
import type { ApplicationSpec } from '../../../core/resources/application'
import { buildApplicationSpec } from '../../../tests/builders/environment-parts'
import { pricesAround, pricesOfEach, priceDifference } from './price-difference'

const settings = { spotStrategy: 'ALL' as const, overrides: [] }
const own = { loadBalancing: 'OWN', goesOnWithout: 'NOTHING' } as const
const between = (
  before: ApplicationSpec[],
  after: ApplicationSpec[],
  counts: Record<string, number> = {},
  environment: Parameters<typeof priceDifference>[1] = own,
) =>
  priceDifference(
    differenceBetween(
      { applications: before, settings },
      {
        applications: after,
        settings: {
          ...settings,
          overrides: Object.entries(counts).map(([applicationId, count]) => ({ applicationId, count })),
        },
      },
    ),
    environment,
  )

const web = buildApplicationSpec('web', { cpu: 0.5, memoryMb: 600, count: 2, ports: [{ port: 80 }] })
const job = buildApplicationSpec('job', { cpu: 0.5, memoryMb: 600, count: 1, ports: [] })

describe('what a deployment makes of the cost at most', () => {
  it('is nothing where only versions, names, roles or variables differ', () => {
    const changed = {
      ...web,
      tag: '2',
      versionId: 'v2',
      name: 'store',
      roles: {},
      environmentVariables: { A: '1' },
    }
    expect(between([web, job], [job, changed])).toBeUndefined()
    expect(between([], [])).toBeUndefined()
  })

  it('is the price of an instance more, and of a load balancer for each port', () => {
    const { before = NaN, after = NaN } = between([], [web]) ?? {}
    expect(before).toBe(0)
    expect(after).toBeGreaterThan(loadBalancerWithAddressesPerHour)
    const port = between([web], [{ ...web, ports: [{ port: 80 }, { port: 81 }] }])
    expect((port?.after ?? NaN) - (port?.before ?? NaN)).toBeCloseTo(loadBalancerWithAddressesPerHour, 9)
  })

  it('has one load balancer for all ports where they share it', () => {
    const shared = { ...own, loadBalancing: 'SHARED' } as const
    const two = { ...web, ports: [{ port: 80 }, { port: 81 }] }
    expect(between([web], [two], {}, shared)).toBeUndefined()
    const saved = (between([], [two])?.after ?? NaN) - (between([], [two], {}, shared)?.after ?? NaN)
    expect(saved).toBeCloseTo(loadBalancerWithAddressesPerHour, 9)
    expect(between([], [job], {}, shared)).toEqual(between([], [job]))
  })

  it.each(['INSTANCE', 'ZONE'] as const)(
    'has two instances for two processes of which one must survive the loss of one: %s',
    (goesOnWithout) => {
      const place = { ...own, goesOnWithout }
      const two = { ...job, count: 2 }
      expect(between([], [two], {}, place)?.after).toBeCloseTo(2 * (between([], [job])?.after ?? NaN), 9)
      expect(between([], [two])?.after).toBeLessThan(between([], [two], {}, place)?.after ?? NaN)
      expect(between([], [job], {}, place)).toEqual(between([], [job]))
    },
  )

  it('counts as many processes as an application is scaled up to', () => {
    const scaled = { ...web, maxProcesses: 8 }
    expect(between([], [scaled])).toEqual(between([], [{ ...web, count: 8 }]))
    expect(between([scaled], [{ ...scaled, count: 5 }])).toBeUndefined()
    expect(between([], [{ ...scaled, count: 0 }])).toEqual(between([], [{ ...web, count: 0 }]))
  })

  it('counts as many processes as a schedule wants at the time at which it wants most', () => {
    const entry = { start: '0 8 * * *', end: '0 20 * * *', timeZone: 'UTC' }
    const schedule = [4, 6].map((processes) => ({ ...entry, processes }))
    expect(between([], [{ ...web, schedule }])).toEqual(between([], [{ ...web, count: 6 }]))
    expect(between([], [{ ...web, schedule, maxProcesses: 8 }])).toEqual(between([], [{ ...web, count: 8 }]))
  })

  it('is the other way round for the way back', () => {
    const there = between([web], [web, job])
    expect(there?.after).toBeGreaterThan(there?.before ?? Infinity)
    expect(between([web, job], [web])).toEqual({ before: there?.after, after: there?.before })
  })

  it('counts as many processes as the environment wants, and nothing for none', () => {
    expect(between([job], [job], { job: 40 })?.after).toBeGreaterThan(between([], [job])?.after ?? Infinity)
    expect(between([job], [job], { job: 0 })?.after).toBe(0)
  })

  it('is told with its prices where it makes nothing of them, and not of what has none', () => {
    const same = differenceBetween({ applications: [web], settings }, { applications: [web], settings })
    const { before = NaN, after = NaN } = pricesAround(same, own) ?? {}
    expect(before).toBeGreaterThan(loadBalancerWithAddressesPerHour)
    expect(after).toBe(before)
    const huge = [{ ...job, memoryMb: 10_000_000 }]
    expect(
      pricesAround(differenceBetween({ applications: [], settings }, { applications: huge, settings }), own),
    ).toBeUndefined()
  })

  it('is not told where a process is too large for every instance', () => {
    expect(between([], [{ ...job, memoryMb: 10_000_000 }])).toBeUndefined()
  })
})

describe('prices of several changes', () => {
  it('are those of each by itself, and others have their turn between', async () => {
    const larger = { ...web, cpu: 3 }
    const afters = [[web, job], [larger, job], [web], [{ ...web, cpu: 1_000 }]]
    let turns = 0
    const count = () => {
      turns += 1
      next = setImmediate(count)
    }
    let next = setImmediate(count)
    const prices = await pricesOfEach([web, job], afters, own)
    clearImmediate(next)
    expect(turns).toBeGreaterThanOrEqual(afters.length - 1)
    expect(prices).toEqual(
      afters.map((after) =>
        pricesAround(
          differenceBetween({ applications: [web, job], settings }, { applications: after, settings }),
          own,
        ),
      ),
    )
    expect(prices[1]?.after).toBeGreaterThan(prices[0]?.after ?? Infinity)
    expect(prices[3]).toBeUndefined()
  })
})
