import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { lastTime } from '../time/cron'
import type { ScheduleEntry } from './schedule'
import { scheduledNumber } from './scheduled-number'

const epoch = (text: string) => Date.parse(text)
const weekdays: ScheduleEntry = {
  start: '0 8 * * 1-5',
  end: '0 20 * * 1-5',
  timeZone: 'Europe/Berlin',
  processes: 5,
}
const wantedAt = (schedule: ScheduleEntry[], text: string) => scheduledNumber(schedule, epoch(text)).processes

describe('a schedule of weekdays', () => {
  it.each([
    ['before it begins', '2026-11-27T06:59:59Z', 0],
    ['when it begins, by the clock of its place', '2026-11-27T07:00:00Z', 5],
    ['in summer', '2026-06-26T06:00:00Z', 5],
    ['until it ends', '2026-11-27T18:59:59Z', 5],
    ['when it ends', '2026-11-27T19:00:00Z', 0],
    ['at the weekend', '2026-11-28T11:00:00Z', 0],
  ])('counts %s as it says', (_, text, wanted) => expect(wantedAt([weekdays], text)).toBe(wanted))

  it('tells until when it counts, by whose clock, and when the answer changes', () => {
    const noon = epoch('2026-11-27T11:00:00Z')
    expect(scheduledNumber([weekdays], noon)).toEqual({
      processes: 5,
      until: { epoch: epoch('2026-11-27T19:00:00Z'), timeZone: 'Europe/Berlin' },
      fromEpoch: epoch('2026-11-27T07:00:00Z'),
      untilEpoch: epoch('2026-11-27T19:00:00Z'),
    })
    expect(scheduledNumber([weekdays], epoch('2026-11-28T11:00:00Z'))).toEqual({
      processes: 0,
      fromEpoch: epoch('2026-11-27T19:00:00Z'),
      untilEpoch: epoch('2026-11-30T07:00:00Z'),
    })
  })

  it('lasts an hour less in the night in which the clock is set forward', () => {
    const night = [{ ...weekdays, start: '0 1 * * *', end: '0 6 * * *' }]
    const { fromEpoch, untilEpoch } = scheduledNumber(night, epoch('2026-03-29T02:00:00Z'))
    expect(untilEpoch - fromEpoch).toBe(4 * 3_600_000)
    const autumn = scheduledNumber(night, epoch('2026-10-25T02:00:00Z'))
    expect(autumn.untilEpoch - autumn.fromEpoch).toBe(6 * 3_600_000)
  })
})

it('an entry that cannot be read never counts, and leaves the others as they are', () => {
  const broken = [
    { ...weekdays, timeZone: 'Mars/Olympus', processes: 9 },
    { ...weekdays, start: 'x', processes: 9 },
  ]
  expect(wantedAt([...broken, weekdays], '2026-11-27T11:00:00Z')).toBe(5)
  expect(scheduledNumber(broken, 0)).toEqual({ processes: 0, fromEpoch: -Infinity, untilEpoch: Infinity })
})

describe('any schedule', () => {
  const cron = fc
    .tuple(
      fc.constantFrom('0', '30', '*/20'),
      fc.constantFrom('*', '0', '2', '8', '20'),
      fc.constantFrom('*', '1', '31'),
      fc.constant('*'),
      fc.constantFrom('*', '1-5', 'SAT,SUN'),
    )
    .map((fields) => fields.join(' '))
  const entries = fc.record({
    start: cron,
    end: cron,
    timeZone: fc.constantFrom('UTC', 'Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe'),
    processes: fc.integer({ min: 1, max: 9 }),
  })
  const moments = fc.integer({ min: epoch('2026-01-01'), max: epoch('2030-01-01') })
  const counts = ({ start, end, timeZone }: ScheduleEntry, at: number) =>
    (lastTime({ cron: start, timeZone }, at) ?? -Infinity) >=
    (lastTime({ cron: end, timeZone }, at) ?? -Infinity)

  it('wants the greatest of those whose last start is no older than their last end', () => {
    fc.assert(
      fc.property(fc.array(entries, { maxLength: 5 }), moments, (schedule, at) => {
        const wanted = schedule.filter((entry) => counts(entry, at)).map(({ processes }) => processes)
        expect(scheduledNumber(schedule, at).processes).toBe(Math.max(0, ...wanted))
      }),
    )
  })

  it('wants the same at every moment of the span that it tells', () => {
    fc.assert(
      fc.property(
        fc.array(entries, { minLength: 1, maxLength: 3 }),
        moments,
        fc.nat(),
        (schedule, at, some) => {
          const told = scheduledNumber(schedule, at)
          expect(told.fromEpoch).toBeLessThanOrEqual(at)
          expect(told.untilEpoch).toBeGreaterThan(at)
          const within = told.fromEpoch + (some % (told.untilEpoch - told.fromEpoch))
          for (const moment of [told.fromEpoch, within, told.untilEpoch - 1])
            expect(scheduledNumber(schedule, moment).processes).toBe(told.processes)
        },
      ),
    )
  })
})
