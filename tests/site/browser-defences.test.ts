import { request } from 'node:http'
import { describe, expect, it } from 'vitest'
import { fillRegistration, readCode, testPassword, useAppServer } from '../builders/app-server'
import { hiddenFields, type Browser } from '../builders/browser'
import { useTestDatabase } from '../postgres/test-database'

const { openBrowser, signUp } = useAppServer(useTestDatabase())
const session = 'X-SDO-AUTHORIZATION'

/** Somebody who came by https, signed in. */
async function signUpSecurely(email: string): Promise<Browser> {
  const browser = await openBrowser({ secureCookies: true })
  await browser.post('/register', await fillRegistration(browser, email))
  await browser.submit('/login/verify', 'verify', { code: await readCode(browser, email) })
  return browser
}

describe('every answer', () => {
  it.each([
    '/',
    '/portal',
    '/terms',
    '/login/nothing',
    '/v1/openapi.json',
    '/v1/nothing',
    '/health',
    '/favicon.svg',
  ])('keeps browsers from misreading, framing and leaking it: %s', async (path) => {
    const { headers } = await (await openBrowser({ secureCookies: true })).open(path)
    const policy = headers.get('Content-Security-Policy') ?? ''
    for (const directive of [
      "default-src 'none'",
      "object-src 'none'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ])
      expect(policy).toContain(directive)
    expect(policy).not.toContain('unsafe')
    expect(Object.fromEntries(headers)).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
      'permissions-policy': expect.stringContaining('camera=(), ') as string,
    })
    expect(headers.has('access-control-allow-origin')).toBe(false)
    expect(headers.has('x-powered-by')).toBe(false)
  })

  it.each([
    '/portal/users',
    '/v1/view-controller/user',
    '/v1/view-controller/audit-log/csv',
    '/login',
    '/health',
  ])('is kept in no cache: %s', async (path) => {
    const { status, headers } = await (
      await signUp(`cached${path.replaceAll('/', '-')}@example.com`)
    ).open(path)
    expect(status).toBeLessThan(400)
    expect(headers.get('Cache-Control')).toBe('no-store')
  })

  it.each([
    ['/', 'text/html; charset=utf-8'],
    ['/v1/openapi.json', 'application/json'],
    ['/v1/view-controller/audit-log/csv', 'text/csv; charset=utf-8'],
    ['/favicon.svg', 'image/svg+xml; charset=utf-8'],
  ])('says what it is: %s', async (path, type) => {
    const browser = await signUp(`type${path.replaceAll('/', '-')}@example.com`)
    expect((await browser.open(path)).headers.get('Content-Type')).toContain(type)
  })

  it('to a method that nobody here understands is a refusal that repeats nothing', async () => {
    const { hostname, port } = new URL((await openBrowser()).address)
    const [status, text] = await new Promise<[number | undefined, string]>((resolve, reject) => {
      request(
        { hostname, port, method: 'TRACE', path: '/', headers: { 'X-Secret': 'repeated' } },
        (answer) => {
          let body = ''
          answer.setEncoding('utf8').on('data', (part: string) => (body += part))
          answer.on('end', () => resolve([answer.statusCode, body]))
        },
      )
        .on('error', reject)
        .end()
    })
    expect(status).toBe(405)
    expect(text).not.toContain('repeated')
  })

  it.each([
    '/.git/config',
    '/.env',
    '/package.json',
    '/../package.json',
    '/%2e%2e/package.json',
    '/build/',
    '/build/../../package.json',
  ])('holds no file that is not for browsers: %s', async (path) => {
    const { headers, text } = await (await openBrowser()).send(path)
    expect(headers.get('Content-Type')).toMatch(/^text\/html/)
    expect(text).not.toMatch(/\[core\]|"dependencies"|Index of/)
  })
})

describe('a field for a password', () => {
  it.each([
    ['/login', ['current-password']],
    ['/register', ['new-password', 'new-password']],
  ])('is masked, and lets password managers do their work: %s', async (path, purposes) => {
    const { text } = await (await openBrowser()).open(path)
    const fields = [...text.matchAll(/<input[^>]*name="password\w*"[^>]*>/g)].map(([field]) => field)
    expect(fields.map((field) => /autoComplete="([\w-]+)"/i.exec(field)?.[1])).toEqual(purposes)
    for (const field of fields) expect(field).toContain('type="password"')
    expect(text).toMatch(/<input[^>]*autoComplete="username"[^>]*name="email"/i)
    expect(text).not.toMatch(/onpaste|autocomplete="off"/i)
  })
})

describe('cookies by https', () => {
  it('of pages belong to this host alone, and only the cross-site token is for scripts', async () => {
    const browser = await signUpSecurely('host@example.com')
    expect([...browser.cookies.keys()].sort()).toEqual(['XSRF-TOKEN', `__Host-${session}`])
    const { headers } = await browser.submit('/portal/users/create-integration', 'createIntegration', {
      name: 'CI',
    })
    const [flash] = headers.getSetCookie()
    expect(flash).toMatch(/^__Host-SDO-FLASH=.*; Path=\/; .*HttpOnly; Secure; SameSite=Strict$/)
    expect((await browser.open('/portal/users')).text).toContain('The integration user was created.')
  })

  it('cannot be planted by a neighbouring host: pages do not take the name that programs know', async () => {
    const browser = await signUpSecurely('planted@example.com')
    const token = browser.cookies.get(`__Host-${session}`) ?? ''
    const victim = await openBrowser({ secureCookies: true })
    victim.cookies.set(session, token)
    expect((await victim.open('/portal/users')).location).toMatch(/^\/login/)
    expect((await victim.send('/v1/view-controller/user')).status).toBe(200)
  })

  it('of a call have the name that programs know as well, and end together', async () => {
    await signUpSecurely('program@example.com')
    const program = await openBrowser({ secureCookies: true })
    await program.call('POST', '/v1/account/login', { email: 'program@example.com', password: testPassword })
    expect(program.cookies.get(session)).toBe(program.cookies.get(`__Host-${session}`))
    expect((await program.open('/portal/users')).status).toBe(200)
    await program.submit('/logout', 'logout')
    expect([...program.cookies.keys()].filter((name) => name.includes(session))).toEqual([])
  })
})

