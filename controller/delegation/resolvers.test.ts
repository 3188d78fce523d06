import { describe, expect, it } from 'vitest'
import { parseResolver } from './resolvers'

describe('an address of a resolver', () => {
  it.each([
    ['192.0.2.1', { host: '192.0.2.1', port: 53 }],
    [' 192.0.2.1:5353 ', { host: '192.0.2.1', port: 5353 }],
    ['2001:db8::1', { host: '2001:db8::1', port: 53 }],
    ['[2001:db8::1]:5353', { host: '2001:db8::1', port: 5353 }],
  ])('may be %j', (text, server) => {
    expect(parseResolver(text)).toEqual(server)
  })

  it.each(['', 'dns.example.com', '192.0.2.1:0', '192.0.2.1:99999', '192.0.2.1:x', '[192.0.2.1'])(
    'is not %j',
    (text) => {
      expect(parseResolver(text)).toBeUndefined()
    },
  )
})
