import { expect, it } from 'vitest'
import { unsearchedText } from './unsearched'

it('a search names what it left out, some of it where that is much, and what to do', () => {
  expect(unsearchedText(['mail', 'shop'])).toBe(
    'Not searched: mail, shop. One search covers 10 applications, so choose one of them.',
  )
  const many = Array.from({ length: 12 }, (_, index) => `a${index}`)
  expect(unsearchedText(many)).toContain('Not searched: a0, a1, a2, a3, a4 and 7 more.')
})
