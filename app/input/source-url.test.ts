import { expect, it } from 'vitest'
import { DomainError } from '../../core/errors'
import { requireSourceUrl } from './source-url'

it('keeps an https address, and nothing for nothing', () => {
  expect(requireSourceUrl(' https://github.com/acme/shop/commit/3f2c1d ')).toBe(
    'https://github.com/acme/shop/commit/3f2c1d',
  )
  expect(requireSourceUrl('  ')).toBeNull()
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
  expect(() => requireSourceUrl(text)).toThrow(DomainError)
})
