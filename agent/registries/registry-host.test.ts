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

  it.each([
    '123456789012.dkr.ecr.us-east-1.amazonaws.com',
    '123456789012.dkr.ecr-fips.us-east-1.amazonaws.com',
    '123456789012.dkr-ecr.us-east-1.on.aws',
    '123456789012.dkr-ecr-fips.us-east-1.on.aws',
  ])('%s is one of ECR, whose login it needs', (host) => {
    expect(parseEcrRegistry(host)).toEqual({ accountNumber: '123456789012', region: 'us-east-1' })
  })

  it.each([
    '123456789012.dkr.ecr.us-east-1.amazonaws.com.example.org',
    '123456789012.dkr-ecr.us-east-1.on.aws.example.org',
    '123456789012.dkr-ecr.us-east-1.amazonaws.com',
    'ghcr.io',
  ])('%s is none of ECR', (host) => {
    expect(parseEcrRegistry(host)).toBeUndefined()
  })
})
