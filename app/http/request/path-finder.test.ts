import { describe, expect, it } from 'vitest'
import { createPathFinder } from './path-finder'

const patterns = [
  '/',
  '/a/{id}',
  '/a/create',
  '/a/{id}/b/{name}',
  '/a/x/c',
  '/docs/:feature?/:section?',
  '/files/*',
  '/files/own',
]
const find = createPathFinder(patterns.map((pattern) => [pattern, pattern]))

describe('a path leads to', () => {
  it.each([
    ['/', '/', {}],
    ['/a/create', '/a/create', {}],
    ['/a/create/', '/a/create', {}],
    ['/a/7', '/a/{id}', { id: '7' }],
    ['/a/7/', '/a/{id}', { id: '7' }],
    ['/a/%37', '/a/{id}', { id: '%37' }],
    ['/a/x', '/a/{id}', { id: 'x' }],
    ['/a/x/c', '/a/x/c', {}],
    ['/a/x/b/y', '/a/{id}/b/{name}', { id: 'x', name: 'y' }],
    ['/docs', '/docs/:feature?/:section?', {}],
    ['/docs/1', '/docs/:feature?/:section?', { feature: '1' }],
    ['/files', '/files/*', {}],
    ['/files/own', '/files/own', {}],
    ['/files/own/1', '/files/*', {}],
    ['/files/7//8', '/files/*', {}],
  ])('%s: %s', (path, value, params) => {
    const found = find(path)
    expect(found?.value).toBe(value)
    expect(found?.params).toMatchObject(params)
  })

  it.each(['/a', '/a/', '/a//', '/a/7/b', '/a/7/b/', '/a/7/b/y/z', '/docs/1/2/3', '/b', '/A/7'])(
    '%s: nothing',
    (path) => {
      expect(find(path)).toBeUndefined()
    },
  )
})
