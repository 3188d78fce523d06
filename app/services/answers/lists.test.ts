import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { byName, newestFirst } from './lists'

describe('sorting', () => {
  it('puts names as people read them', () => {
    const names = ['shop 10', 'Shop 2', 'api', '_a', 'Billing']
    expect(
      names
        .map((name) => ({ name }))
        .sort(byName)
        .map(({ name }) => name),
    ).toEqual(['_a', 'api', 'Billing', 'Shop 2', 'shop 10'])
  })

  it('gives the same order whatever the order was before', () => {
    const rows = fc.uniqueArray(fc.record({ name: fc.string() }), { selector: ({ name }) => name })
    fc.assert(
      fc.property(rows, (some) => {
        expect([...some].reverse().sort(byName)).toEqual([...some].sort(byName))
      }),
    )
  })

  it('puts the newest first', () => {
    const rows = [1, 3, 2].map((createdEpoch) => ({ createdEpoch, id: `row ${createdEpoch}` }))
    expect(rows.sort(newestFirst).map(({ createdEpoch }) => createdEpoch)).toEqual([3, 2, 1])
  })
})
