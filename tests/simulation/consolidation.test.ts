import { describe, expect, it } from 'vitest'
import { isBurstable } from '../../core/charges/charges'
import type { Planner } from '../../controller/planner/planner'
import { buildEnvironmentBench, type EnvironmentBench } from '../builders/environment-bench'
import { buildApplicationSpec } from '../builders/environment-parts'
import { neverFewerServing } from './never-fewer-serving'

const hourMs = 60 * 60_000

const marketsOf = (bench: EnvironmentBench) => new Set(bench.livingInstances().map(({ market }) => market))

/** What an older release knows of a type. */
const withoutSurplus = <Type extends { baselineVcpu?: number; surplusPerVcpuHour?: number }>({
  baselineVcpu: _baseline,
  surplusPerVcpuHour: _surplus,
  ...type
}: Type) => type

async function setSpot(bench: EnvironmentBench, change: 'emptySpotPool' | 'refillSpotPool'): Promise<void> {
  for (const { instanceType, spot } of bench.aws.listPrices())
    for (const { zone } of spot) await bench.aws[change]({ instanceType, zone })
}

describe('a fleet at rest', () => {
  it('goes back to Spot after its capacity came back, without a gap, and then rests', async () => {
    const bench = await buildEnvironmentBench()
    await setSpot(bench, 'emptySpotPool')
    const live = await bench.deploy(buildApplicationSpec('web', { count: 2, cpu: 1.5, memoryMb: 1000 }))
    await bench.runUntilPhase(live, 'Live', 120)
    await bench.runUntilReady()
    expect(marketsOf(bench)).toEqual(new Set(['on-demand']))

    bench.watch(neverFewerServing(bench, 'web', 2))
    await setSpot(bench, 'refillSpotPool')
    await bench.runUntil('it is on Spot', () => [...marketsOf(bench)].join() === 'spot', 900)
    await bench.runUntilReady()

    const launched = bench.launched.size
    const { costPerHour } = await bench.status()
    await bench.runFor(700)
    expect(bench.launched.size).toBe(launched)
    const { events, proof, ...rested } = await bench.status()
    expect(rested.costPerHour).toBe(costPerHour)
    const { costPerHour: provenCost = 0, lowerBoundPerHour = 0 } = proof ?? {}
    expect(lowerBoundPerHour).toBeGreaterThan(0)
    expect(provenCost).toBeGreaterThanOrEqual(lowerBoundPerHour)

    const changes = events.flatMap(({ fleetChange, message }) =>
      fleetChange ? { ...fleetChange, message } : [],
    )
    const left = changes.find(({ kind }) => kind === 'move')
    expect(left?.savingPerHour).toBeGreaterThan(0)
    expect(left?.message).toMatch(
      /^Moving 2 × web \(version 1\) from i-.+ to .+ Spot: saves \$0\.\d{4}\/h\.$/,
    )
    expect(changes.at(-1)).toMatchObject({ kind: 'retire', message: expect.not.stringContaining('saves') })
    const onSpot = changes.find(({ kind, message }) => kind === 'launch' && message.includes('in place of'))
    expect(onSpot?.message).toMatch(
      / Spot instance in .+, for .+, in place of i-.+\. It costs \$.+ \(on-demand \$.+\).+ what goes \$.+: \$.+\/h less\.$/,
    )
    // Whatever came and went adds up to what it costs now.
    const bill = changes.filter(({ kind }) => kind !== 'move')
    expect(bill.reduce((sum, { savingPerHour = 0 }) => sum - savingPerHour, 0)).toBeCloseTo(costPerHour, 8)
  })

  it('is merged into fewer instances after scaling down', async () => {
    const bench = await buildEnvironmentBench()
    const large = buildApplicationSpec('web', { count: 12, cpu: 0.9, memoryMb: 500 })
    await bench.runUntilPhase(await bench.deploy(large), 'Live', 120)
    await bench.runUntilReady()
    const before = (await bench.status()).costPerHour
    await bench.changeSpec({ overrides: [{ applicationId: 'web', count: 2 }] })
    bench.watch(neverFewerServing(bench, 'web', 2))
    await bench.runUntil('it costs less', async () => (await bench.status()).costPerHour < before / 3, 900)
    await bench.runUntilReady()
    expect(bench.servingTags('web')).toHaveLength(2)
  })

  it('prices each Spot strategy anew as soon as something else is wanted and rests, and never shows prices of what was wanted before', async () => {
    const bench = await buildEnvironmentBench()
    const priceOf = async () =>
      (await bench.status()).strategyCosts?.costs.find(({ spotStrategy }) => spotStrategy === 'NONE')
        ?.costPerHour
    const web = buildApplicationSpec('web', { count: 2, cpu: 0.9, memoryMb: 500 })
    await bench.runUntilPhase(await bench.deploy(web), 'Live', 120)
    await bench.runUntil('it is priced', async () => (await priceOf()) !== undefined, 120)
    const before = (await priceOf()) ?? 0
    await bench.changeSpec({ overrides: [{ applicationId: 'web', count: 12 }] })
    const told = new Set<number | undefined>()
    await bench.runUntil(
      'twelve are in service',
      async () => {
        if (bench.servingTags('web').length > 2) told.add(await priceOf())
        return bench.servingTags('web').length === 12
      },
      120,
    )
    expect([...told]).not.toContain(before)
    await bench.runUntil('they are priced', async () => ((await priceOf()) ?? 0) > 3 * before, 15)
  })

  it('goes to types that are charged by what is used once there is a day of little use, and not before', async () => {
    const bench = await buildEnvironmentBench()
    bench.agents.cores.set('web', 0.05)
    const web = buildApplicationSpec('web', { count: 4, cpu: 0.9, memoryMb: 500 })
    await bench.runUntilPhase(await bench.deploy(web), 'Live', 120)
    await bench.runUntilReady()
    await bench.runFor(700)
    const typesNow = () => bench.livingInstances().map(({ instanceType }) => instanceType)
    const billNow = async () => (await bench.status()).proof?.costPerHour ?? Infinity
    const [typesBefore, billBefore, launched] = [typesNow(), await billNow(), bench.launched.size]
    await bench.clock.advance(23 * hourMs)
    await bench.runFor(700)
    expect(bench.launched.size).toBe(launched)
    expect((await bench.status()).cpuUse).toBeUndefined()

    bench.watch(neverFewerServing(bench, 'web', 4))
    await bench.clock.advance(hourMs)
    await bench.runUntil('it left for others', () => bench.launched.size > launched, 700)
    await bench.runUntilReady()
    expect((await bench.status()).cpuUse).toEqual([{ applicationId: 'web', cores: 0.05 }])
    expect(typesNow()).not.toEqual(typesBefore)
    expect(typesNow().every(isBurstable)).toBe(true)
    const rested = bench.launched.size
    await bench.runFor(700)
    expect(bench.launched.size).toBe(rested)
    expect(await billNow()).toBeLessThan(billBefore)
  })

  it('that a release before planned by the prices of instances alone becomes cheaper by consolidation, without a gap, and then rests', async () => {
    const bench = await buildEnvironmentBench()
    const byPriceAlone: Planner = ({ instancePerHour: _charged, offerings, fleet, ...workload }) =>
      bench.ports.planner({
        ...workload,
        fleet: fleet?.map(withoutSurplus),
        offerings: offerings.map(withoutSurplus),
      })
    bench.replaceController({ planner: byPriceAlone })
    const web = buildApplicationSpec('web', { count: 12, cpu: 0.9, memoryMb: 500 })
    await bench.runUntilPhase(await bench.deploy(web), 'Live', 120)
    await bench.runUntilReady()
    const before = bench.livingInstances().length
    expect(before).toBeGreaterThan(1)

    bench.watch(neverFewerServing(bench, 'web', 12))
    bench.replaceController()
    await bench.runUntil('there are fewer', () => bench.livingInstances().length < before, 2000)
    await bench.runUntilReady()
    const rested = bench.launched.size
    await bench.runFor(700)
    expect(bench.launched.size).toBe(rested)
    const { events } = await bench.status()
    const moves = events.flatMap(({ fleetChange }) => (fleetChange?.kind === 'move' ? fleetChange : []))
    expect(moves.length).toBeGreaterThan(0)
    for (const { savingPerHour = 0 } of moves) expect(savingPerHour).toBeGreaterThan(0)
  })
})
