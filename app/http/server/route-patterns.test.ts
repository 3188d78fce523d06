import { expect, it } from 'vitest'
import { buildApp } from '../../../tests/builders/app-build'
import { describeOwnApi } from '../../api/table'
import { createRoutePatterns } from './route-patterns'

const calls = Object.keys(describeOwnApi().paths)
const patternOf = createRoutePatterns(buildApp().routes, calls)

it.each([
  ['/', '/'],
  ['/portal', '/portal'],
  ['/portal/', '/portal'],
  ['/portal/users', '/portal/users'],
  ['/portal/nothing/here', '/portal/*'],
  ['/docs/api/users', '/docs/api/:area'],
  ['/docs/deployments', '/docs/:feature?/:section?'],
  ['/v1/environment/6f1c/status', '/v1/*'],
  ['/v1/nothing', '/v1/*'],
  ['/build/entry-ABC.js', '/build/*'],
  ['/health', '/health'],
  ['/sdo.mjs', '/sdo.mjs'],
  ['/wp-login.php', '/*'],
])('%s is a request of %s', (path, pattern) => {
  expect(patternOf(path)).toBe(pattern)
})

it('is the pattern of each call, whatever ids its path has', () => {
  for (const call of calls) expect(patternOf(call.replace(/\{\w+\}/g, 'f3b0-17'))).toBe(call)
})

it('is one of as many as there are routes, whatever is asked for', () => {
  const answers = new Set(Array.from({ length: 500 }, (_, index) => patternOf(`/${index}/${index}`)))
  expect([...answers]).toEqual(['/*'])
})
