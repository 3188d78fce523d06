import { request as httpRequest } from 'node:http'
import { once } from 'node:events'
import { beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { apiTable } from '../../app/api/table'
import { buildApp } from '../builders/app-build'
import { useAppServer } from '../builders/app-server'
import type { Browser } from '../builders/browser'
import { buildExampleCalls, type Values } from '../builders/example-calls'
import { readForms, type HtmlForm } from '../builders/html-forms'
import { longestTurn } from '../builders/longest-turn'
import { manyPlaces } from '../builders/many-places'
import { boundsOf, overstep, type Bound, type Described } from '../builders/schema-bounds'
import { buildVisitors } from '../builders/visitors'
import { worstTexts } from '../builders/worst-texts'
import { useTestDatabase } from '../postgres/test-database'
import { exceptionalPages, pagesWithForms } from './pages-with-forms'

/** Longer than this nobody waits for somebody else's request. */
const longestMilliseconds = 100

const database = useTestDatabase()
const comeFromElsewhere = manyPlaces()
const server = useAppServer(database, {
  trustProxy: true,
  front: (request, _response, next) => {
    comeFromElsewhere(request)
    next()
  },
})
const megabyte = 1_000_000

/** What took too long, of what was tried. */
const slow: string[] = []
let tried = 0

async function time(what: string, work: () => Promise<unknown>): Promise<void> {
  tried += 1
  const milliseconds = await longestTurn(work, longestMilliseconds)
  if (milliseconds > longestMilliseconds) slow.push(`${what}: ${Math.round(milliseconds)} ms`)
}

const nested = (open: string, close: string) =>
  open.repeat(megabyte / (open.length + close.length)) +
  '1' +
  close.repeat(megabyte / (open.length + close.length))

/** Bodies of a megabyte, which is what may be sent. */
const worstBodies: Record<string, string> = {
  'lists in lists': nested('[', ']'),
  'objects in objects': nested('{"a":', '}'),
  'empty lists': `[${'[],'.repeat(megabyte / 3 - 2)}[]]`,
  'names of properties': `{${Array.from({ length: 80_000 }, (_, index) => `"${index.toString(36)}z":1`).join(',')}}`,
  'a very long number': '1'.repeat(megabyte),
  blanks: ' '.repeat(megabyte),
  'no JSON': '"'.repeat(megabyte),
}

beforeAll(async () => {
  // What is compiled and read once is nobody's fault.
  const browser = await server.openBrowser()
  for (const path of ['/', '/login', '/pricing', '/v1/openapi.json', '/v1/nothing']) await browser.open(path)
})

describe('a call', () => {
  let calls: Awaited<ReturnType<typeof buildExampleCalls>>
  beforeAll(async () => {
    calls = await buildExampleCalls(database.sequelize)
    // Examples of all calls are made anew, which takes a busy machine seconds.
  }, 30_000)

  it.each(apiTable.map((call) => ({ name: `${call.method} ${call.path}`, call })))(
    'holds nobody up with the worst in any of its fields: $name',
    async ({ name, call }) => {
      const { method, path } = call
      const example = calls.exampleOf(method, path)
      slow.length = 0
      await calls.make(method, path, example, JSON.stringify(example.body))
      for (const place of ['params', 'query', 'body'] as const) {
        const schema = call[place]
        if (!schema) continue
        const described = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Described
        for (const bound of boundsOf(described)) {
          const isInBody = place === 'body'
          const bodyWith = bodyOf(example.body, bound)
          for (const [what, value] of worstValues(bound.kind, bound.beyond, isInBody)) {
            const changed = isInBody
              ? example
              : { ...example, [place]: overstep(example[place], { ...bound, beyond: value }) }
            const body = isInBody ? bodyWith(value) : JSON.stringify(example.body)
            await time(`${name}: ${bound.path.join('.')} of ${what}`, () =>
              calls.make(method, path, changed, body),
            )
          }
        }
      }
      if (call.body)
        for (const [what, body] of Object.entries(worstBodies))
          await time(`${name}: ${what}`, () => calls.make(method, path, example, body))
      expect(slow).toEqual([])
    },
    60_000,
  )
})

/** The JSON of `example` with a value in the place of `bound`. Of a value that is sent thousands of times, it is written once. */
function bodyOf(example: Values, bound: Bound): (value: unknown) => Buffer<ArrayBuffer> {
  const mark = 'what is in this place'
  const [before = '', after = ''] = JSON.stringify(overstep(example, { ...bound, beyond: mark })).split(
    JSON.stringify(mark),
  )
  return (value) => Buffer.concat([Buffer.from(before), jsonOf(value), Buffer.from(after)])
}

const written = new Map<unknown, Buffer>()

function jsonOf(value: unknown): Buffer {
  const known = written.get(value)
  if (known) return known
  const json = Buffer.from(JSON.stringify(value))
  if (typeof value === 'string') written.set(value, json)
  return json
}

/** Just as long as a bound allows, and as long as a request may be; of texts the worst that there are. */
function* worstValues(
  kind: string,
  beyond: unknown,
  isInBody: boolean,
): Generator<[what: string, value: unknown]> {
  const longestSent = isInBody ? megabyte : 10_000
  if (kind === 'maxLength') {
    const allowed = String(beyond).length - 1
    for (const [what, text] of Object.entries(worstTexts(allowed))) yield [`${allowed} ${what}`, text]
    for (const [what, text] of Object.entries(worstTexts(longestSent))) yield [`too many ${what}`, text]
  } else if (kind === 'maxItems') {
    yield ['as many as may be', Array((beyond as unknown[]).length - 1).fill({})]
    yield ['too many', Array(Math.floor(longestSent / 4)).fill({})]
    yield ['too many that are none', Array(Math.floor(longestSent / 3)).fill(1)]
  } else if (kind === 'maxProperties' || kind === 'keyLength') {
    const keys = Object.keys(beyond as object).slice(1)
    yield ['as many as may be', Object.fromEntries(keys.map((key) => [key, key]))]
    yield ['too many', Object.fromEntries(Array.from({ length: 50_000 }, (_, index) => [`k${index}`, 'x']))]
    yield ['a key that is too long', { ['\u0301\u0335'.repeat(longestSent / 4)]: 'x' }]
  } else yield ['more than may be', beyond]
}

describe('a form', () => {
  const visitors = buildVisitors(server, database)

  it('is tried on every page that has one', () => {
    const withForms = Object.entries(buildApp().routes).flatMap(([id, route]) =>
      route?.module.action && route.module.default ? [id] : [],
    )
    expect(Object.keys(pagesWithForms).sort()).toEqual(withForms.sort())
    expect(withForms).toEqual(expect.arrayContaining(exceptionalPages))
  })

  it.each(Object.entries(pagesWithForms))(
    'holds nobody up with the worst in any of its fields: %s',
    async (route, { who, path }) => {
      slow.length = 0
      const browser = await visitors[who]()
      const address = await path(browser, server)
      const { text } = await browser.open(address)
      const forms = readForms(text).filter(({ method }) => method === 'post')
      expect(forms.length, address).toBeGreaterThan(0)
      for (const form of forms)
        for (const [what, fields] of worstForms(form))
          await time(`${route} ${form.name}: ${what}`, () => post(browser, form.action ?? address, fields))
      expect(slow).toEqual([])
    },
    60_000,
  )
})

const post = (browser: Browser, path: string, body: string) =>
  browser.send(path, {
    method: 'POST',
    headers: { Accept: 'text/html', 'Content-Type': 'application/x-www-form-urlencoded' },
    body,
  })

/** What is sent in place of a form: the worst lines, one after the other in each field, and the worst that may be sent in all. */
function* worstForms({ hidden, controls, longest }: HtmlForm): Generator<[what: string, body: string]> {
  const send = (fields: [string, string][]) =>
    new URLSearchParams([...Object.entries(hidden), ...fields]).toString()
  const names = [...new Set(controls)]
  for (const [what, text] of Object.entries(worstTexts(1000)))
    for (const name of names) {
      const others = names.filter((other) => other !== name).map((other): [string, string] => [other, '1'])
      yield [`${what} as ${name}`, send([...others, [name, text]])]
    }
  for (const [name, allowed] of Object.entries(longest).filter(([, characters]) => characters > 1000))
    for (const [what, text] of Object.entries(worstTexts(Math.min(allowed, 100_000))))
      yield [`${allowed} ${what} as ${name}`, send([[name, text]])]
  const [first = 'name'] = names
  for (const [what, text] of Object.entries(worstTexts(100_000)))
    yield [`very many ${what}`, send([[first, text]])]
  const repeated = (field: string, value: string, times: number) =>
    send(Array.from({ length: times }, (): [string, string] => [field, value]))
  yield ['as many fields as may be', repeated(first, '<&'.repeat(100), 490)]
  yield [
    'as many names as may be',
    `${send([])}&${Array.from({ length: 480 }, (_, index) => `f${index}=<`).join('&')}`,
  ]
  yield ['60,000 fields', repeated(first, 'x', 60_000)]
  yield [
    '60,000 names',
    `${send([])}&${Array.from({ length: 60_000 }, (_, index) => `f${index}=`).join('&')}`,
  ]
  yield ['a megabyte', `${send([])}&${first}=${'%CC%81%CC%B5'.repeat(80_000)}`]
}

describe('a request', () => {
  /** As Node takes them: 16 KB of headers and address in all. */
  const most = 15_000
  const headers: Record<string, Record<string, string>> = {
    cookies: { Cookie: 'a=b; '.repeat(most / 5) },
    'a cookie': { Cookie: `XSRF-TOKEN=${'%'.repeat(most)}` },
    blanks: { Authorization: `Bearer${' '.repeat(most)}` },
    'a session': { 'X-SDO-AUTHORIZATION': 'a'.repeat(most) },
    places: { 'X-Forwarded-For': '10.0.0.1, '.repeat(most / 10) },
    encodings: { 'Accept-Encoding': 'gzip;q=0.1,'.repeat(most / 11) },
    types: { Accept: 'text/html;q=0.1,'.repeat(most / 16) },
    'a type': { 'Content-Type': `application/json;${'a=b;'.repeat(most / 5)}` },
    tags: { 'If-None-Match': 'W/"a",'.repeat(most / 6) },
    ranges: { Range: `bytes=${'0-1,'.repeat(most / 4)}` },
    'a browser': { 'User-Agent': 'Mozilla/5.0 ('.repeat(most / 13) },
    'a key': { 'Idempotency-Key': 'k'.repeat(most) },
    'an origin': { Origin: `http://${'a.'.repeat(most / 2)}` },
  }
  const addresses: Record<string, string> = {
    slashes: '/'.repeat(most),
    'parts of a path': '/a'.repeat(most / 2),
    steps: '/..'.repeat(most / 3),
    codes: `/${'%41'.repeat(most / 3)}`,
    'half a code': `/${'a'.repeat(most)}%E0`,
    'a call': `/v1${'/a'.repeat(most / 2 - 2)}`,
    parameters: `/login?${'to=a&'.repeat(most / 5)}`,
    applications: `/pricing?spotDiscount=60&${'cpuCount=1&'.repeat(most / 11 - 3)}`,
    'a number': `/pricing?spotDiscount=60&memoryMb=1&numProcesses=1&cpuCount=${'1'.repeat(most - 100)}x`,
    'a discount': `/pricing?memoryMb=1&numProcesses=1&cpuCount=1&spotDiscount=${'1'.repeat(most - 100)}x`,
    'processes to pack': `/pricing?spotDiscount=60&${'cpuCount=0.001&memoryMb=1&numProcesses=9999&'.repeat(20)}`,
    'a token': `/login/new-password?token=${'a'.repeat(most)}`,
    'a mailbox': `/dev/mail?to=${'%CC%81%CC%B5'.repeat(most / 12)}`,
    'a file': `/${'a'.repeat(most)}.svg`,
    terms: `/v1/view-controller/terms?id=${'%CC%81%CC%B5'.repeat(most / 12)}`,
  }

  async function ask(path: string, sent: Record<string, string>, method = 'GET', body = ''): Promise<void> {
    const { hostname, port } = new URL((await server.openBrowser()).address)
    const call = httpRequest({ hostname, port, path, method, headers: { Accept: 'text/html', ...sent } })
    call.end(body)
    const [response] = (await once(call, 'response')) as [NodeJS.ReadableStream]
    await once(response.resume(), 'end')
  }

  it.each(['/', '/login', '/portal', '/v1/account/queryLogin', '/favicon.svg', '/health'])(
    'holds nobody up with the worst headers: %s',
    async (path) => {
      slow.length = 0
      for (const [what, sent] of Object.entries(headers)) {
        await time(`${what} for ${path}`, () => ask(path, sent))
        await time(`${what} for ${path}, written`, () => ask(path, sent, 'POST', '{}'))
      }
      expect(slow).toEqual([])
    },
    60_000,
  )

  it('holds nobody up with the worst address', async () => {
    slow.length = 0
    for (const [what, path] of Object.entries(addresses)) await time(what, () => ask(path, {}))
    expect(slow).toEqual([])
  }, 60_000)

  it.each(['/v1/account/login', '/login', '/contact-us', '/v1/nothing'])(
    'holds nobody up with the worst body: %s',
    async (path) => {
      slow.length = 0
      for (const type of ['application/json', 'application/x-www-form-urlencoded', 'text/plain', 'nonsense'])
        for (const [what, body] of Object.entries(worstBodies))
          await time(`${what} as ${type}`, () => ask(path, { 'Content-Type': type }, 'POST', body))
      expect(slow).toEqual([])
    },
    60_000,
  )
})

describe('what measures this', () => {
  it('notices a turn that is too long, and not many that are short', async () => {
    const normalise = async (marks: number) => void 'Z'.concat('\u0301\u0335'.repeat(marks)).normalize('NFC')
    expect(await longestTurn(() => normalise(16_000), longestMilliseconds)).toBeGreaterThan(
      longestMilliseconds,
    )
    const apart = async () => {
      for (let turn = 0; turn < 40; turn++) {
        await normalise(2000)
        await new Promise(setImmediate)
      }
    }
    expect(await longestTurn(apart, longestMilliseconds)).toBeLessThan(longestMilliseconds)
    expect(tried).toBeGreaterThan(1000)
  })
})
