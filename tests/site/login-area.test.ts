import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { testPassword, useAppServer } from '../builders/app-server'
import { readForms } from '../builders/html-forms'
import { refuseWrites } from '../builders/refuse-writes'
import { logIn, readResetLink } from '../builders/sign-in'
import { useTestDatabase } from '../postgres/test-database'

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
    const { location = '' } = await browser.open(await readResetLink(browser, 'forgot@example.com'))
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

  it('says so when it fails for our fault, with the blanks of the catalogue', async () => {
    const email = 'unlucky@example.com'
    await signUp(email)
    const browser = await openBrowser()
    await browser.submit('/login/forgot-password', 'forgotPassword', { email })
    const { location = '' } = await browser.open(await readResetLink(browser, email))
    const typed = { password: newPassword, passwordConfirmation: newPassword }
    const set = () => browser.submit(location, 'newPassword', typed)
    const allowSetting = await refuseWrites(database.sequelize, 'users', `NEW.email = '${email}'`)
    expect((await set()).text).toContain('There was a problem contacting the server.  Please try again.')
    await allowSetting()
    expect((await set()).location).toBe('/login')
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
    const empty = await browser.submit(page, 'changePassword', { ...fields, currentPassword: '' })
    expect(empty.text).toContain('Enter your current password.')
    expect(empty.text).not.toContain('was incorrect')
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
    const { text } = await browser.open('/login/terms')
    expect(text).toContain('Newer terms')
    expect(text.match(/<h1\b/g)).toHaveLength(1)
    expect((await browser.open('/portal/users')).text).not.toContain('New terms of service take effect at')
    await clock.advance(minute)
    expect((await browser.open('/portal/users')).location).toBe('/login/terms')
    const asked = await browser.open('/login/terms')
    // Leaving takes one click there, too, and no page that asks first.
    expect(readForms(asked.text).map(({ name }) => name)).toContain('logout')
    expect(asked.text).not.toContain('href="/logout"')
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
