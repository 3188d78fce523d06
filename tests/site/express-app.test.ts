import { describe, expect, it } from 'vitest'
import { testPassword, useAppServer } from '../builders/app-server'
import { useTestDatabase } from '../postgres/test-database'

const database = useTestDatabase()
const { openBrowser, signUp } = useAppServer(database)

describe('writes from other sites', () => {
  it('are refused when a form or a call lacks the token, or has one of another session', async () => {
    const browser = await signUp('victim@example.com')
    const other = await signUp('attacker@example.com')
    const foreign = other.cookies.get('XSRF-TOKEN') ?? ''
    for (const xsrf of ['', foreign]) {
      expect((await browser.post('/logout', { form: 'logout', xsrf })).status).toBe(403)
      const call = await browser.send('/v1/user/integration', {
        method: 'POST',
        headers: { 'X-XSRF-TOKEN': xsrf },
        body: '{"name":"CI"}',
      })
      expect(call.status).toBe(403)
      const { code, message } = call.json<{ code: string; message: string }>()
      expect(code).toBe('cross-site')
      expect(message).toContain('X-XSRF-TOKEN')
    }
    expect((await browser.open('/portal/users')).status).toBe(200)
  })

  it('cannot log anybody in', async () => {
    const browser = await openBrowser()
    const form = await browser.post('/login', { form: 'login', email: 'a@b.cc', password: testPassword })
    expect(form.status).toBe(403)
    const call = await browser.send('/v1/account/login', {
      method: 'POST',
      headers: { 'Sec-Fetch-Site': 'cross-site', 'Content-Type': 'text/plain' },
      body: '{}',
    })
    expect(call.status).toBe(403)
  })
})

describe('every answer', () => {
  it('allows only our own scripts and styles', async () => {
    const { headers, text } = await (await openBrowser()).open('/login')
    const policy = headers.get('content-security-policy') ?? ''
    expect(policy).not.toContain('unsafe')
    const nonce = /'nonce-([^']+)'/.exec(policy)?.[1]
    expect(text).toContain('<script')
    for (const [tag] of text.matchAll(/<script[^>]*>/g)) expect(tag).toContain(`nonce="${nonce}"`)
    expect(text).not.toMatch(/ style="/)
  })

  it('that fails carries its request id, in the body as in the header', async () => {
    const { headers, json } = await (await openBrowser()).send('/v1/nothing')
    expect(json<{ requestId: string }>().requestId).toBe(headers.get('x-request-id'))
  })

  it('is JSON wherever programs ask, in whatever letters and whatever they say they accept', async () => {
    const browser = await openBrowser()
    for (const path of ['/v1', '/v1/nothing', '/V1/nothing', '/v1/account/login']) {
      const answer = await browser.send(path, {
        method: 'POST',
        headers: { Accept: 'text/html', 'Content-Type': 'text/plain' },
        body: 'a'.repeat(1_100_000),
      })
      expect([path, answer.status, answer.headers.get('content-type')]).toEqual([
        path,
        413,
        'application/json; charset=utf-8',
      ])
    }
  })

  it('to a body over 1 MB is 413', async () => {
    const browser = await openBrowser()
    const answer = await browser.call('POST', '/v1/account/login', { email: 'x'.repeat(1_100_000) })
    expect(answer.status).toBe(413)
    expect(answer.json<{ code: string }>().code).toBe('too-large')
  })

  it('to an unknown first segment is the home page, as 404, and to an unknown page of a known area an error page', async () => {
    const browser = await openBrowser()
    for (const path of ['/nobody/knows', '/metrics', '/readyz']) {
      const home = await browser.open(path)
      expect([path, home.status]).toEqual([path, 404])
      expect(home.text).toMatch(/This page does not exist\.[\s\S]*Rapid, Simple, Affordable DevOps/)
      expect(home.text).toContain('<title>Page not found · SDO</title>')
    }
    expect((await browser.open('/')).text).not.toContain('does not exist')
    expect((await browser.open('/login/nothing')).status).toBe(404)
    expect((await browser.send('/V1/nothing')).json()).toMatchObject({ code: 'not-found' })
  })

  it('outside standalone mode knows no mailbox', async () => {
    const production = await openBrowser({ isStandalone: false })
    expect((await production.open('/dev/mail')).status).toBe(404)
    expect((await production.open('/dev/mail.json')).status).toBe(404)
  })

  it('is without the top navigation on logout and terms', async () => {
    const browser = await openBrowser()
    expect((await browser.open('/terms')).text).not.toContain('aria-label="Site"')
    expect((await browser.open('/login')).text).toContain('aria-label="Site"')
  })
})
