import { describe, expect, it } from 'vitest'
import { nameMessages } from '../../app/input/names'
import { fillRegistration, readCode, testPassword, useAppServer } from '../builders/app-server'
import { hiddenFields } from '../builders/browser'
import { refuseWrites } from '../builders/refuse-writes'
import { useTestDatabase } from '../postgres/test-database'

const database = useTestDatabase()
const { clock, openBrowser, signUp } = useAppServer(database)

const countRows = async (table: string, column: string, value: string): Promise<number> => {
  const [rows] = await database.sequelize.query(`SELECT 1 FROM ${table} WHERE ${column} = $1`, {
    bind: [value],
  })
  return rows.length
}

describe('the way in', () => {
  it('leads from registering over the mailed code into the portal, and out again', async () => {
    const browser = await openBrowser()
    const registered = await browser.post('/register', await fillRegistration(browser, 'ada@example.com'))
    expect(registered.location).toBe('/login/verify')
    expect((await browser.open('/portal/users')).location).toBe('/login/verify')
    const wrong = await browser.submit('/login/verify', 'verify', { code: 'A0A0A0' })
    expect(wrong.status).toBe(400)
    expect(wrong.text).toContain('The token was not accepted.')
    const code = await readCode(browser, 'ada@example.com')
    const verified = await browser.submit('/login/verify', 'verify', { code: code.toLowerCase() })
    expect(verified.location).toBe('/portal')
    expect((await browser.open('/portal/users')).text).toContain('ada@example.com')
    expect((await browser.submit('/logout', 'logout')).location).toBe('/')
    expect((await browser.open('/portal/users')).location).toBe('/login?to=%2Fportal%2Fusers')
    const back = await browser.submit('/login?to=%2Fportal%2Fusers', 'login', {
      email: 'ADA@example.com',
      password: testPassword,
    })
    expect(back.location).toBe('/portal/users')
  })

  it('shows a refused form again with what was typed, except passwords', async () => {
    const browser = await openBrowser()
    const form = await fillRegistration(browser, 'not-an-address')
    const { status, text } = await browser.post('/register', form)
    expect(status).toBe(400)
    expect(text).toContain('The email not-an-address is not valid')
    expect(text).toContain('value="Ada"')
    expect(text).not.toContain(testPassword)
  })

  it('says how long a name may be', async () => {
    const browser = await openBrowser()
    const form = await fillRegistration(browser, 'long@example.com')
    const { status, text } = await browser.post('/register', { ...form, name: 'x'.repeat(201) })
    expect(status).toBe(400)
    expect(text).toContain('Name must be at most 200 characters.')
  })

  it('says what to do about a name with lines or with an address in it', async () => {
    const browser = await openBrowser()
    const form = await fillRegistration(browser, 'letter@example.com')
    for (const [name, message] of [
      ['Ada\u2028Lovelace', nameMessages.notOneLine.text],
      ['Ada of evil.example', nameMessages.holdsAddress.text],
    ] as const) {
      const { status, text } = await browser.post('/register', { ...form, name })
      expect([status, text]).toEqual([400, expect.stringContaining(message)])
    }
  })

  it('makes one account of a form sent twice at once, and signs both answers in', async () => {
    const browser = await openBrowser()
    const form = await fillRegistration(browser, 'twice@example.com')
    const answers = await Promise.all([browser.post('/register', form), browser.post('/register', form)])
    expect(answers.map(({ location }) => location)).toEqual(['/login/verify', '/login/verify'])
    expect(await countRows('users', 'email', 'twice@example.com')).toBe(1)
  })

  it('leads a second click that comes after the first one was answered to the same place', async () => {
    const browser = await openBrowser()
    const form = await fillRegistration(browser, 'second-click@example.com')
    await browser.post('/register', form)
    const second = await browser.post('/register', form)
    expect(second.location).toBe('/portal')
  })

  it('does not sign in to it somebody who sends the registration form of an account that is not proved yet with another password', async () => {
    const browser = await openBrowser()
    const form = await fillRegistration(browser, 'unproved@example.com')
    await browser.post('/register', form)
    const stranger = await openBrowser()
    const { xsrf = '' } = hiddenFields((await stranger.open('/register')).text, 'register')
    const changed = { ...form, xsrf, password: 'other-password', passwordConfirmation: 'other-password' }
    await stranger.post('/register', changed)
    const [teams] = await database.sequelize.query(
      `SELECT DISTINCT team_id FROM users JOIN sessions ON user_id = users.id WHERE email = 'unproved@example.com'`,
    )
    expect(teams).toHaveLength(2)
  })

  it('does not sign in somebody who sends an old registration form with another password', async () => {
    const browser = await openBrowser()
    const form = await fillRegistration(browser, 'shared@example.com')
    await browser.post('/register', form)
    await database.sequelize.query(
      `UPDATE users SET verified_at = created_at WHERE email = 'shared@example.com'`,
    )
    const stranger = await openBrowser()
    const { xsrf = '' } = hiddenFields((await stranger.open('/register')).text, 'register')
    const changed = { ...form, xsrf, password: 'other-password', passwordConfirmation: 'other-password' }
    const answer = await stranger.post('/register', changed)
    expect(answer.status).toBe(400)
    expect(stranger.cookies.has('X-SDO-AUTHORIZATION')).toBe(false)
  })

  it('refuses a wrong password and an unknown address with the same words', async () => {
    await signUp('known@example.com')
    const browser = await openBrowser()
    for (const email of ['known@example.com', 'unknown@example.com']) {
      const { status, text } = await browser.submit('/login', 'login', { email, password: 'wrong-password' })
      expect(status).toBe(400)
      expect(text).toContain('Incorrect username or password')
    }
  })

  it('never returns to another site after logging in', async () => {
    await signUp('careful@example.com')
    const browser = await openBrowser()
    const path = `/login?to=${encodeURIComponent('https://evil.example/portal')}`
    const { location } = await browser.submit(path, 'login', {
      email: 'careful@example.com',
      password: testPassword,
    })
    expect(location).toBe('/portal')
  })

  it('says so when it fails for our fault, with the blanks of the catalogue', async () => {
    const browser = await openBrowser()
    const form = await fillRegistration(browser, 'unlucky@example.com')
    const restore = await refuseWrites(database.sequelize, 'users', "NEW.email = 'unlucky@example.com'")
    const { text } = await browser.post('/register', form)
    await restore()
    expect(text).toContain(
      'An error occured while trying to create your account.  Please wait and try again later.',
    )
    expect((await browser.post('/register', form)).location).toBe('/login/verify')
  })

  it('says that registration is closed, and refuses the form and the call', async () => {
    const closed = await openBrowser({ registrationOpen: false })
    const { text } = await closed.open('/register')
    expect(text).toContain(
      'New account registration is currently unavailable.  Please check back again later.',
    )
    expect(text).not.toContain('name="email"')
    const { xsrf = '' } = hiddenFields((await closed.open('/login')).text, 'login')
    const form = {
      xsrf,
      form: 'register',
      name: 'A',
      email: 'a@b.cc',
      password: testPassword,
      passwordConfirmation: testPassword,
      acceptedTermsId: 'x',
    }
    expect((await closed.post('/register', form)).status).toBe(403)
    const call = await closed.call('POST', '/v1/account', {
      name: 'A',
      email: 'a@b.cc',
      password: testPassword,
      acceptedTermsId: 'x',
    })
    expect(call.status).toBe(403)
  })
})

