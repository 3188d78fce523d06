import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decimalOnly, digitsOnly, portOnly, subdomainOnly, withoutTag } from './typing-filters'

describe('a filter while typing', () => {
  it.each([
    [decimalOnly, '1,5', '15'],
    [decimalOnly, '1.2.5 cores', '1.25'],
    [decimalOnly, '.', '.'],
    [digitsOnly, '-3e2 ', '32'],
    [portOnly, '65536', '6553'],
    [portOnly, '80a', '80'],
    [portOnly, '', ''],
    [subdomainOnly, 'My--Shop.example', 'my-shopexample'],
    [subdomainOnly, 'shop-', 'shop-'],
    [subdomainOnly, 'a'.repeat(60), 'a'.repeat(55)],
    [withoutTag, 'registry.example.com/team/shop:1.4.2', 'registry.example.com/team/shop'],
    [withoutTag, 'team/sh:op', 'team/sh'],
    [withoutTag, 'host:5000/shop', 'host:5000/shop'],
    [withoutTag, 'host:5000/shop:1', 'host:5000/shop'],
    [withoutTag, 'team/shop@sha256:abc', 'team/shop'],
  ])('%o makes of %s %s', (filter, typed, left) => {
    expect(filter(typed)).toBe(left)
  })

  it('does nothing more to what it has left, whatever was typed', () => {
    for (const filter of [decimalOnly, digitsOnly, portOnly, subdomainOnly, withoutTag])
      fc.assert(
        fc.property(fc.string(), (typed) => {
          expect(filter(filter(typed))).toBe(filter(typed))
        }),
      )
  })

  it('leaves what is right as it is', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 65535 }), fc.integer({ min: 1, max: 999_999 }), (port, mills) => {
        expect(portOnly(String(port))).toBe(String(port))
        expect(decimalOnly((mills / 1000).toFixed(3))).toBe((mills / 1000).toFixed(3))
      }),
    )
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z0-9]+(-[a-z0-9]+)*$/), (subdomain) => {
        expect(subdomainOnly(subdomain)).toBe(subdomain.slice(0, 55))
      }),
    )
  })
})
