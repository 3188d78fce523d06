import { beforeAll, describe, expect, it } from 'vitest'
import { buildAccountServices } from '../../tests/builders/accounts'
import { badBodies, badTexts, insides, otherTypes } from '../../tests/builders/bad-input'
import { buildOffers } from '../../tests/builders/call-offers'
import { exampleDocument, type Operation } from '../../tests/builders/example-document'
import { useTestDatabase } from '../../tests/postgres/test-database'
import { silentLogger } from '../../core/logger'
import type { HumanActor } from '../services/actor'
import { withOrigin } from '../services/origin'
import { createServices } from '../services/services'
import { createApi } from './router'
import { apiTable } from './table'

const database = useTestDatabase()
let answer: ReturnType<typeof createApi>
let admin: HumanActor
let paths: Awaited<ReturnType<typeof exampleDocument>>['paths']

beforeAll(async () => {
  const bench = buildAccountServices(database.sequelize)
  admin = await bench.registerVerified('admin@example.com')
  answer = createApi(apiTable, { services: createServices(bench.dependencies) })
  paths = (await exampleDocument((call) => buildOffers(call, admin.teamId))).paths
})

type Values = Record<string, unknown>
interface Example {
  params: Values
  query: Values
  body: Values
}

/** A call of this name that is as good as it gets. */
function exampleOf(method: string, path: string): Example {
  const { parameters, requestBody } = paths[path]?.[method.toLowerCase()] as Operation
  const given = (place: string) =>
    Object.fromEntries(
      parameters.filter((each) => each.in === place).map(({ name, example }) => [name, example ?? 'x']),
    )
  const body = Object.values(requestBody?.content ?? {})[0]?.example ?? {}
  return { params: given('path'), query: given('query'), body: body as Values }
}

let calls = 0

async function make(method: string, path: string, { params, query }: Example, body?: string) {
  const segments = path.split('/').map((segment) => {
    const name = /^\{(\w+)\}$/.exec(segment)?.[1]
    return name === undefined ? segment : encodeText(String(params[name])) || '%20'
  })
  const search = Object.entries(query).map(([name, value]) => `${name}=${encodeText(String(value))}`)
  const request = {
    method,
    url: `http://portal.test${segments.join('/')}?${search.join('&')}`,
    headers: new Headers(),
    text: async () => body ?? '',
  }
  calls += 1
  // Each from a place of its own, so that the limits on guessing do not hide what is behind them.
  const origin = { requestId: 'request-1', address: `10.0.${calls >> 8}.${calls & 255}`, userAgent: 'test' }
  const caller = { actor: admin, requestId: 'request-1', log: silentLogger, setSession: () => undefined }
  const response = await withOrigin(origin, () => answer(request, caller))
  return { status: response.status, text: await response.text() }
}

/** Percent-encoded; half of a surrogate pair as its three bytes, which UTF-8 does not allow. */
const encodeText = (text: string): string =>
  encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\ufffd')).replaceAll('%EF%BF%BD', '%ED%A0%80')

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

describe.each(apiTable.map(({ method, path }) => ({ method, path })))('$method $path', ({ method, path }) => {
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

  it('answers properly whatever body is sent', async () => {
    for (const [what, body] of Object.entries(badBodies))
      expectProper(await make(method, path, exampleOf(method, path), body), what)
    expect(({} as Values)['isAdmin']).toBe(undefined)
  })
})