describe('sessions', () => {
  it('get a token of their own at every login, kept only as a hash', async () => {
    const browser = await signUp('fixed@example.com')
    const before = browser.cookies.get('X-SDO-AUTHORIZATION')
    const login = await browser.call('POST', '/v1/account/login', {
      email: 'fixed@example.com',
      password: testPassword,
    })
    expect(login.json<{ result: string }>().result).toBe('SUCCESS')
    const after = browser.cookies.get('X-SDO-AUTHORIZATION') ?? ''
    expect(after).not.toBe(before)
    const stolen = await (
      await openBrowser()
    ).send('/v1/view-controller/user', {
      headers: { Authorization: `Bearer ${before}` },
    })
    expect(stolen.status).toBe(401)
    expect(await countRows('sessions', 'token_hash', after)).toBe(0)
  })

  it('end after 12 hours without use and after 7 days in any case', async () => {
    const idle = await signUp('idle@example.com')
    const busy = await signUp('busy@example.com')
    const hour = 3_600_000
    await clock.advance(11 * hour)
    expect((await busy.open('/portal/users')).status).toBe(200)
    await clock.advance(2 * hour)
    expect((await idle.open('/portal/users')).status).toBe(302)
    for (let hours = 13; hours < 7 * 24; hours += 11) {
      expect((await busy.open('/portal/users')).status).toBe(200)
      await clock.advance(11 * hour)
    }
    expect((await busy.open('/portal/users')).status).toBe(302)
  })

  it('are carried by a cookie that scripts and other sites cannot use', async () => {
    const secure = await openBrowser({ secureCookies: true })
    const form = await fillRegistration(secure, 'cookie@example.com')
    const { headers } = await secure.post('/register', form)
    const cookie = headers.getSetCookie().find((line) => line.startsWith('__Host-X-SDO-AUTHORIZATION='))
    for (const attribute of ['HttpOnly', 'Secure', 'SameSite=Strict', 'Max-Age='])
      expect(cookie).toContain(attribute)
  })

  it('are known by bearer token and by the header of the cookie name as well', async () => {
    const token = (await signUp('headers@example.com')).cookies.get('X-SDO-AUTHORIZATION') ?? ''
    const ways: Record<string, string>[] = [
      { Authorization: `Bearer ${token}` },
      { 'X-SDO-AUTHORIZATION': token },
    ]
    for (const headers of ways) {
      const answer = await (
        await openBrowser()
      ).send('/v1/user/integration', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', ...headers },
        body: JSON.stringify({ name: Object.keys(headers)[0] }),
      })
      expect(answer.status).toBe(200)
    }
  })
})
