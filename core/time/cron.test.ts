import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isCron, isTimeZone, lastTime, nextTime } from './cron'

const epoch = (text: string) => Date.parse(text)
const text = (at: number | undefined) => (at === undefined ? undefined : new Date(at).toISOString())

describe('a time of cron', () => {
  it('comes by the clock of its place, in winter and summer', () => {
    const evening = { cron: '0 20 * * 1-5', timeZone: 'Europe/Paris' }
    expect(text(nextTime(evening, epoch('2026-11-27T12:00:00Z')))).toBe('2026-11-27T19:00:00.000Z')
    expect(text(nextTime(evening, epoch('2026-06-26T12:00:00Z')))).toBe('2026-06-26T18:00:00.000Z')
    expect(text(lastTime(evening, epoch('2026-11-30T12:00:00Z')))).toBe('2026-11-27T19:00:00.000Z')
  })

  it('has come at its very moment, and comes next only after it', () => {
    const noon = { cron: '0 12 * * *', timeZone: 'UTC' }
    const at = epoch('2026-11-27T12:00:00Z')
    expect(text(lastTime(noon, at))).toBe('2026-11-27T12:00:00.000Z')
    expect(text(lastTime(noon, at + 1))).toBe('2026-11-27T12:00:00.000Z')
    expect(text(lastTime(noon, at - 1))).toBe('2026-11-26T12:00:00.000Z')
    expect(text(nextTime(noon, at))).toBe('2026-11-28T12:00:00.000Z')
  })

  it('comes an hour later where the clock skips it, and once where the clock shows it twice', () => {
    const night = { cron: '30 2 * * *', timeZone: 'Europe/Paris' }
    expect(text(nextTime(night, epoch('2026-03-28T12:00:00Z')))).toBe('2026-03-29T01:00:00.000Z')
    const first = nextTime(night, epoch('2026-10-24T12:00:00Z')) ?? 0
    expect(text(first)).toBe('2026-10-25T00:30:00.000Z')
    expect(text(nextTime(night, first))).toBe('2026-10-26T01:30:00.000Z')
  })

  const times = fc.record({
    cron: fc
      .tuple(
        ...[fc.nat(59), fc.nat(23)].map((number) => fc.oneof(number.map(String), fc.constant('*'))),
        fc.constantFrom('*', '1', '15', '31', '*/7'),
        fc.constantFrom('*', '1', '2-6', 'JAN,DEC'),
        fc.constantFrom('*', '1-5', 'SAT,SUN', '0', '7'),
      )
      .map((fields) => fields.join(' ')),
    timeZone: fc.constantFrom(
      'UTC',
      'Europe/Paris',
      'America/New_York',
      'Asia/Kolkata',
      'Australia/Lord_Howe',
    ),
  })
  const moments = fc.integer({ min: epoch('2026-01-01'), max: epoch('2030-01-01') })

  it('has nothing between the last moment at which it came and the next one', () => {
    fc.assert(
      fc.property(times, moments, (time, at) => {
        const [last, next] = [lastTime(time, at), nextTime(time, at)]
        if (last === undefined || next === undefined) return expect(isCron(time.cron)).toBe(false)
        expect(last).toBeLessThanOrEqual(at)
        expect(next).toBeGreaterThan(at)
        expect(nextTime(time, last)).toBe(next)
        expect(lastTime(time, next - 1)).toBe(last)
      }),
    )
  })
})

describe('what is no time of cron', () => {
  it.each([
    '',
    '* * * *',
    '0 8 * * 1-5 2027',
    '61 * * * *',
    '0 0 * * 8',
    '@daily',
    '0 0 L * *',
    `0 ${'1,'.repeat(60)}1 * * *`,
  ])('is refused: %s', (cron) => expect(isCron(cron)).toBe(false))

  it('is refused where it never comes', () => {
    expect(isCron('0 0 30 2 *')).toBe(false)
    expect(isCron('0 0 29 2 *')).toBe(true)
  })
})

it('a time zone has a name of the IANA database', () => {
  expect(['UTC', 'Europe/Berlin', 'America/Argentina/Buenos_Aires'].map(isTimeZone)).toEqual([
    true,
    true,
    true,
  ])
  expect(['', 'Mars/Olympus', '+02:00', 'Europe/Berlin '].map(isTimeZone)).toEqual([
    false,
    false,
    false,
    false,
  ])
})
