import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { testPassword, useAppServer } from '../../tests/builders/app-server'
import { codeAt } from '../../tests/builders/authenticator'
import type { Browser } from '../../tests/builders/browser'
import { useTestDatabase } from '../../tests/postgres/test-database'

const database = useTestDatabase()
const { clock, openBrowser, signUp } = useAppServer(database)

const minute = 60_000
const newPassword = 'battery-staple'
const run = (statement: string, bind: unknown[] = []) => database.sequelize.query(statement, { bind })
const publishTerms = (id: string, inMilliseconds: number) =>
  run(`INSERT INTO terms (id, content, effective_at) VALUES ($1, '<h1>Newer terms</h1>', $2)`, [
    id,
    new Date(clock.now() + inMilliseconds),
  ])

/** The link in the newest mail to `email` that has one to set a password. */
async function readLink(browser: Browser, email: string): Promise<string> {
  const find = async () => {
    const mails = (await browser.send(`/dev/mail.json?to=${email}`)).json<{ text: string }[]>()
    return mails.map(({ text }) => /\/login\?forgot=true&token=[\w-]+/.exec(text)?.[0]).find(Boolean)
  }
  await expect.poll(find).toBeTruthy()
  return (await find()) ?? ''
}

const logIn = (browser: Browser, email: string, password = testPassword) =>
  browser.submit('/login', 'login', { email, password })

const readRecoveryCodes = (html: string) => html.match(/\b([A-Z2-9]{5}-){4}[A-Z2-9]{5}\b/g) ?? []

/** Adds an authenticator by the pages, as somebody without JavaScript would, and gives its key and the recovery codes. */
async function addAuthenticator(browser: Browser): Promise<{ secret: string; recoveryCodes: string[] }> {
  const { location = '' } = await browser.submit('/portal/security', 'addToken')
  const { text } = await browser.open(location)
  const secret = /<code[^>]*>([A-Z2-7]{32})<\/code>/.exec(text)?.[1] ?? ''
  const currentPassword = testPassword
  const wrong = await browser.submit(location, 'activate', { code: '12345', currentPassword })
  expect(wrong.status).toBe(400)
  expect(wrong.text).toContain('Your token was invalid, try again.')
  const code = codeAt(secret, clock.now())
  const right = await browser.submit(location, 'activate', { code, currentPassword })
  expect(right.status).toBe(200)
  return { secret, recoveryCodes: readRecoveryCodes(right.text) }
}

describe('every state of logging in × every page', () => {
  const browsers = new Map<string, Browser>()

  beforeAll(async () => {
    browsers.set('signed out', await openBrowser())
    for (const [state, change] of [
      ['unverified', 'verified_at = NULL'],
      ['password chosen by an admin', 'force_password_change = true'],
      ['terms to accept', "created_at = '2020-01-01'"],
      ['logged in', 'is_admin = true'],
    ] as const) {
      const email = `${state.replaceAll(' ', '-')}@example.com`
      browsers.set(state, await signUp(email))
      if (state === 'terms to accept') {
        await run('DELETE FROM terms_acceptances WHERE user_id = (SELECT id FROM users WHERE email = $1)', [
          email,
        ])
      }
      await run(`UPDATE users SET ${change} WHERE email = $1`, [email])
    }
  })

  const open = 'opens'
  const toLogin = (path: string) => `/login?to=${encodeURIComponent(path)}`
  /** Per page: where it leads somebody signed out, unverified, with a password to change, with terms to accept, and logged in. */
  const table: [string, string[]][] = [
    ['/', [open, open, open, open, open]],
    ['/terms', [open, open, open, open, open]],
    ['/register', [open, '/portal', '/portal', '/portal', '/portal']],
    ['/login', [open, '/portal', '/portal', '/portal', '/portal']],
    ['/login/code', ['/login', '/portal', '/portal', '/portal', '/portal']],
    ['/login/forgot-password', [open, open, open, open, open]],
    ['/login/new-password?token=x', [open, open, open, open, open]],
    ['/login/verify', [toLogin('/login/verify'), open, '/login/change-password', '/login/terms', '/portal']],
    [
      '/login/change-password',
      [toLogin('/login/change-password'), '/login/verify', open, '/login/terms', '/portal'],
    ],
    ['/login/terms', [toLogin('/login/terms'), '/login/verify', '/login/change-password', open, '/portal']],
    ['/logout', ['/', open, open, open, open]],
    ...['/portal/users', '/portal/security', '/portal/security/change-password'].map(
      (path): [string, string[]] => [
        path,
        [toLogin(path), '/login/verify', '/login/change-password', '/login/terms', open],
      ],
    ),
  ]
  const states = ['signed out', 'unverified', 'password chosen by an admin', 'terms to accept', 'logged in']
  const cases = table.flatMap(([path, outcomes]) =>
    states.map((state, index) => ({ path, state, outcome: outcomes[index] ?? '' })),
  )

  it.each(cases)('$path, $state: $outcome', async ({ path, state, outcome }) => {
    const answer = await browsers.get(state)?.open(path)
    expect(answer?.status === 200 ? open : answer?.location).toBe(outcome)
  })
})

