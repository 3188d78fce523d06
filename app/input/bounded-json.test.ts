import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseBoundedJson } from './bounded-json'

const shape = { deepest: 4, mostValues: 20 }
const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`
const refusalOf = (text: string): string | undefined => {
  try {
    parseBoundedJson(text, shape)
    return undefined
  } catch (failure) {
    return (failure as Error).message
  }
}

/** Counted in what the parser gave, another way than the text is counted. */
const measure = (value: unknown): { depth: number; values: number } => {
  if (typeof value !== 'object' || value === null) return { depth: 0, values: 1 }
  const members = Object.values(value).map(measure)
  return {
    depth: 1 + Math.max(0, ...members.map(({ depth }) => depth)),
    values: 1 + members.reduce((sum, { values }) => sum + values, 0),
  }
}

describe('bounded JSON', () => {
  it('is read as the parser reads it, whatever stands in its texts, and refused when there is more of it', () => {
    const text = fc.string({ unit: fc.constantFrom('"', '\\', '[', '{', ',', 'a', '\u0301') })
    const value = fc.letrec((tie) => ({
      node: fc.oneof(
        { maxDepth: 7 },
        text,
        fc.integer(),
        fc.constant(null),
        fc.array(tie('node'), { maxLength: 6 }),
        fc.dictionary(text, tie('node'), { maxKeys: 6 }),
      ),
    })).node
    fc.assert(
      fc.property(value, fc.constantFrom(0, 1), (sent, spaces) => {
        const json = JSON.stringify(sent, null, spaces)
        const { depth, values } = measure(sent)
        const refusal = refusalOf(json)
        if (refusal === undefined) expect(parseBoundedJson(json, shape)).toEqual(JSON.parse(json))
        if (depth > shape.deepest) expect(refusal).toMatch(/deeper than 4 levels|more than 20 values/)
        else if (values > 2 * shape.mostValues) expect(refusal).toBe('The body contains more than 20 values.')
        else if (values <= shape.mostValues / 2) expect(refusal).toBe(undefined)
      }),
    )
  })

  it('may be as deep and as long as is said, and no more', () => {
    expect([nested(4), nested(5)].map(refusalOf)).toEqual([
      undefined,
      'The body is nested deeper than 4 levels.',
    ])
    const list = (entries: number) => JSON.stringify(Array(entries).fill(0))
    expect([list(19), list(20)].map(refusalOf)).toEqual([undefined, 'The body contains more than 20 values.'])
  })

  it.each(['{', '"\\', '"', ']'.repeat(50), '{"a"'])('that is none is told so: %s', (text) => {
    expect(refusalOf(text)).toBe('The body is not valid JSON.')
  })
})
