import fc from 'fast-check'
import { expect, it } from 'vitest'
import { exactPrice } from './price'

it('the exact price of a sum has no more digits than the prices it is made of', () => {
  expect(exactPrice(0.0042 * 3 + 0.0125)).toBe('$0.0251 per hour')
  const price = fc.integer({ min: 0, max: 5_000_000 }).map((units) => units / 10_000)
  fc.assert(
    fc.property(fc.array(price, { maxLength: 50 }), (prices) => {
      const text = exactPrice(prices.reduce((sum, one) => sum + one, 0))
      expect(text).toMatch(/^\$\d+(\.\d{1,4})? per hour$/)
    }),
  )
})
