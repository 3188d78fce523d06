import { expect, it } from 'vitest'
import { sourceText } from './source-link'

it.each([
  ['https://github.com/acme/shop/commit/3f2c1d9aabbccddeeff00112233445566778899a', 'acme/shop@3f2c1d9'],
  ['https://gitlab.com/acme/team/shop/-/commit/3f2c1d9aabb', 'acme/team/shop@3f2c1d9'],
  ['https://bitbucket.org/acme/shop/commits/3f2c1d9aabb', 'acme/shop@3f2c1d9'],
  ['https://git.acme.io/shop', 'git.acme.io/shop'],
  [`https://git.acme.io/${'long/'.repeat(20)}`, 'git.acme.io/long/long/long/long/long/lo…'],
])('the source %s is called %s', (url, text) => {
  expect(sourceText(url)).toBe(text)
})
