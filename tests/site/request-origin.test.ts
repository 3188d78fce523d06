import { QueryTypes } from 'sequelize'
import { describe, expect, it } from 'vitest'
import { testPassword, useAppServer } from '../builders/app-server'
import type { Browser } from '../builders/browser'
import { useTestDatabase } from '../postgres/test-database'

const database = useTestDatabase()
const { openBrowser, signUp } = useAppServer(database)

/** What the audit log and the list of sessions know of the login that the request `id` made. */
const readLogin = (id: string | null) =>
  database.sequelize.query(
    `SELECT source_address, address, user_agent FROM audit_entries JOIN sessions ON target_id = sessions.id
     WHERE action = 'session.login' AND request_id = $1`,
    { bind: [id], type: QueryTypes.SELECT },
  )

const ways: Record<string, (browser: Browser, email: string) => ReturnType<Browser['send']>> = {
  'a page': (browser, email) => browser.submit('/login', 'login', { email, password: testPassword }),
  'a call': (browser, email) => browser.call('POST', '/v1/account/login', { email, password: testPassword }),
}

describe.each(Object.entries(ways))('a login by %s', (way, logIn) => {
  it('is recorded with the id of its request and where it came from', async () => {
    const email = `${way.replace(' ', '-')}@example.com`
    await signUp(email)
    const { headers } = await logIn(await openBrowser(), email)
    expect(await readLogin(headers.get('x-request-id'))).toEqual([
      { source_address: '127.0.0.1', address: '127.0.0.1', user_agent: 'node' },
    ])
  })
})

it('is the client that the trusted proxy names, and at most 300 characters of what it says it is', async () => {
  await signUp('behind-proxies@example.com')
  const browser = await openBrowser({ trustProxy: 1 })
  const { headers } = await browser.send('/v1/account/login', {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'X-Forwarded-For': '198.51.100.1, 2001:db8::7',
      'User-Agent': 'x'.repeat(400),
    },
    body: JSON.stringify({ email: 'behind-proxies@example.com', password: testPassword }),
  })
  expect(await readLogin(headers.get('x-request-id'))).toEqual([
    { source_address: '2001:db8::7', address: '2001:db8::7', user_agent: 'x'.repeat(300) },
  ])
})
