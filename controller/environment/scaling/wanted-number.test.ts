import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { wantedNumber as byMeasures, type MinuteOfUse } from './wanted-number'
import type { Shares } from './minute-load'
import type { MeasuredState as StateOfLoads } from './number-by-measure'

type Minutes = readonly { epoch: number; shares: Shares }[]
type MeasuredState = Omit<StateOfLoads, 'minutes'> & { minutes: Minutes }

/** By CPU alone. */
const wantedNumber = ({ target, minutes, ...rest }: MeasuredState) =>
  byMeasures({ ...rest, targets: { cpu: target }, minutes: minutes.map(onCpu) })
const onCpu = ({ epoch, shares }: Minutes[number]): MinuteOfUse => ({ epoch, cpu: shares, memory: [] })

const minute = 60_000
const now = 1_000 * minute

/** The last minutes, oldest first, each with what its processes used. */
const minutesOf = (...each: (number | undefined)[][]): Minutes =>
  each.map((shares, index) => ({ epoch: now - (each.length - index) * minute, shares }))
const times = <Value>(count: number, value: Value) => Array.from({ length: count }, () => value)
const state = (change: Partial<MeasuredState>): MeasuredState => ({
  ...{ now, number: 2, min: 1, max: 10, target: 0.6, minutes: [] },
  ...change,
})

describe('the number of processes', () => {
  it('rises at once to what brings them to the target', () => {
    expect(wantedNumber(state({ minutes: minutesOf([0.85, 0.85]) }))).toEqual({
      number: 3,
      reason: 'more',
      ...{ measure: 'cpu', target: 0.6 },
      used: 0.85,
    })
  })

  it('does not rise again until a minute after it rose, nor for those that do not serve yet', () => {
    const minutes = minutesOf([1, 1, 1])
    expect(wantedNumber(state({ number: 3, minutes, scaledOutEpoch: now - 59_000 })).reason).toBe('settling')
    expect(wantedNumber(state({ number: 3, minutes, scaledOutEpoch: now - 60_000 })).number).toBe(5)
    expect(wantedNumber(state({ number: 5, minutes, scaledOutEpoch: now - 60_000 }))).toMatchObject({
      number: 5,
      reason: 'enough',
    })
  })

  it('falls to what the busiest of five minutes needs, once five minutes have passed since it changed', () => {
    const minutes = minutesOf(...times(4, times(6, 0.1)), times(6, 0.2))
    expect(wantedNumber(state({ number: 6, minutes }))).toMatchObject({ number: 2, reason: 'fewer' })
    for (const when of ['scaledOutEpoch', 'scaledInEpoch'])
      expect(wantedNumber(state({ number: 6, minutes, [when]: now - 299_000 })).reason).toBe('settling')
  })

  it('does not fall by fewer than five minutes, nor for a process that nobody measured', () => {
    expect(wantedNumber(state({ number: 6, minutes: minutesOf(...times(4, times(6, 0.1))) })).number).toBe(6)
    const halfKnown = times(5, [0.1, 0.1, undefined, undefined, undefined, undefined])
    expect(wantedNumber(state({ number: 6, minutes: minutesOf(...halfKnown) })).number).toBe(6)
  })

  it('stays within a tenth of the target', () => {
    expect(wantedNumber(state({ number: 1, minutes: minutesOf([0.65]) })).reason).toBe('enough')
    expect(wantedNumber(state({ number: 10, minutes: minutesOf(...times(5, times(10, 0.55))) })).number).toBe(
      10,
    )
  })

  it('stays where figures are older than three minutes, or of nobody, or of a time to come', () => {
    const at = (epoch: number, share: number | undefined = 1) => [{ epoch, shares: [share, share] }]
    expect(wantedNumber(state({ minutes: at(now - 4 * minute) })).reason).toBe('more')
    expect(wantedNumber(state({ minutes: at(now - 4 * minute - 1) })).reason).toBe('stale')
    expect(wantedNumber(state({ minutes: [{ epoch: now - minute, shares: [undefined] }] })).reason).toBe(
      'stale',
    )
    expect(wantedNumber(state({ minutes: at(now + 1) })).reason).toBe('stale')
  })

  it('is short where five minutes in a row needed more than the most', () => {
    const busy = (count: number) => minutesOf(...times(count, times(4, 0.9)))
    expect(wantedNumber(state({ number: 4, max: 4, minutes: busy(5) }))).toEqual({
      number: 4,
      reason: 'short',
      ...{ measure: 'cpu', target: 0.6 },
      used: 0.9,
    })
    expect(wantedNumber(state({ number: 4, max: 4, minutes: busy(4) })).reason).toBe('enough')
    const once = minutesOf(...times(4, times(4, 0.9)), times(4, 0.6))
    expect(wantedNumber(state({ number: 4, max: 4, minutes: once })).reason).toBe('enough')
  })

  it('follows its bounds even without figures', () => {
    expect(wantedNumber(state({ number: 1, min: 3 }))).toEqual({ number: 3, reason: 'bounds' })
    expect(wantedNumber(state({ number: 12 }))).toEqual({ number: 10, reason: 'bounds' })
  })
})

