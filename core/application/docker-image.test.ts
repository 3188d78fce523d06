import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dockerBaseUrlFault, imageName, isDockerBaseUrl, isDockerTag } from './docker-image'

const digest = `sha256:${'a'.repeat(64)}`

describe('the repository of an image', () => {
  // From the tests of distribution's grammar.
  it.each([
    'nginx',
    'sdo/sample',
    'docker.io/library/nginx',
    'test.com/repo',
    'test.com:8080/repo',
    'test:5000/repo',
    'localhost/repo',
    'localhost:5000/repo',
    '127.0.0.1:5000/repo',
    '[2001:db8::1]:5000/repo',
    '[::1]/repo',
    'sub-dom1.foo.com/bar/baz/quux',
    'GHCR.io/team/shop',
    'foo/foo_bar.com',
    'foo/foo__bar/a--b',
    'xn--n3h.com/myimage',
    '123456789012.dkr.ecr.us-east-1.amazonaws.com/shop/api',
  ])('may be %s', (image) => {
    expect(isDockerBaseUrl(image)).toBe(true)
    expect(dockerBaseUrlFault(image)).toBeUndefined()
  })

  it.each([
    ['', /address as in docker pull/],
    ['https://ghcr.io/team/shop', /without https/],
    ['team/shop:1.2', /without tag and digest.*: team\/shop$/],
    ['test.com:8080/repo:1.2', /without tag and digest.*: test\.com:8080\/repo$/],
    [`team/shop@${digest}`, /without tag and digest.*: team\/shop$/],
    ['Team/Shop', /lower case/],
    ['ghcr.io/Team/shop', /lower case/],
    ['test.com:port/repo', /address as in docker pull/],
    ['test.com:/repo', /address as in docker pull/],
    ['test.com:123456/repo', /address as in docker pull/],
    ['-foo.com/bar', /address as in docker pull/],
    ['foo//bar', /address as in docker pull/],
    ['foo/../bar', /address as in docker pull/],
    ['foo/bar/', /address as in docker pull/],
    ['foo___bar', /address as in docker pull/],
    ['web$(id)', /address as in docker pull/],
    ['../containers/json?all=1', /address as in docker pull/],
    [`a/${'b'.repeat(254)}`, /at most 255 characters/],
  ])('may not be %s', (image, fault) => {
    expect(isDockerBaseUrl(image)).toBe(false)
    expect(dockerBaseUrlFault(image)).toMatch(fault)
  })

  it('holds nothing that an address or a shell would obey', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (image, tag) => {
        if (isDockerBaseUrl(image) && isDockerTag(tag))
          expect(imageName({ image, tag })).toMatch(/^[\w.:/[\]@-]+$/)
      }),
    )
  })
})

it('a version is pulled by a tag or a digest, and by nothing else', () => {
  for (const tag of ['1', 'v1.2.3', 'a_b-c.d', 'A'.repeat(128), digest]) expect(isDockerTag(tag)).toBe(true)
  for (const tag of [
    '',
    '.1',
    '-1',
    'a b',
    'a:b',
    '`id`',
    'a'.repeat(129),
    'sha256:abc',
    `@${digest}`,
    'sha512:1',
  ])
    expect(isDockerTag(tag)).toBe(false)
  expect(imageName({ image: 'team/web', tag: '1' })).toBe('team/web:1')
  expect(imageName({ image: 'test:5000/web', tag: digest })).toBe(`test:5000/web@${digest}`)
})
