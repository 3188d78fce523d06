import { describe, expect, it } from 'vitest'
import { readableDomain } from './readable-domain'

describe('a name of DNS for people', () => {
  it.each([
    ['example.com', 'example.com'],
    ['api.xn--bcher-kva.example', 'api.bücher.example (api.xn--bcher-kva.example)'],
    ['xn--wgbl6a.example', 'قطر.example (xn--wgbl6a.example)'],
    // Punycode of nothing, and of what is no letter.
    ['xn--.example', 'xn--.example'],
    ['xn--a-ecp.example', 'xn--a-ecp.example'],
    ['Z0123456789ABCDEFGHIJ', 'Z0123456789ABCDEFGHIJ'],
  ])('%s is shown as %s', (name, shown) => {
    expect(readableDomain(name)).toBe(shown)
  })
})