describe('whatever agents say', () => {
  const share = fc.option(fc.double({ min: 0, max: 1e4, noNaN: true }), { nil: undefined })
  const anyState = fc
    .record({
      number: fc.integer({ min: 0, max: 50 }),
      min: fc.integer({ min: 1, max: 20 }),
      more: fc.integer({ min: 0, max: 30 }),
      target: fc.integer({ min: 10, max: 90 }).map((percent) => percent / 100),
      minutes: fc.array(
        fc.record({
          epoch: fc.integer({ min: -12, max: 2 }).map((minutes) => now + minutes * minute),
          shares: fc.array(share, { maxLength: 30 }),
        }),
        { maxLength: 10 },
      ),
      scaledOutEpoch: fc.option(fc.integer({ min: now - 10 * minute, max: now }), { nil: undefined }),
      scaledInEpoch: fc.option(fc.integer({ min: now - 10 * minute, max: now }), { nil: undefined }),
    })
    .map(({ more, minutes, ...rest }): MeasuredState => ({
      ...rest,
      now,
      max: rest.min + more,
      minutes: [...minutes].sort((a, b) => a.epoch - b.epoch),
    }))

  it('the number is whole and within its bounds', () => {
    fc.assert(
      fc.property(anyState, (one) => {
        const { number } = wantedNumber(one)
        expect(Number.isInteger(number)).toBe(true)
        expect(number).toBeGreaterThanOrEqual(one.min)
        expect(number).toBeLessThanOrEqual(one.max)
      }),
    )
  })

  it('a figure above all that a process asked for counts as all of it', () => {
    const cut = (one: MeasuredState): MeasuredState => ({
      ...one,
      minutes: one.minutes.map(({ epoch, shares }) => ({
        epoch,
        shares: shares.map((each) => each && Math.min(each, 1)),
      })),
    })
    fc.assert(
      fc.property(anyState, (one) => {
        expect(wantedNumber(cut(one))).toEqual(wantedNumber(one))
      }),
    )
  })

  it('within the bounds, it changes only after its pauses, and the direction is that of the reason', () => {
    fc.assert(
      fc.property(anyState, (one) => {
        const { number, reason } = wantedNumber(one)
        if (reason === 'more') {
          expect(number).toBeGreaterThan(one.number)
          expect(now - (one.scaledOutEpoch ?? 0)).toBeGreaterThanOrEqual(minute)
        } else if (reason === 'fewer') {
          expect(number).toBeLessThan(one.number)
          expect(now - Math.max(one.scaledOutEpoch ?? 0, one.scaledInEpoch ?? 0)).toBeGreaterThanOrEqual(
            5 * minute,
          )
        } else if (reason !== 'bounds') expect(number).toBe(one.number)
      }),
    )
  })

  it('more use never means fewer processes', () => {
    fc.assert(
      fc.property(anyState, fc.double({ min: 0, max: 1, noNaN: true }), (one, added) => {
        const busier = one.minutes.map(({ epoch, shares }) => ({
          epoch,
          shares: shares.map((each) => each && each + added),
        }))
        expect(wantedNumber({ ...one, minutes: busier }).number).toBeGreaterThanOrEqual(
          wantedNumber(one).number,
        )
      }),
    )
  })
})

describe('a load that stays the same', () => {
  it('is served within the target after some changes of one direction, and then nothing changes', () => {
    fc.assert(
      fc.property(
        fc.record({
          load: fc.double({ min: 0, max: 12, noNaN: true }),
          first: fc.integer({ min: 1, max: 20 }),
          target: fc.integer({ min: 10, max: 90 }).map((percent) => percent / 100),
        }),
        ({ load, first, target }) => {
          const bounds = { min: 1, max: 200, target }
          let one = { number: first, scaledOutEpoch: undefined, scaledInEpoch: undefined } as Pick<
            MeasuredState,
            'number' | 'scaledOutEpoch' | 'scaledInEpoch'
          >
          const minutes: Minutes[number][] = []
          const changes: string[] = []
          let lastChange = 0
          for (let index = 1; index <= 60; index++) {
            const at = index * minute
            minutes.push({ epoch: at - minute, shares: times(one.number, Math.min(1, load / one.number)) })
            const wanted = wantedNumber({ ...bounds, ...one, now: at, minutes })
            if (wanted.number === one.number) continue
            changes.push(wanted.reason)
            lastChange = index
            const when = wanted.reason === 'more' ? 'scaledOutEpoch' : 'scaledInEpoch'
            one = { ...one, number: wanted.number, [when]: at }
          }
          expect(new Set(changes).size).toBeLessThanOrEqual(1)
          expect(lastChange).toBeLessThan(50)
          expect(load / one.number).toBeLessThanOrEqual(target * 1.1 + 1e-9)
        },
      ),
    )
  })
})