describe('a forgotten password', () => {
  it('is replaced by the link in the mail, which logs everything out', async () => {
    const other = await signUp('forgot@example.com')
    const browser = await openBrowser()
    const asked = await browser.submit('/login/forgot-password', 'forgotPassword', {
      email: 'forgot@example.com',
    })
    const confirmation = (await browser.open(asked.location ?? '')).text
    expect(confirmation).toContain(
      'If an account exists for this e-mail, a link to set a new password was sent',
    )
    const { location = '' } = await browser.open(await readLink(browser, 'forgot@example.com'))
    expect(location).toMatch(/^\/login\/new-password\?token=/)
    const set = (fields: Record<string, string>) => browser.submit(location, 'newPassword', fields)
    const mismatch = await set({ password: newPassword, passwordConfirmation: 'another' })
    expect([mismatch.status, mismatch.text]).toEqual([400, expect.stringContaining('not the same')])
    const short = await set({ password: 'short', passwordConfirmation: 'short' })
    expect(short.text).toContain('Your password did not meet the requirements.')
    const done = await set({ password: newPassword, passwordConfirmation: newPassword })
    expect(done.location).toBe('/login')
    const again = await set({ password: newPassword, passwordConfirmation: newPassword })
    expect(again.text).toContain('must be finished within 10 minutes')
    expect((await other.open('/portal/users')).status).toBe(302)
    expect((await logIn(browser, 'forgot@example.com', newPassword)).location).toBe('/portal')
  })

  it('says the same about an address that nobody has', async () => {
    const browser = await openBrowser()
    const known = await browser.call('POST', '/v1/account/forgot-password', { email: 'forgot@example.com' })
    const unknown = await browser.call('POST', '/v1/account/forgot-password', { email: 'nobody@example.com' })
    expect([known.status, known.text]).toEqual([unknown.status, unknown.text])
    const empty = await browser.submit('/login/forgot-password', 'forgotPassword', { email: ' ' })
    expect(empty.status).toBe(400)
  })
})

describe('the second factor', () => {
  it('is asked for after the password, once per code, and by a reset too', async () => {
    const owner = await signUp('factor@example.com')
    const { secret } = await addAuthenticator(owner)
    expect((await owner.open('/portal/security')).text).toContain('Never')
    await clock.advance(minute)
    const browser = await openBrowser()
    const prompt = (await logIn(browser, 'factor@example.com')).location ?? ''
    expect(prompt).toBe('/login/code?to=%2Fportal')
    expect((await browser.open('/portal/users')).status).toBe(302)
    const answer = (code: string) => browser.submit(prompt, 'code', { code })
    expect((await answer('000000')).text).toContain('The token you entered was rejected.  Please try again.')
    const throttled = await answer(codeAt(secret, clock.now()))
    expect([throttled.status, throttled.text]).toEqual([
      429,
      expect.stringContaining('Throttled.  Please wait 2 seconds before trying again.'),
    ])
    await clock.advance(2000)
    expect((await answer(codeAt(secret, clock.now()))).location).toBe('/portal')
    expect((await browser.open('/portal/users')).status).toBe(200)

    const stranger = await openBrowser()
    await stranger.submit('/login/forgot-password', 'forgotPassword', { email: 'factor@example.com' })
    const { location = '' } = await stranger.open(await readLink(stranger, 'factor@example.com'))
    const passwords = { password: newPassword, passwordConfirmation: newPassword }
    const needed = await stranger.submit(location, 'newPassword', passwords)
    expect(needed.text).toContain('Enter the code that your authenticator app shows.')
    expect(needed.text).toContain('name="code"')
    await clock.advance(minute)
    const code = codeAt(secret, clock.now())
    expect((await stranger.submit(location, 'newPassword', { ...passwords, code })).location).toBe('/login')
  })

  it('answers the call as the product does', async () => {
    const owner = await signUp('call@example.com')
    const { secretId, code: secret } = (await owner.call('GET', '/v1/account/auth-token')).json<{
      secretId: string
      code: string
    }>()
    const activate = (token: string) =>
      owner.call('POST', '/v1/account/auth-token/activate', { id: secretId, token })
    expect((await activate('000000')).json()).toBe(false)
    expect((await activate(codeAt(secret, clock.now()))).json()).toBe(true)
    const program = await openBrowser()
    const login = await program.call('POST', '/v1/account/login', {
      email: 'call@example.com',
      password: testPassword,
    })
    expect(login.json()).toEqual({
      result: 'SUCCESS',
      tokenResult: 'AUTHENTICATION_TOKEN_NEEDED',
      systemError: false,
      details: { state: 'NOT_LOGGED_IN' },
    })
    expect(login.headers.getSetCookie().some((cookie) => cookie.startsWith('X-SDO-AUTHORIZATION'))).toBe(
      false,
    )
    const unproven = await owner.call('DELETE', `/v1/account/auth-token/${secretId}`)
    expect([unproven.status, unproven.text]).toEqual([
      400,
      expect.stringContaining('The current password you entered was incorrect.'),
    ])
    const removed = await owner.call('DELETE', `/v1/account/auth-token/${secretId}`, {
      currentPassword: testPassword,
    })
    expect(removed.json()).toEqual({ result: 'SUCCESS' })
    expect((await owner.call('GET', '/v1/view-controller/security')).json()).toMatchObject({
      twoFactorTokens: [],
    })
  })

  it('goes away on a page that asks first', async () => {
    const owner = await signUp('goes@example.com')
    await addAuthenticator(owner)
    const link = /\/portal\/security\/delete-token\?id=[\w-]+/.exec(
      (await owner.open('/portal/security')).text,
    )?.[0]
    expect((await owner.open(link ?? '')).text).toContain('your password alone is enough')
    const remove = (currentPassword: string) => owner.submit(link ?? '', 'delete', { currentPassword })
    expect((await remove('wrong-password')).text).toContain('The current password you entered was incorrect.')
    expect((await remove(testPassword)).location).toBe('/portal/security')
    expect((await logIn(await openBrowser(), 'goes@example.com')).location).toBe('/portal')
  })

  it('is not asked of a browser that never gave the password', async () => {
    const browser = await openBrowser()
    browser.cookies.set('SDO-CHALLENGE', 'made-up')
    const answer = await browser.submit('/login/code', 'code', { code: '123456' })
    expect(answer.location).toBe('/login')
  })
})

