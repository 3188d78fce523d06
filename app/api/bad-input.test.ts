import { beforeAll, describe, expect, it } from 'vitest'
import { badBodies, badTexts, insides, otherTypes } from '../../tests/builders/bad-input'
import { buildExampleCalls, type Example, type Values } from '../../tests/builders/example-calls'
import { useTestDatabase } from '../../tests/postgres/test-database'
import { apiTable } from './table'

const database = useTestDatabase()
let exampleOf: Awaited<ReturnType<typeof buildExampleCalls>>['exampleOf']
let make: Awaited<ReturnType<typeof buildExampleCalls>>['make']
beforeAll(async () => {
  ;({ exampleOf, make } = await buildExampleCalls(database.sequelize))
}, 30_000)

const withValue = (values: Values, field: string, value: unknown): Values =>
  Object.fromEntries([...Object.entries(values).filter(([name]) => name !== field), [field, value]])

/** Says what to do and shows nothing of the inside. */
function expectProper({ status, text }: { status: number; text: string }, what: string): void {
  expect(status, `${what}: ${text}`).toBeLessThan(500)
  if (status < 400) return
  const { message, code, requestId } = JSON.parse(text) as Record<string, string>
  expect(message, what).toMatch(/^\S.{8,}/)
  expect(message, what).not.toMatch(insides)
  expect([code, requestId], what).toEqual([expect.stringMatching(/^[a-z-]+$/), 'request-1'])
}

describe.each(apiTable)('$name', ({ method, path, body }) => {
  it('answers properly whatever text or type is sent in whatever place', async () => {
    const example = exampleOf(method, path)
    const tries: [string, Example][] = []
    for (const place of ['params', 'query', 'body'] as const)
      for (const field of Object.keys(example[place]))
        for (const [what, value] of Object.entries({ ...badTexts, ...(place === 'body' && otherTypes) }))
          tries.push([
            `${what} as ${field}`,
            { ...example, [place]: withValue(example[place], field, value) },
          ])
    for (const [what, changed] of tries) {
      const made = await make(method, path, changed, JSON.stringify(changed.body))
      expectProper(made, what)
    }
    expect(({} as Values)['isAdmin']).toBe(undefined)
  })

  it('refuses text that cannot be kept, and says where it is', async () => {
    const example = exampleOf(method, path)
    for (const [field, value] of Object.entries(example.body)) {
      if (typeof value !== 'string') continue
      for (const text of ['Ada\0', 'Ada\ud83d']) {
        const body = JSON.stringify(withValue(example.body, field, text))
        const made = await make(method, path, example, body)
        expect(made.status, field).toBe(400)
        expect(JSON.parse(made.text), field).toHaveProperty(['fields', field])
      }
    }
    for (const field of Object.keys(example.query)) {
      const query = withValue(example.query, field, 'Ada\0')
      expect((await make(method, path, { ...example, query })).status, field).toBe(400)
    }
  })

  it('says which field a body lacks', async () => {
    if (!body || body.safeParse({}).success) return
    const made = await make(method, path, exampleOf(method, path), '{}')
    expect([made.status, JSON.parse(made.text)]).toMatchObject([
      400,
      { code: 'invalid', fields: expect.any(Object) },
    ])
  })

  it('answers properly whatever body is sent', async () => {
    for (const [what, body] of Object.entries(badBodies))
      expectProper(await make(method, path, exampleOf(method, path), body), what)
    expect(({} as Values)['isAdmin']).toBe(undefined)
  })
})