describe('two measures', () => {
  const bounds = { min: 1, max: 60 }
  const five = (cpu: MinuteOfUse['cpu'], memory: MinuteOfUse['memory']) =>
    minutesOf(...times(5, [...cpu])).map(({ epoch }) => ({ epoch, cpu, memory }))
  const both = { ...bounds, now, targets: { cpu: 0.6, memory: 0.7 } }
  const shares = (most: number) =>
    fc.array(fc.option(fc.double({ min: 0, max: most, noNaN: true }), { nil: undefined }), {
      minLength: 1,
      maxLength: 20,
    })
  const anyMinutes = fc
    .record({ cpu: shares(1), memory: shares(1) })
    .map(({ cpu, memory }) => five(cpu, memory))
  const anyState = fc.record({
    number: fc.integer({ min: 1, max: 60 }),
    minutes: anyMinutes,
    targets: fc.constant(both.targets),
  })

  it('say which of them set the number', () => {
    const more = byMeasures({ ...both, number: 2, minutes: five([0.7, 0.7], [1, 1]) })
    expect(more).toEqual({ number: 3, reason: 'more', measure: 'memory', used: 1, target: 0.7 })
    const fewer = byMeasures({ ...both, number: 4, minutes: five(times(4, 0.4), times(4, 0.1)) })
    expect(fewer).toEqual({ number: 3, reason: 'fewer', measure: 'cpu', used: 0.4, target: 0.6 })
  })

  it('need what the one needs that needs more, and remove nothing where one of them does not agree', () => {
    fc.assert(
      fc.property(anyState, (one) => {
        const state = { ...bounds, now, ...one }
        const alone = (['cpu', 'memory'] as const).map((measure) =>
          byMeasures({ ...state, targets: { [measure]: one.targets[measure] } }),
        )
        const together = byMeasures(state)
        expect(together.number).toBe(Math.max(...alone.map(({ number }) => number)))
        if (together.reason === 'fewer') expect(alone.map(({ reason }) => reason)).toEqual(['fewer', 'fewer'])
      }),
    )
  })

  it('are told apart by nothing but their names', () => {
    fc.assert(
      fc.property(anyState, (one) => {
        const { cpu, memory } = one.targets
        const swapped = {
          targets: { cpu: memory, memory: cpu },
          minutes: one.minutes.map(({ epoch, ...of }) => ({ epoch, cpu: of.memory, memory: of.cpu })),
        }
        expect(byMeasures({ ...bounds, now, ...one, ...swapped }).number).toBe(
          byMeasures({ ...bounds, now, ...one }).number,
        )
      }),
    )
  })

  it('remove nothing while one of them is unknown, say which, and add by the other', () => {
    const unknown = times(4, undefined)
    expect(byMeasures({ ...both, number: 4, minutes: five(times(4, 0.1), unknown) })).toEqual({
      number: 4,
      reason: 'stale',
      unknown: ['memory'],
    })
    expect(byMeasures({ ...both, number: 4, minutes: [] })).toMatchObject({ unknown: ['cpu', 'memory'] })
    expect(byMeasures({ ...both, number: 4, minutes: five(times(4, 0.9), unknown) })).toMatchObject({
      number: 6,
      reason: 'more',
      measure: 'cpu',
    })
  })
})

