import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { requireDockerBaseUrl, requireDockerTag } from './docker-image'
import { messages } from '../messages/messages'

describe('requireDockerBaseUrl', () => {
  it('never accepts a colon', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (before, after) => {
        expect(() => requireDockerBaseUrl(`${before}:${after}`, 'dockerBaseUrl')).toThrow()
      }),
    )
  })

  it('accepts the addresses of the usual registries', () => {
    for (const url of ['sdo/sample', 'nginx', '123456789012.dkr.ecr.us-east-1.amazonaws.com/shop/api'])
      expect(requireDockerBaseUrl(` ${url} `, 'dockerBaseUrl')).toBe(url)
  })

  it.each([
    ['registry.acme.io:5000/team/web', 'A registry behind a port of its own is not supported.'],
    ['team/shop:1.4.2', 'Leave out the tag: team/shop. The tag belongs to the versions.'],
    ['team/shop@sha256:0a1b', 'Leave out the digest: team/shop. The tag belongs to the versions.'],
    ['https://ghcr.io/a/b:1@sha256:0a', 'Leave out the scheme, the tag and the digest: ghcr.io/a/b. The tag'],
    ['team/my shop', 'The tag belongs to the versions.'],
    ['a'.repeat(256), 'This may have at most 255 characters.'],
  ])('says what is none of it: %s', (typed, message) => {
    expect(() => requireDockerBaseUrl(typed, 'dockerBaseUrl')).toThrow(message)
  })

  it('says that an image is needed', () => {
    expect(() => requireDockerBaseUrl(' ', 'dockerBaseUrl')).toThrow(messages.dockerImageMissing)
  })
})

describe('requireDockerTag', () => {
  it('accepts what Docker accepts and nothing else', () => {
    for (const tag of ['1', 'v1.2.3', '2024-01-01_rc', 'a'.repeat(128)])
      expect(requireDockerTag(tag, 'tag')).toBe(tag)
    for (const tag of ['', '-a', '.a', 'a b', 'a:b', 'a'.repeat(129)])
      expect(() => requireDockerTag(tag, 'tag')).toThrow('Docker image tag')
  })
})
