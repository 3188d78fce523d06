import { describe, expect, it } from 'vitest'
import { dockerTagRule } from './docker-image'
import { readField } from './rule'

describe('the tag of an image', () => {
  it('accepts what Docker accepts and nothing else', () => {
    for (const tag of ['1', 'v1.2.3', '2024-01-01_rc', 'a'.repeat(128), `sha256:${'0'.repeat(64)}`])
      expect(readField(dockerTagRule, tag, 'tag')).toBe(tag)
    for (const tag of ['', '-a', '.a', 'a b', 'a:b', 'a'.repeat(129)])
      expect(() => readField(dockerTagRule, tag, 'tag')).toThrow('Docker image tag')
  })
})
