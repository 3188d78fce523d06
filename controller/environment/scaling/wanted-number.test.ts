import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { wantedNumber, type MinuteOfUse, type ScalingState } from './wanted-number'

const minute = 60_000
const now = 1_000 * minute

/** The last minutes, oldest first, each with what its processes used. */
const minutesOf = (...each: (number | undefined)[][]): MinuteOfUse[] =>
  each.map((shares, index) => ({ epoch: now - (each.length - index) * minute, shares }))
const times = <Value>(count: number, value: Value) => Array.from({ length: count }, () => value)
const state = (change: Partial<ScalingState>): ScalingState => ({
  ...{ now, number: 2, min: 1, max: 10, target: 0.6, minutes: [] },
  ...change,
})

describe('the number of processes', () => {
  it('rises at once to what brings them to the target', () => {
    expect(wantedNumber(state({ minutes: minutesOf([0.85, 0.85]) }))).toEqual({
      number: 3,
      reason: 'more',
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
    .map(({ more, minutes, ...rest }): ScalingState => ({
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
    const cut = (one: ScalingState): ScalingState => ({
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
            ScalingState,
            'number' | 'scaledOutEpoch' | 'scaledInEpoch'
          >
          const minutes: MinuteOfUse[] = []
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
