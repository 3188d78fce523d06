import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { returnPath } from './return-path'

const ours = 'https://sdo.example.com'

describe('the page that was wanted before logging in', () => {
  it.each([
    '/portal',
    '/portal/environments/detail?id=1&tab=log',
    '/portal/applications?q=%2F%2Fexample.com',
  ])('is opened when it is one of the portal: %s', (path) => {
    expect(returnPath(path)).toBe(path)
  })

  it.each([
    '',
    '/',
    '/login',
    '/portals',
    '//example.com',
    '//example.com/portal',
    '/\\example.com',
    'https://example.com/portal',
    'http:\\\\example.com/portal',
    'javascript:alert(1)',
    '/portal/../\\example.com',
    '/portal/..//example.com/portal',
    '/portal/%2e%2e//example.com/portal',
    '/portal/../logout',
    '/portal/%2E./v1/account',
    '/\t/example.com/portal',
    '/portal/..\n//example.com',
    'http://[',
  ])('is the portal for anything else: %j', (path) => {
    expect(returnPath(path)).toBe('/portal')
  })

  it('is never on another host and never outside of the portal, however a browser reads it', () => {
    const piece = fc.constantFrom(
      ...[
        '/',
        '\\',
        '.',
        '..',
        '%2e',
        '%2f',
        '%5c',
        'portal',
        'example.com',
        '@',
        ':',
        '?',
        '#',
        '\t',
        '\n',
        ' ',
      ],
      ...['https:', 'http:', 'javascript:', 'a', '\u3002', '\uff0f'],
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        for (const start of ['', '/portal', '/portal/']) {
          const { origin, pathname } = new URL(returnPath(start + pieces.join('')), `${ours}/login`)
          expect(origin).toBe(ours)
          expect(pathname).toMatch(/^\/portal(\/|$)/)
        }
      }),
      { numRuns: 2_000 },
    )
  })
})
