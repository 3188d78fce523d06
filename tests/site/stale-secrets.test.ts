import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { fillRegistration, readCode, testPassword, useAppServer } from '../builders/app-server'
import { readResetLink } from '../builders/sign-in'
import { buildVisitors } from '../builders/visitors'
import { useTestDatabase } from '../postgres/test-database'
import { sessionCookie, xsrfCookie } from '../../app/http/request/cookies'

const database = useTestDatabase()
const challengeCookie = 'SDO-CHALLENGE'
const server = useAppServer(database)
const visitors = buildVisitors(server, database)

const readLink = async (email: string): Promise<string> => readResetLink(await server.openBrowser(), email)

const deleteUser = (email: string) =>
  database.sequelize.query('DELETE FROM users WHERE email = $1', { bind: [email] })

describe('what belonged to a person who was deleted', () => {
  it('opens nothing: no session, no code, no link, no password', async () => {
    const email = 'gone@example.com'
    const browser = await server.signUp(email)
    await (await server.openBrowser()).submit('/login/forgot-password', 'forgotPassword', { email })
    const link = await readLink(email)
    await deleteUser(email)

    expect((await browser.open('/portal/users')).location).toMatch(/^\/login/)
    expect((await browser.call('GET', '/v1/view-controller/user')).status).toBe(401)
    const stranger = await server.openBrowser()
    const { location = '' } = await stranger.open(link)
    const passwords = { password: 'another-horse', passwordConfirmation: 'another-horse' }
    const reset = await stranger.submit(location, 'newPassword', passwords)
    expect(reset.status).toBe(400)
    expect(reset.text).toContain('The token expired.')
    const login = await stranger.submit('/login', 'login', { email, password: testPassword })
    expect(login.text).toContain('Incorrect username or password')
  })

  it('is not found by the code for the address', async () => {
    const email = 'gone-early@example.com'
    const browser = await server.openBrowser()
    await browser.post('/register', await fillRegistration(browser, email))
    const code = await readCode(browser, email)
    const { text } = await browser.open('/login/verify')
    await deleteUser(email)
    const xsrf = /name="xsrf"[^>]* value="([^"]+)"/.exec(text)?.[1] ?? ''
    const answer = await browser.post('/login/verify', { xsrf, form: 'verify', code })
    expect(answer.location ?? String(answer.status)).toMatch(/^\/login\?|^403$/)
  })

  it('does not wait for a second factor', async () => {
    const browser = await visitors['asked for the second factor']()
    expect((await browser.open('/login/code')).status).toBe(200)
    await database.sequelize.query('DELETE FROM users')
    const answer = await browser.submit('/login/code', 'code', { code: '000000' })
    expect(answer.location).toBe('/login')
  })
})

describe('cookies', () => {
  it('from another installation sign nobody in, and stand in nobody’s way', async () => {
    const there = await server.signUp('elsewhere@example.com')
    // This installation never heard of it.
    await database.sequelize.query('DELETE FROM sessions')
    const here = await server.openBrowser()
    for (const [name, value] of there.cookies) here.cookies.set(name, value)
    here.cookies.set(challengeCookie, randomBytes(32).toString('base64url'))
    expect((await here.open('/portal/users')).location).toMatch(/^\/login/)
    expect((await here.call('GET', '/v1/view-controller/user')).status).toBe(401)
    expect((await here.submit('/login/code', 'code', { code: '000000' })).location).toBe('/login')

    await here.post('/register', await fillRegistration(here, 'ada@example.com'))
    const code = await readCode(here, 'ada@example.com')
    await here.submit('/login/verify', 'verify', { code })
    expect((await here.open('/portal/users')).text).toContain('ada@example.com')
  })

  it.each([sessionCookie, xsrfCookie, challengeCookie])(
    'named %s with nonsense in them do no harm',
    async (name) => {
      const browser = await server.openBrowser()
      for (const nonsense of ['', '%00', 'x'.repeat(4000), '%E0%A4%A', '"', '{}', '__proto__']) {
        browser.cookies.set(name, nonsense)
        expect((await browser.open('/login')).status).toBe(200)
      }
    },
  )
})
