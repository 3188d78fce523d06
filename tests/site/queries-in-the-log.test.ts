import { Writable } from 'node:stream'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { apiTable } from '../../app/api/table'
import { createLogger } from '../../core/logging/logger'
import { buildApp } from '../builders/app-build'
import { useAppServer } from '../builders/app-server'
import type { Browser } from '../builders/browser'
import { useTestDatabase } from '../postgres/test-database'

const database = useTestDatabase()
const { openBrowser, signUp } = useAppServer(database)

const written: string[] = []
const log = createLogger(
  'app',
  'trace',
  new Writable({
    write(chunk: Buffer, _encoding, done) {
      written.push(chunk.toString())
      done()
    },
  }),
)
/** What programs print past the log. */
const printers = (['log', 'info', 'warn', 'error', 'debug'] as const).map((name) =>
  vi.spyOn(console, name).mockImplementation((...parts) => void written.push(parts.map(String).join(' '))),
)

let stranger: Browser
let admin: Browser
beforeAll(async () => {
  stranger = await openBrowser({ log })
  admin = await openBrowser({ log })
  const member = await signUp('admin@example.com')
  for (const [name, value] of member.cookies) admin.cookies.set(name, value)
})
afterEach(() => {
  written.length = 0
})

const marker = 'what-nobody-may-read'
const encoded = encodeURIComponent('what nobody <may> read')
const leaked = /what-nobody-may-read|what(%20|\+| )nobody/

/** Names that some page or call reads, that Remix reads, and that nobody does. */
const names = [
  'token',
  'id',
  'to',
  'email',
  'forgot',
  'who',
  'from',
  'beforeId',
  '_data',
  'index',
  '_routes',
  'x',
]
const queries = [
  ...names.map((name) => `${name}=${marker}`),
  names.map((name) => `${name}=${marker}`).join('&'),
  encoded,
  `${marker}=%E0%A4%A`,
  `token=${marker}#${marker}`,
]

const pathOf = (id: string): string | undefined => {
  const routes = buildApp().routes
  const parts: string[] = []
  for (let route = routes[id]; route; route = route.parentId ? routes[route.parentId] : undefined)
    if (route.path) parts.unshift(route.path)
  return `/${parts.join('/')}`.replace('*', 'nobody/knows')
}

const paths = [
  ...new Set([
    ...Object.keys(buildApp().routes).map(pathOf),
    ...apiTable.map(({ path }) => path.replace(/\{\w+\}/g, '00000000-0000-4000-8000-000000000000')),
    '/health',
    '/build/nothing.js',
    '/nothing.txt',
    '/%E0%A4%A',
    '/v1/%E0%A4%A',
  ]),
]

/** One request that is refused by what was sent, one that is not understood, one with a body that holds the same. */
async function ask(browser: Browser, path: string): Promise<void> {
  const json = { 'Content-Type': 'application/json', 'X-XSRF-TOKEN': browser.cookies.get('XSRF-TOKEN') ?? '' }
  const form = { ...json, 'Content-Type': 'application/x-www-form-urlencoded', Accept: 'text/html' }
  for (const query of queries) await browser.open(`${path}?${query}`)
  const [token = ''] = queries
  for (const method of ['POST', 'PUT', 'DELETE', 'PATCH'])
    await browser.send(`${path}?${token}`, {
      method,
      headers: json,
      body: JSON.stringify({ [marker]: marker }),
    })
  await browser.send(`${path}?${token}`, { method: 'POST', headers: json, body: marker })
  await browser.send(`${path}?${token}`, { method: 'POST', headers: form, body: `form=${marker}&${token}` })
  await browser.send(`${path}?_data=routes/login`, { method: 'POST', headers: form, body: `${token}` })
  await browser.send(`${path}?${token}`, { method: 'OPTIONS' })
}

describe.each(paths)('%s', (path) => {
  it('leaves nothing of its query, its body or its fragment in the log', async () => {
    // Who is logged out is somebody else.
    for (const browser of path?.includes('logout') ? [stranger] : [stranger, admin])
      await ask(browser, path ?? '')
    expect(written.filter((line) => leaked.test(line))).toEqual([])
  }, 60_000)
})

describe('a failure of ours', () => {
  it('is logged without the query of the page or the call that met it', async () => {
    const find = vi.spyOn(database.sequelize, 'query').mockRejectedValue(new Error('the database is broken'))
    try {
      for (const path of [
        '/login/new-password',
        '/login',
        '/register',
        '/v1/view-controller/terms',
        '/terms',
      ])
        await stranger.open(`${path}?token=${marker}&id=${marker}`)
    } finally {
      find.mockRestore()
    }
    expect(written.join('')).toContain('the database is broken')
    expect(written.filter((line) => leaked.test(line))).toEqual([])
  })
})

it('hears what is printed past the log', () => {
  const { error } = console
  error(marker)
  expect(printers).toHaveLength(5)
  expect(written.some((line) => leaked.test(line))).toBe(true)
})
