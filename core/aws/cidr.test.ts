import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { contains, overlaps, parseCidr } from './cidr'

const toCidr = (first: number, prefixLength: number) =>
  `${[24, 16, 8, 0].map((shift) => Math.floor(first / 2 ** shift) % 256).join('.')}/${prefixLength}`

const ranges = fc
  .record({ address: fc.nat(2 ** 32 - 1), prefixLength: fc.integer({ min: 0, max: 32 }) })
  .map(({ address, prefixLength }) => {
    const size = 2 ** (32 - prefixLength)
    return { first: Math.floor(address / size) * size, size, prefixLength }
  })

describe('address ranges', () => {
  it('are read from every CIDR on its boundary', () => {
    fc.assert(
      fc.property(ranges, ({ first, size, prefixLength }) => {
        expect(parseCidr(toCidr(first, prefixLength))).toEqual({
          first,
          last: first + size - 1,
          prefixLength,
        })
      }),
    )
  })

  it.each(['10.0.0.1/16', '10.0.0.0/33', '256.0.0.0/8', '10.0.0/8', '10.0.0.0', ''])(
    'are not read from %j',
    (cidr) => {
      expect(parseCidr(cidr)).toBeUndefined()
    },
  )

  it('either lie in one another or do not overlap', () => {
    fc.assert(
      fc.property(ranges, ranges, (a, b) => {
        const one = parseCidr(toCidr(a.first, a.prefixLength))
        const other = parseCidr(toCidr(b.first, b.prefixLength))
        if (!one || !other) throw new Error('not read')
        expect(overlaps(one, other)).toBe(contains(one, other) || contains(other, one))
      }),
    )
  })
})
