import { expect, it } from 'vitest'
import { DomainError } from '../../core/errors'
import { readField } from './rule'
import { sourceUrlRule } from './source-url'

it('keeps an https address, and nothing for nothing', () => {
  expect(readField(sourceUrlRule, ' https://github.com/acme/shop/commit/3f2c1d ', 'sourceUrl')).toBe(
    'https://github.com/acme/shop/commit/3f2c1d',
  )
  expect(readField(sourceUrlRule, '  ', 'sourceUrl')).toBeNull()
})

it.each([
  'http://github.com/acme',
  'javascript:alert(1)',
  'data:text/html,hi',
  '//github.com/acme',
  'github.com/acme',
  'https://user:secret@github.com/acme',
  'https://',
  'https://exa mple.com',
  `https://example.com/${'x'.repeat(500)}`,
])('refuses %s', (text) => {
  expect(() => readField(sourceUrlRule, text, 'sourceUrl')).toThrow(DomainError)
})