describe('changing the password', () => {
  it('logs out everything else and says what was wrong', async () => {
    const browser = await signUp('change@example.com')
    const other = await openBrowser()
    await logIn(other, 'change@example.com')
    const page = '/portal/security/change-password'
    const fields = { currentPassword: testPassword, password: newPassword, passwordConfirmation: newPassword }
    const wrong = await browser.submit(page, 'changePassword', {
      ...fields,
      currentPassword: 'wrong-password',
    })
    expect(wrong.text).toContain('The current password you entered was incorrect.')
    const same = { ...fields, password: testPassword, passwordConfirmation: testPassword }
    expect((await browser.submit(page, 'changePassword', same)).text).toContain('must not be the current one')
    expect((await browser.submit(page, 'changePassword', fields)).location).toBe('/portal/security')
    expect((await browser.open('/portal/users')).status).toBe(200)
    expect((await other.open('/portal/users')).status).toBe(302)
  })

  it('is the only thing to do for somebody whose password was chosen for them', async () => {
    const browser = await signUp('forced@example.com')
    await run('UPDATE users SET force_password_change = true WHERE email = $1', ['forced@example.com'])
    expect((await browser.call('GET', '/v1/view-controller/user')).text).toContain(
      'Please change your password first.',
    )
    const fields = { currentPassword: testPassword, password: newPassword, passwordConfirmation: newPassword }
    const changed = await browser.submit('/login/change-password', 'changePassword', fields)
    expect(changed.location).toBe('/portal')
    expect((await browser.open('/portal/users')).status).toBe(200)
  })
})

describe('the list of sessions', () => {
  it('logs out everything else', async () => {
    const browser = await signUp('sessions@example.com')
    const other = await openBrowser()
    await logIn(other, 'sessions@example.com')
    expect((await browser.open('/portal/security')).text).toContain('127.0.0.1')
    expect((await browser.submit('/portal/security', 'logoutOthers')).location).toBe('/portal/security')
    expect((await other.open('/portal/users')).status).toBe(302)
    expect((await browser.open('/portal/security')).text).not.toContain('Log out everywhere else')
  })
})

describe('guessing a password', () => {
  it('is answered with 429 after a while', async () => {
    await signUp('guessed@example.com')
    const browser = await openBrowser()
    for (let guess = 0; guess < 5; guess++) await logIn(browser, 'guessed@example.com', 'wrong-password')
    const { status, text } = await logIn(browser, 'guessed@example.com')
    expect([status, text]).toEqual([
      429,
      expect.stringContaining('Please wait 1 second before trying again.'),
    ])
    await clock.advance(1000)
    expect((await logIn(browser, 'guessed@example.com')).location).toBe('/portal')
  })
})

describe('newer terms', () => {
  it('are announced, then block everything until they are accepted', async () => {
    const browser = await signUp('terms@example.com')
    await publishTerms(randomUUID(), minute)
    expect((await browser.open('/portal/users')).text).toContain('New terms of service take effect at')
    expect((await browser.open('/login/terms')).text).toContain('Newer terms')
    expect((await browser.open('/portal/users')).text).not.toContain('New terms of service take effect at')
    await clock.advance(minute)
    expect((await browser.open('/portal/users')).location).toBe('/login/terms')
    const refused = await browser.call('GET', '/v1/view-controller/user')
    expect([refused.status, refused.text]).toEqual([403, expect.stringContaining('accept the terms')])
    const { terms } = (await browser.call('GET', '/v1/view-controller/terms/unaccepted')).json<{
      terms: { id: string }[]
    }>()
    expect(terms).toHaveLength(1)
    expect((await browser.submit('/login/terms', 'accept')).location).toBe('/portal')
    expect((await browser.open('/portal/users')).status).toBe(200)
    expect((await browser.open('/login/terms')).location).toBe('/portal')
  })
})
