import { expect, it } from 'vitest'
import { durationText } from './duration-text'

it.each([
  [0, '0 s'],
  [51_400, '51 s'],
  [59_600, '1 min'],
  [125_000, '2 min 5 s'],
  [3_780_000, '1 h 3 min'],
  [-5, '0 s'],
])('%i ms are %s', (milliseconds, text) => {
  expect(durationText(milliseconds)).toBe(text)
})
