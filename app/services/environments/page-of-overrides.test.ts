import fc from 'fast-check'
import { expect, it } from 'vitest'
import { overridesAtOnce, pageOfOverrides } from './page-of-overrides'

const anyRows = fc
  .array(fc.constantFrom(10, 10, 10, 10, 30_000, 90_000, 200_000), { maxLength: 120 })
  .map((lengths) => lengths.map((characters, id) => ({ id, characters })))

it('each application is on one page, in order, by Next as by Previous, and no page is too long', () => {
  fc.assert(
    fc.property(anyRows, (all) => {
      const seen: typeof all = []
      let before: string | null = null
      for (let cursor: string | null = ''; cursor !== null;) {
        const page: ReturnType<typeof pageOfOverrides<(typeof all)[number]>> = pageOfOverrides(all, cursor)
        expect(page.rows.length).toBeLessThanOrEqual(overridesAtOnce)
        const characters = page.rows.reduce((sum, row) => sum + row.characters, 0)
        if (page.rows.length > 1) expect(characters).toBeLessThanOrEqual(100_000)
        if (before !== null) expect(page.previousCursor).toBe(before || '0')
        seen.push(...page.rows)
        before = cursor
        cursor = page.nextCursor
      }
      expect(seen).toEqual(all)
    }),
  )
})

it('nonsense leads to the first page', () => {
  const all = Array.from({ length: 30 }, (_, id) => ({ id, characters: 10 }))
  for (const cursor of ['x', '-1', '30', '1e9'])
    expect(pageOfOverrides(all, cursor)).toEqual(pageOfOverrides(all, ''))
})
