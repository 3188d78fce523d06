import { expect, it } from 'vitest'
import { localTime } from './local-time'

it.each([
  ['2026-11-27T19:00:00Z', 'Europe/Berlin', 'Fri 27 Nov, 20:00 Europe/Berlin'],
  ['2026-06-26T18:05:00Z', 'Europe/Berlin', 'Fri 26 Jun, 20:05 Europe/Berlin'],
  ['2026-12-31T23:30:00Z', 'Asia/Kolkata', 'Fri 1 Jan, 05:00 Asia/Kolkata'],
  ['2026-11-27T00:00:00Z', 'UTC', 'Fri 27 Nov, 00:00 UTC'],
])('%s is told by the clock of %s', (text, timeZone, told) =>
  expect(localTime(Date.parse(text), timeZone)).toBe(told),
)
