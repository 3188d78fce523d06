import { describe, expect, it } from 'vitest'
import { requireDockerBaseUrl, requireDockerTag } from './docker-image'
import { messages } from '../messages/messages'

describe('requireDockerBaseUrl', () => {
  it('says how it is without its tag', () => {
    expect(() => requireDockerBaseUrl('ghcr.io/team/shop:1.2', 'dockerBaseUrl')).toThrow(
      'Docker image must be without tag and digest, which belong to the versions: ghcr.io/team/shop',
    )
  })

  it('accepts the addresses of the usual registries', () => {
    for (const url of [
      ...['sdo/sample', 'nginx', 'registry.example.com:5000/team/shop'],
      '123456789012.dkr.ecr.us-east-1.amazonaws.com/shop/api',
    ])
      expect(requireDockerBaseUrl(` ${url} `, 'dockerBaseUrl')).toBe(url)
  })

  it('says that an image is needed', () => {
    expect(() => requireDockerBaseUrl(' ', 'dockerBaseUrl')).toThrow(messages.dockerImageMissing)
  })
})

describe('requireDockerTag', () => {
  it('accepts what Docker accepts and nothing else', () => {
    for (const tag of ['1', 'v1.2.3', '2024-01-01_rc', 'a'.repeat(128), `sha256:${'0'.repeat(64)}`])
      expect(requireDockerTag(tag, 'tag')).toBe(tag)
    for (const tag of ['', '-a', '.a', 'a b', 'a:b', 'a'.repeat(129)])
      expect(() => requireDockerTag(tag, 'tag')).toThrow('Docker image tag')
  })
})
