import { describe, expect, it } from 'vitest'
import { ageText } from './moment'

describe('ageText', () => {
  it.each([
    [-5, 'less than 1 minute'],
    [0, 'less than 1 minute'],
    [59_999, 'less than 1 minute'],
    [60_000, '1 minute'],
    [119_999, '1 minute'],
    [120_000, '2 minutes'],
    [3_599_999, '59 minutes'],
    [3_600_000, '1 hour'],
    [86_399_999, '23 hours'],
    [86_400_000, '1 day'],
    [30 * 86_400_000, '30 days'],
  ])('calls %i ms %s', (milliseconds, text) => {
    expect(ageText(milliseconds)).toBe(text)
  })
})
