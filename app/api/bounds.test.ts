import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { boundsOf, overstep, unboundedIn, type Described } from '../../tests/builders/schema-bounds'
import { sampleOf } from '../../tests/builders/sample-input'
import { apiTable } from './table'

const describeInput = (schema: z.ZodType) =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Described

const places = ['params', 'query', 'body'] as const

const inputs = apiTable.flatMap((call) =>
  places.flatMap((place) => {
    const schema = call[place]
    return schema ? [{ name: `${place} of ${call.method} ${call.path}`, call, place, schema }] : []
  }),
)

it('has calls with input of every kind', () => {
  expect(new Set(inputs.map(({ place }) => place)).size).toBe(places.length)
  expect(inputs.length).toBeGreaterThan(50)
})

describe.each(inputs)('$name', ({ schema }) => {
  it('has a bound on every text, list, map and number in it, at any depth', () => {
    expect(unboundedIn(describeInput(schema))).toEqual([])
  })

  it('refuses what is beyond any one of them', () => {
    const described = describeInput(schema)
    for (const form of described.anyOf ?? [described])
      for (const bound of boundsOf(form)) {
        const beyond = overstep(sampleOf(form), bound)
        expect(schema.safeParse(beyond).success, `${bound.path.join('.')} beyond its ${bound.kind}`).toBe(
          false,
        )
      }
  })
})

it.each([
  ['a text', z.object({ a: z.string() }), ['a']],
  ['a text with a pattern alone', z.object({ a: z.string().regex(/^a+$/) }), ['a']],
  ['a list', z.object({ a: z.array(z.boolean()) }), ['a']],
  ['a text in a list', z.object({ a: z.array(z.string()).max(2) }), ['a.0']],
  ['a map', z.object({ a: z.record(z.string().max(2), z.boolean()) }), ['a']],
  ['a key', z.object({ a: z.record(z.string(), z.boolean()).meta({ maxProperties: 2 }) }), ['a']],
  ['one of several', z.object({ a: z.union([z.string().max(2), z.string()]) }), ['a']],
  ['a number', z.object({ a: z.number().min(0) }), ['a']],
  ['anything', z.object({ a: z.unknown() }), ['a']],
  ['an open object', z.looseObject({ a: z.boolean() }), ['', 'k']],
])('finds %s without a bound', (_what, schema, paths) => {
  expect(unboundedIn(describeInput(schema))).toEqual(paths)
})
