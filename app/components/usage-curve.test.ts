import { expect, it } from 'vitest'
import { gapPath } from './usage-curve'

const span = { fromEpoch: 0, untilEpoch: 600_000, seconds: 60 }
const size = { width: 100, height: 10, highest: 2 }

it('draws each value for its time, and nothing where nothing was measured', () => {
  const values = [
    { epoch: 0, value: 2 },
    { epoch: 60_000, value: 1 },
    { epoch: 300_000, value: 0 },
  ]
  expect(gapPath(values, span, size)).toBe('M0 0V0H10V5H20M50 10V10H60')
})

it('goes beyond no edge, and draws no height where all is nothing', () => {
  expect(gapPath([{ epoch: 570_000, value: 0 }], span, { ...size, highest: 0 })).toBe('M95 10V10H100')
  expect(gapPath([], span, size)).toBe('')
})