describe('what another site may have caused', () => {
  it.each(['cross-site', 'same-site'])(
    'is refused where the browser says so, token or not: %s',
    async (site) => {
      const browser = await signUp(`${site}@example.com`)
      const xsrf = browser.cookies.get('XSRF-TOKEN') ?? ''
      const headers = { 'Sec-Fetch-Site': site, 'X-XSRF-TOKEN': xsrf, 'Content-Type': 'application/json' }
      const answer = await browser.send('/v1/user/integration', {
        method: 'POST',
        headers,
        body: '{"name":"CI"}',
      })
      expect(answer.status).toBe(403)
    },
  )

  const login = { email: 'origin@example.com', password: testPassword }

  /** A login as a page of `origin` would cause it, in a browser that says nothing else. */
  const logInFrom = (origin: string, browser: Browser, headers: Record<string, string> = {}) =>
    browser.send('/v1/account/login', {
      method: 'POST',
      headers: { Origin: origin, 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify(login),
    })

  it.each([
    'https://evil.example',
    'null',
    'http://portal.test.evil.example',
    'https://portal.test',
    'http://portal.test:81',
    'http://localhost',
    'file://',
    '',
  ])('is refused where the browser says no more than its origin: %j', async (origin) => {
    const browser = await openBrowser()
    expect((await logInFrom(origin, browser)).json()).toMatchObject({ code: 'cross-site' })
    expect((await submitFrom(origin, browser)).status).toBe(403)
  })

  /** The same by the form of the page. */
  async function submitFrom(origin: string, browser: Browser, headers: Record<string, string> = {}) {
    const { text } = await browser.open('/login')
    return browser.send('/login?index', {
      method: 'POST',
      headers: { Origin: origin, 'Content-Type': 'application/x-www-form-urlencoded', ...headers },
      body: new URLSearchParams({ ...hiddenFields(text, 'login'), ...login }).toString(),
    })
  }

  it('is told from our own pages by the origin: the public address, behind whatever proxy, or the one that was asked', async () => {
    await signUp(login.email)
    const { address } = await openBrowser()
    for (const origin of ['http://portal.test', address]) {
      expect((await logInFrom(origin, await openBrowser())).status, origin).toBe(200)
      expect((await submitFrom(origin, await openBrowser())).location, origin).toBe('/portal')
    }
  })

  it('is our own without an origin only where the browser says that it is', async () => {
    const site = { 'Sec-Fetch-Site': 'same-origin' }
    expect((await logInFrom('null', await openBrowser(), site)).status).toBe(200)
    expect((await submitFrom('null', await openBrowser(), site)).location).toBe('/portal')
    const typed = { 'Sec-Fetch-Site': 'none' }
    expect((await logInFrom('null', await openBrowser(), typed)).status).toBe(403)
    expect((await submitFrom('null', await openBrowser(), typed)).status).toBe(403)
  })

  it.each([undefined, 'text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])(
    'is no call, for what a page may send anywhere without asking is no JSON: %s',
    async (contentType) => {
      const browser = await openBrowser()
      const headers = contentType === undefined ? undefined : { 'Content-Type': contentType }
      const body = new Blob([JSON.stringify(login)])
      const answer = await browser.send('/v1/account/login', { method: 'POST', headers, body })
      expect(answer.status).toBe(415)
      expect(answer.json<{ message: string }>().message).toContain('Content-Type: application/json')
      expect(browser.cookies.has(session)).toBe(false)
    },
  )

  it('is refused for a GET that makes something, too', async () => {
    const browser = await signUp('get@example.com')
    const path = '/v1/account/auth-token'
    expect((await browser.open(path)).status).toBe(403)
    expect((await browser.call('GET', path)).status).toBe(200)
    const headers = { Authorization: `Bearer ${browser.cookies.get(session)}` }
    expect((await (await openBrowser()).send(path, { headers })).status).toBe(200)
  })
})

describe('the source of a request', () => {
  const addressOf = async (browser: Browser): Promise<string | undefined> => {
    await browser.call('POST', '/v1/account/logout-others')
    const { sessions } = (await browser.call('GET', '/v1/view-controller/security')).json<{
      sessions: { address: string; isCurrent: boolean }[]
    }>()
    return sessions.find(({ isCurrent }) => isCurrent)?.address
  }

  async function logInBy(options: { trustProxy?: number }, forwarded: string): Promise<Browser> {
    const email = `source-${forwarded.length}-${options.trustProxy ?? 0}@example.com`
    await signUp(email)
    const browser = await openBrowser(options)
    await browser.send('/v1/account/login', {
      method: 'POST',
      headers: { 'X-Forwarded-For': forwarded, 'Content-Type': 'application/json' },
      body: JSON.stringify({ email, password: testPassword }),
    })
    return browser
  }

  it('is the connection, whatever is claimed, unless a proxy is trusted', async () => {
    expect(await addressOf(await logInBy({}, '203.0.113.9'))).toBe('127.0.0.1')
  })

  it('is what the last of as many proxies as are trusted saw, and never what was claimed before it', async () => {
    const browser = await logInBy({ trustProxy: 1 }, '198.51.100.1, 203.0.113.9')
    expect(await addressOf(browser)).toBe('203.0.113.9')
  })
})
