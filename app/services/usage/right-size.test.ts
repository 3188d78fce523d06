import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { applicationSizeRule } from '../../input/application-size'
import { rightSize, sizeRules, type PlaceOfUse, type Size, type UseOfSize } from './right-size'

const present: Size = { cpu: 1, memoryMb: 2000 }
const use = (measured: Partial<UseOfSize> = {}): UseOfSize => ({
  ...present,
  ...{ hours: 300, p95Cores: 0.21, mostCores: 0.4, throttled: 0, mostMemoryMb: 640 },
  memoryKills: 0,
  ...measured,
})
const place = (measured: Partial<UseOfSize> = {}): PlaceOfUse => [use(measured)]

describe('the size that an application needs', () => {
  it('has half as much CPU and 40 % more memory than was used', () => {
    expect(rightSize(present, [place()])).toEqual({ cpu: 0.35, memoryMb: 900 })
  })

  it('is that of the environment that uses most', () => {
    const other = place({ p95Cores: 0.1, mostMemoryMb: 1000 })
    expect(rightSize(present, [place(), other])).toEqual({ cpu: 0.35, memoryMb: 1400 })
  })

  it.each<[string, PlaceOfUse[]]>([
    ['nothing was measured', [[]]],
    ['it runs nowhere', []],
    ['too few hours were measured', [place({ hours: sizeRules.hours - 1 })]],
    ['one environment was not measured', [place(), []]],
    ['another size was measured', [place({ cpu: 2 })]],
    ['it would fall by less than a tenth', [place({ p95Cores: 0.61, mostMemoryMb: 1300 })]],
  ])('is the present one where %s', (_, places) => {
    expect(rightSize(present, places)).toEqual(present)
  })

  it('leaves memory as it is where nobody could measure it', () => {
    expect(rightSize(present, [place({ mostMemoryMb: null })])).toEqual({ cpu: 0.35, memoryMb: 2000 })
  })

  it('leaves enough CPU for what starts', () => {
    expect(rightSize(present, [place({ mostCores: 1.4 })]).cpu).toBe(0.7)
  })

  it('rises where processes were held back too long, and does not fall where they were a little', () => {
    expect(rightSize(present, [place(), place({ throttled: 0.12 })]).cpu).toBe(1.5)
    expect(rightSize(present, [place({ throttled: 0.12, p95Cores: 1.9 })]).cpu).toBe(2)
    expect(rightSize(present, [place({ throttled: 0.12, hours: 71 })]).cpu).toBe(1)
    expect(rightSize(present, [place({ throttled: 0.05 })]).cpu).toBe(1)
  })

  it('has more memory at once where it ran out twice, and no less where it ran out once', () => {
    expect(rightSize(present, [place({ hours: 1, memoryKills: 2 })]).memoryMb).toBe(3000)
    expect(rightSize(present, [place({ memoryKills: 1 }), place({ memoryKills: 1 })]).memoryMb).toBe(3000)
    expect(rightSize(present, [place({ memoryKills: 1 })]).memoryMb).toBe(2000)
  })

  it('does not fall again to what was too small', () => {
    const before = use({ cpu: 0.6, memoryMb: 1000, hours: 20 })
    expect(rightSize(present, [[use(), before]])).toEqual({ cpu: 0.35, memoryMb: 900 })
    expect(rightSize(present, [[use(), { ...before, throttled: 0.2 }]]).cpu).toBe(1)
    expect(rightSize(present, [[use(), { ...before, memoryKills: 2 }]]).memoryMb).toBe(2000)
  })
})

const cores = fc.integer({ min: 1, max: 20_000 }).map((thousandths) => thousandths / 1000)
const sizes = fc.record({ cpu: cores, memoryMb: fc.integer({ min: 1, max: 500_000 }) })
const measures = fc.record({
  hours: fc.constantFrom(0, 71, 72, 336),
  p95Cores: cores,
  mostCores: cores,
  throttled: fc.option(fc.constantFrom(0, 0, 0.01, 0.05, 0.12, 0.5)),
  mostMemoryMb: fc.option(fc.nat(600_000)),
  memoryKills: fc.constantFrom(0, 0, 0, 1, 2, 9),
})
const manyMeasures = fc.array(measures, { maxLength: 3 })
const placesOf = (size: Size, all: Omit<UseOfSize, keyof Size>[]): PlaceOfUse[] =>
  all.map((one) => [{ ...size, ...one }])

describe('whatever was measured, the size', () => {
  it('is never below what was used, unless more was used than was asked for', () => {
    fc.assert(
      fc.property(sizes, manyMeasures, (size, all) => {
        const { cpu, memoryMb } = rightSize(size, placesOf(size, all))
        for (const one of all) {
          expect(cpu).toBeGreaterThanOrEqual(Math.min(size.cpu, one.p95Cores))
          expect(cpu).toBeGreaterThanOrEqual(Math.min(size.cpu, one.mostCores / 2))
          expect(memoryMb).toBeGreaterThanOrEqual(Math.min(size.memoryMb, one.mostMemoryMb ?? Infinity))
        }
      }),
    )
  })

  it('is at most twice the present one, and one that the form accepts', () => {
    fc.assert(
      fc.property(sizes, manyMeasures, (size, all) => {
        const { cpu, memoryMb } = rightSize(size, placesOf(size, all))
        expect(cpu).toBeLessThanOrEqual(2 * size.cpu + 1e-9)
        expect(memoryMb).toBeLessThanOrEqual(2 * size.memoryMb)
        expect(applicationSizeRule.parse({ cpuCount: cpu, memoryMb })).toEqual({ cpuCount: cpu, memoryMb })
      }),
    )
  })

  it('does not become smaller where more is used', () => {
    fc.assert(
      fc.property(sizes, manyMeasures, measures, fc.nat(2), (size, all, more, at) => {
        const heavier = all.map((one, index) =>
          index === at
            ? {
                hours: one.hours,
                p95Cores: one.p95Cores + more.p95Cores,
                mostCores: one.mostCores + more.mostCores,
                throttled: (one.throttled ?? 0) + (more.throttled ?? 0),
                mostMemoryMb: one.mostMemoryMb === null ? null : one.mostMemoryMb + (more.mostMemoryMb ?? 0),
                memoryKills: one.memoryKills + more.memoryKills,
              }
            : one,
        )
        const before = rightSize(size, placesOf(size, all))
        const after = rightSize(size, placesOf(size, heavier))
        expect(after.cpu).toBeGreaterThanOrEqual(before.cpu)
        expect(after.memoryMb).toBeGreaterThanOrEqual(before.memoryMb)
      }),
    )
  })

  it('suggests nothing further once it is deployed and the same is used', () => {
    fc.assert(
      fc.property(sizes, manyMeasures, (size, all) => {
        const right = rightSize(size, placesOf(size, all))
        fc.pre(right.cpu !== size.cpu || right.memoryMb !== size.memoryMb)
        // What rose is held back no more, and runs out of memory no more.
        const next = all.map((one) => [
          {
            ...{ ...right, ...one },
            throttled: right.cpu > size.cpu ? 0 : one.throttled,
            memoryKills: right.memoryMb > size.memoryMb ? 0 : one.memoryKills,
          },
          { ...size, ...one },
        ])
        expect(rightSize(right, next)).toEqual(right)
      }),
    )
  })
})
