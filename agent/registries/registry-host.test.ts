import { describe, expect, it } from 'vitest'
import { parseEcrRegistry, registryHostOf, wholeName } from './registry-host'

it.each([
  ['web', 'docker.io/library/web'],
  ['docker.io/web', 'docker.io/library/web'],
  ['team/web', 'docker.io/team/web'],
  ['ghcr.io/team/web', 'ghcr.io/team/web'],
  ['localhost:5000/web', 'localhost:5000/web'],
])('the whole name of the repository %s is %s', (image, whole) => {
  expect(wholeName(image)).toBe(whole)
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
