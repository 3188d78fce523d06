import { describe, expect, it } from 'vitest'
import { requireDockerBaseUrl, requireDockerTag } from './docker-image'
import { messages } from '../messages/messages'

describe('requireDockerBaseUrl', () => {
  it('accepts the addresses of the usual registries', () => {
    for (const url of [
      ...['sdo/sample', 'nginx', 'registry.example.com:5000/team/shop'],
      '123456789012.dkr.ecr.us-east-1.amazonaws.com/shop/api',
    ])
      expect(requireDockerBaseUrl(` ${url} `, 'dockerBaseUrl')).toBe(url)
  })

  it.each([
    ['team/shop:1.4.2', 'without tag and digest, which belong to the versions: team/shop'],
    ['team/shop@sha256:0a1b', 'without tag and digest, which belong to the versions: team/shop'],
    ['registry.acme.io:5000/shop:1', 'which belong to the versions: registry.acme.io:5000/shop'],
    ['https://ghcr.io/a/b', 'Docker image is an address without https://'],
    ['team/Shop', 'Docker image must be in lower case'],
    ['team/my shop', 'Docker image must be an address as in docker pull'],
    ['a'.repeat(256), 'This may have at most 255 characters.'],
  ])('says what is none of it: %s', (typed, message) => {
    expect(() => requireDockerBaseUrl(typed, 'dockerBaseUrl')).toThrow(message)
  })

  it('says that an image is needed', () => {
    expect(() => requireDockerBaseUrl(' ', 'dockerBaseUrl')).toThrow(messages.dockerImageMissing.text)
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
