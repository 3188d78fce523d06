import { expect, it } from 'vitest'
import { chargesFor } from './charges'

it('takes five percent of the on-demand rate, whatever Spot costs', () => {
  expect(chargesFor(2, 0)).toEqual({ onDemandPerHour: 2, spotPerHour: 2, feePerHour: 0.1 })
  expect(chargesFor(2, 75)).toEqual({ onDemandPerHour: 2, spotPerHour: 0.5, feePerHour: 0.1 })
})
