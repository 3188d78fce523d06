import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { canNameImage, parseEcrRegistry, registryHostOf } from './registry-host'

describe('the name of an image', () => {
  it.each([
    ['web', '1'],
    ['team/web', 'v1.2.3'],
    ['localhost:5000/web', 'latest'],
    ['123456789012.dkr.ecr.eu-central-1.amazonaws.com/team/web-2', 'a_b-c.d'],
  ])('may be %s:%s', (image, tag) => {
    expect(canNameImage({ image, tag })).toBe(true)
  })

  it.each([
    ['web$(id)', '1'],
    ['web;reboot', '1'],
    ['../containers/json?all=1', '1'],
    ['a/../b', '1'],
    ['a//b', '1'],
    ['Web', '1'],
    ['', '1'],
    ['web', ''],
    ['web', '1 2'],
    ['web', '`id`'],
  ])('may not be %s:%s', (image, tag) => {
    expect(canNameImage({ image, tag })).toBe(false)
  })

  it('holds nothing that an address or a shell would obey', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (image, tag) => {
        if (canNameImage({ image, tag })) expect(`${image}:${tag}`).toMatch(/^[\w.:/-]+$/)
      }),
    )
  })
})

describe('the registry of an image', () => {
  it.each([
    ['web', 'docker.io'],
    ['team/web', 'docker.io'],
    ['localhost/web', 'localhost'],
    ['ghcr.io/team/web', 'ghcr.io'],
    ['127.0.0.1:5000/web', '127.0.0.1:5000'],
  ])('of %s is %s', (image, host) => {
    expect(registryHostOf(image)).toBe(host)
  })

  it('is one of ECR only under its own domain', () => {
    expect(parseEcrRegistry('123456789012.dkr.ecr.us-east-1.amazonaws.com')).toEqual({
      accountNumber: '123456789012',
      region: 'us-east-1',
    })
    expect(parseEcrRegistry('123456789012.dkr.ecr.us-east-1.amazonaws.com.example.org')).toBeUndefined()
    expect(parseEcrRegistry('ghcr.io')).toBeUndefined()
  })
})
