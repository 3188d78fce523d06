import { expect, it } from 'vitest'
import { momentText } from './moment-text'

const epoch = Date.UTC(2026, 10, 23, 23, 39, 8)

it.each([
  ['UTC', '2026-11-23 23:39:08 UTC'],
  ['Europe/Berlin', '2026-11-24 00:39:08 GMT+1'],
  ['America/New_York', '2026-11-23 18:39:08 GMT-5'],
  ['Asia/Kolkata', '2026-11-24 05:09:08 GMT+5:30'],
])('a moment is told in the time of %s, and says so', (zone, text) => {
  expect(momentText(epoch, zone)).toBe(text)
})
