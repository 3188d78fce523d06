import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { longestPage, pageOf, type PageRequest } from './pages'
import { byName } from './lists'

const keySchema = z.object({ name: z.string() })
type Row = z.infer<typeof keySchema> & { size: number }

const lists = fc
  .uniqueArray(fc.string({ unit: 'binary', maxLength: 6 }), { maxLength: 30 })
  .map((names) => names.map((name, size): Row => ({ name, size })).sort(byName))
const limits = fc.integer({ min: 1, max: 12 })

const read = (rows: Row[], request: PageRequest) => pageOf(rows, request, byName, keySchema)

describe('the pages of a list', () => {
  it('hold each row once and in order, forwards and back again', () => {
    fc.assert(
      fc.property(lists, limits, (rows, limit) => {
        const forwards = []
        let page = read(rows, { limit })
        for (forwards.push(page); page.nextCursor !== null; forwards.push(page))
          page = read(rows, { limit, cursor: page.nextCursor })
        expect(forwards.flatMap((part) => part.rows)).toEqual(rows)
        expect(forwards.every((part) => part.rows.length <= limit && part.total === rows.length)).toBe(true)
        const backwards = [page.rows]
        while (page.previousCursor !== null) {
          page = read(rows, { limit, cursor: page.previousCursor })
          backwards.unshift(page.rows)
        }
        expect(backwards.flat()).toEqual(rows)
      }),
    )
  })

  it('miss and repeat nothing that stays, whatever is added or removed meanwhile', () => {
    fc.assert(
      fc.property(lists, limits, fc.infiniteStream(fc.boolean()), (rows, limit, coins) => {
        const [before, after] = [rows, rows].map((all) => all.filter(() => coins.next().value === true)) as [
          Row[],
          Row[],
        ]
        const first = read(before, { limit })
        const seen = [...first.rows]
        for (let cursor = first.nextCursor; cursor !== null;) {
          const page = read(after, { limit, cursor })
          seen.push(...page.rows)
          cursor = page.nextCursor
        }
        expect(new Set(seen).size).toBe(seen.length)
        if (first.nextCursor !== null)
          expect(seen).toEqual(expect.arrayContaining(before.filter((row) => after.includes(row))))
      }),
    )
  })

  it('are never longer than the longest, whatever is asked for', () => {
    const rows = Array.from({ length: 500 }, (_, size) => ({ name: `row ${size}`, size })).sort(byName)
    for (const limit of [undefined, 500]) expect(read(rows, { limit }).rows).toHaveLength(longestPage)
  })

  it('are refused for a cursor that is none of the list', () => {
    const rows = [{ name: 'a', size: 1 }]
    const foreign = Buffer.from('{"side":"after","key":{"id":"1"}}').toString('base64url')
    for (const cursor of ['x', '0', 'null', foreign, '\0'])
      expect(() => read(rows, { cursor })).toThrow('not one of this list')
  })
})
