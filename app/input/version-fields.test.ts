import { describe, expect, it } from 'vitest'
import { DomainError } from '../../core/errors'
import { readField } from './rule'
import { dockerTagRule, sourceUrlRule } from './version-fields'

describe('the tag of an image', () => {
  it('accepts what Docker accepts and nothing else', () => {
    for (const tag of ['1', 'v1.2.3', '2024-01-01_rc', 'a'.repeat(128), `sha256:${'0'.repeat(64)}`])
      expect(readField(dockerTagRule, tag, 'tag')).toBe(tag)
    for (const tag of ['', '-a', '.a', 'a b', 'a:b', 'a'.repeat(129)])
      expect(() => readField(dockerTagRule, tag, 'tag')).toThrow('Docker image tag')
  })
})

describe('the address of the source of a version', () => {
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
})