describe('memory', () => {
  const target = fc.integer({ min: 10, max: 90 }).map((percent) => percent / 100)

  /** Scales for two hours, by what each of so many processes uses, and tells what changed. */
  function scaleFor(
    first: number,
    targets: { cpu?: number; memory: number },
    use: (number: number) => MinuteUse,
  ) {
    let [number, minutes] = [first, [] as MinuteOfUse[]]
    let pauses: Pick<MeasuredState, 'scaledOutEpoch' | 'scaledInEpoch'> = {}
    const changes: { at: number; reason: string }[] = []
    for (let at = minute; at <= 120 * minute; at += minute) {
      const { cpu = 0, memory } = use(number)
      minutes = [...minutes, { epoch: at - minute, cpu: times(number, cpu), memory }]
      const wanted = byMeasures({ ...{ min: 1, max: 200, targets, number, minutes, now: at }, ...pauses })
      if (wanted.number === number) continue
      changes.push({ at, reason: wanted.reason })
      number = wanted.number
      pauses = { ...pauses, [wanted.reason === 'more' ? 'scaledOutEpoch' : 'scaledInEpoch']: at }
    }
    return { number, changes }
  }
  interface MinuteUse {
    cpu?: number
    memory: number[]
  }

  const settles = ({ changes }: ReturnType<typeof scaleFor>) => {
    expect(new Set(changes.map(({ reason }) => reason)).size).toBeLessThanOrEqual(1)
    expect(changes.at(-1)?.at ?? 0).toBeLessThan(110 * minute)
  }

  it('that processes share settles, of which each keeps a part for itself, and is within the target', () => {
    fc.assert(
      fc.property(
        fc.record({
          shared: fc.double({ min: 0, max: 12, noNaN: true }),
          keptPart: fc.double({ min: 0, max: 0.6, noNaN: true }),
          first: fc.integer({ min: 1, max: 30 }),
          target,
        }),
        ({ shared, keptPart, first, target: memory }) => {
          const each = (number: number) => Math.min(1, keptPart * memory + shared / number)
          const end = scaleFor(first, { memory }, (number) => ({ memory: times(number, each(number)) }))
          settles(end)
          if (end.number < 200) expect(each(end.number)).toBeLessThanOrEqual(memory * 1.1 + 1e-9)
        },
      ),
    )
  })

  it('that each process keeps for itself only ever adds or only ever removes', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 200, maxLength: 200 }),
        fc.integer({ min: 1, max: 200 }),
        target,
        (kept, first, memory) =>
          settles(scaleFor(first, { memory }, (number) => ({ memory: kept.slice(0, number) }))),
      ),
      { numRuns: 50 },
    )
  })

  it('that is not given back keeps processes that CPU no longer needs, without a swing', () => {
    const busy = { cpu: 0.9, memory: 0.65 }
    const first = scaleFor(4, { cpu: 0.6, memory: 0.7 }, (number) => ({
      ...{ cpu: Math.min(1, (4 * busy.cpu) / number), memory: times(number, busy.memory) },
    }))
    expect(first.number).toBe(6)
    const after = scaleFor(first.number, { cpu: 0.6, memory: 0.7 }, (number) => ({
      ...{ cpu: 0.05, memory: times(number, busy.memory) },
    }))
    expect(after).toEqual({ number: 6, changes: [] })
  })
})

describe('requests', () => {
  const target = 600
  const loads = (...each: number[]) =>
    each.map((count, index) => ({
      epoch: now - (each.length - index) * minute,
      ...{ least: count, most: count, used: count / 2 },
    }))
  const bounds = { min: 1, max: 60, now, minutes: [] }
  const by = { ...bounds, targets: { requests: target } }

  it('are shared by as many processes as have the target each, however many each had', () => {
    expect(byMeasures({ ...by, number: 2, requests: loads(6_000) })).toEqual({
      ...{ number: 10, reason: 'more', measure: 'requests', used: 3_000, target },
    })
    const quiet = loads(1_000, 1_700, 1_000, 1_000, 1_000)
    expect(byMeasures({ ...by, number: 10, requests: quiet })).toMatchObject({ number: 3, reason: 'fewer' })
  })

  it('that nobody counts change nothing, and are said to be unknown', () => {
    const unknown = { number: 4, reason: 'stale', unknown: ['requests'] }
    expect(byMeasures({ ...by, number: 4 })).toEqual(unknown)
    const old = loads(6_000).map((load) => ({ ...load, epoch: now - 4 * minute - 1 }))
    expect(byMeasures({ ...by, number: 4, requests: old })).toEqual(unknown)
  })

  it('count beside CPU: either adds processes, and both have to agree before any goes', () => {
    const cpu = (share: number) => minutesOf(...times(5, times(4, share))).map(onCpu)
    const both = { ...bounds, number: 4, targets: { cpu: 0.6, requests: target } }
    const decide = (share: number, ...counts: number[]) =>
      byMeasures({ ...both, minutes: cpu(share), requests: loads(...counts) })
    expect(decide(0.9, ...times(5, 100))).toMatchObject({ number: 6, measure: 'cpu' })
    expect(decide(0.1, ...times(5, 4_800))).toMatchObject({ number: 8, measure: 'requests' })
    expect(decide(0.1, ...times(5, 1_500))).toMatchObject({ number: 3, measure: 'requests' })
    expect(decide(0.1, ...times(5, 2_400)).number).toBe(4)
    expect(decide(0.1)).toEqual({ number: 4, reason: 'stale', unknown: ['requests'] })
  })
})
