import { describe, expect, it } from 'vitest'
import { apiAreas, apiTable, describeOwnApi } from '../../api/table'
import { createApiReference } from './api-reference'
import { describeFields, kindOf } from './describe-fields'
import { printCurl } from './print-curl'

const pages = createApiReference(describeOwnApi())
const documented = pages.flatMap(({ calls }) => calls)

describe('the API reference', () => {
  it('has every call once, on the page of its area, under a heading of its own', () => {
    expect(documented.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(
      apiTable.map(({ method, path }) => `${method} ${path}`).sort(),
    )
    for (const [index, { calls }] of apiAreas.entries())
      expect(pages[index]?.calls.map(({ path }) => path).sort()).toEqual(calls.map(({ path }) => path).sort())
    for (const { calls } of pages) expect(new Set(calls.map(({ id }) => id)).size).toBe(calls.length)
  })

  it('says of every field what it is, and gives no bound that nobody could meet', () => {
    for (const { path, parameters, body = [], answer } of documented)
      for (const { name, kind } of [...parameters, ...body, ...answer.fields])
        expect(`${path} ${name}: ${kind}`).toMatch(/: \S(?!.*\d{11})/)
  })

  it.each(documented.filter(({ example }) => example !== undefined))(
    'shows a request that $method $path takes',
    ({ method, path, example = '' }) => {
      const call = apiTable.find((call) => call.method === method && call.path === path)
      expect(call?.body?.safeParse(JSON.parse(example)).error).toBeUndefined()
    },
  )
})

describe('fields', () => {
  it('are listed with what is in them', () => {
    const person = {
      type: 'object',
      properties: {
        name: { type: 'string', maxLength: 2000 },
        tokens: { type: 'array', items: { type: 'string' } },
      },
      required: ['name'],
    }
    expect(
      describeFields({ type: 'object', properties: { people: { type: 'array', items: person } } }),
    ).toEqual([
      { name: 'people', kind: 'list of object', isRequired: false },
      { name: 'people[].name', kind: 'text, at most 2,000 characters', isRequired: true },
      { name: 'people[].tokens', kind: 'list of text', isRequired: false },
    ])
  })

  it('of a body with several shapes are required when all shapes require them', () => {
    const shape = (...names: string[]) => ({
      type: 'object',
      properties: Object.fromEntries(names.map((name) => [name, { type: 'boolean' }])),
      required: names,
    })
    expect(describeFields({ anyOf: [shape('both', 'one'), shape('both')] })).toMatchObject([
      { name: 'both', isRequired: true },
      { name: 'one', isRequired: false },
    ])
  })

  it.each([
    [{ enum: ['a', 'b', 'c'] }, '"a", "b" or "c"'],
    [
      { anyOf: [{ type: 'integer', minimum: 1, maximum: 60 }, { type: 'null' }] },
      'whole number, from 1, to 60 or null',
    ],
    [{ type: 'object', additionalProperties: { type: 'boolean' } }, 'object of true or false by name'],
    [{ type: 'string', format: 'uuid' }, 'id'],
    [{}, 'anything'],
  ])('are told in words: %j', (schema, words) => {
    expect(kindOf(schema)).toBe(words)
  })
})

describe('printCurl', () => {
  const call = { method: 'GET', path: '/v1/a/{someId}', query: [], needsToken: true }

  it('names the parameters of a path as variables', () => {
    expect(printCurl(call)).toBe('curl -H "authorization: Bearer $TOKEN" "$SDO/v1/a/$SOME_ID"')
    expect(printCurl({ ...call, method: 'DELETE', query: ['from'], needsToken: false })).toBe(
      'curl -X DELETE "$SDO/v1/a/$SOME_ID?from=$FROM"',
    )
  })

  it('has the address of the portal, where that is known', () => {
    expect(printCurl({ ...call, address: 'https://sdo.acme.example' })).toContain(
      '"https://sdo.acme.example/v1/a/$SOME_ID"',
    )
  })

  it('keeps a quote of the body from ending it', () => {
    expect(printCurl({ ...call, method: 'POST', body: { a: "it's" } })).toContain(`-d '{"a":"it'\\''s"}'`)
  })
})

describe('what a browser may call by its own login', () => {
  it('is what changes nothing: no other method than GET, and no GET that makes something', () => {
    const calls = createApiReference(describeOwnApi()).flatMap(({ calls }) => calls)
    const reads = calls.filter(({ isRead }) => isRead)
    expect(reads.length).toBeGreaterThan(20)
    expect(new Set(reads.map(({ method }) => method))).toEqual(new Set(['GET']))
    const writes = calls.filter(({ method, isRead }) => method === 'GET' && !isRead)
    expect(writes.map(({ path }) => path)).toContain('/v1/user/integration/{id}/token')
  })
})
