import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bandOf, hostPatternOf, isInBand } from './host-pattern'

const label = fc.stringMatching(/^[a-z0-9]{1,40}$/)
const name = fc.array(label, { minLength: 2, maxLength: 6 }).map((labels) => labels.join('.'))

describe('the host of a rule', () => {
  it('is a name as it is, or one of 128 characters that fits it', () => {
    fc.assert(
      fc.property(name, (one) => {
        const pattern = hostPatternOf(one)
        expect(pattern.length).toBeLessThanOrEqual(128)
        const [start = '', end = ''] = pattern.split('*')
        expect(pattern === one || (one.startsWith(start) && one.endsWith(end))).toBe(true)
      }),
    )
  })

  it('is asked for before wildcards that fit it, and those that say more before those that say less', () => {
    fc.assert(
      fc.property(name, (one) => {
        const wildcards = one
          .split('.')
          .map((_, index, labels) => `*.${labels.slice(index).join('.')}`)
          .filter((wildcard) => wildcard.split('.').length > 2)
        const bands = [one, ...wildcards].map(bandOf)
        expect(bands).toEqual([...new Set(bands)].sort((a, b) => a - b))
        for (const band of bands) {
          expect(band).toBeLessThanOrEqual(50_000 - 300)
          expect(bands.filter((other) => isInBand(band, other))).toEqual([band])
        }
      }),
    )
  })
})
