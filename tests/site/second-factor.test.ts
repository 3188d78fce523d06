import { describe, expect, it } from 'vitest'
import { testPassword, useAppServer } from '../builders/app-server'
import { codeAt } from '../builders/authenticator'
import { hiddenFields } from '../builders/browser'
import { addAuthenticator, logIn, readKey, readRecoveryCodes, readResetLink } from '../builders/sign-in'
import { useTestDatabase } from '../postgres/test-database'

const database = useTestDatabase()
const { clock, openBrowser, signUp } = useAppServer(database)

const minute = 60_000
const newPassword = 'battery-staple'
const run = (statement: string, bind: unknown[]) => database.sequelize.query(statement, { bind })

describe('the second factor', () => {
  it('is asked for after the password, once per code, and by a reset too', async () => {
    const owner = await signUp('factor@example.com')
    const { secret } = await addAuthenticator(owner, clock.now())
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
    const { location = '' } = await stranger.open(await readResetLink(stranger, 'factor@example.com'))
    const passwords = { password: newPassword, passwordConfirmation: newPassword }
    const needed = await stranger.submit(location, 'newPassword', passwords)
    expect(needed.text).toContain('Enter the code that your authenticator app shows.')
    expect(needed.text).toContain('name="code"')
    await clock.advance(minute)
    const code = codeAt(secret, clock.now())
    expect((await stranger.submit(location, 'newPassword', { ...passwords, code })).location).toBe('/login')
  })

  it('comes with recovery codes, shown once, each of which logs in once', async () => {
    const owner = await signUp('recover@example.com')
    const { recoveryCodes } = await addAuthenticator(owner, clock.now())
    expect(recoveryCodes).toHaveLength(10)
    await clock.advance(minute)
    const page = (await owner.open('/portal/security')).text
    expect(page).toContain('10 of 10 left')
    expect(readRecoveryCodes(page)).toEqual([])

    const browser = await openBrowser()
    const prompt = (await logIn(browser, 'recover@example.com')).location ?? ''
    expect((await browser.open(prompt)).text).toContain('Use a recovery code instead')
    const answer = (recoveryCode = '') => browser.submit(prompt, 'code', { code: '', recoveryCode })
    const wrong = await answer('ABCDE-ABCDE-ABCDE-ABCDE-ABCDE')
    expect([wrong.status, wrong.text]).toEqual([400, expect.stringContaining('<details open=""')])
    expect(wrong.text).not.toContain('ABCDE-ABCDE')
    await clock.advance(2000)
    expect((await answer(recoveryCodes[0])).location).toBe('/portal')
    expect((await browser.open('/portal/users')).text).toContain(
      'You logged in with a recovery code. 9 are left.',
    )

    const again = await openBrowser()
    await logIn(again, 'recover@example.com')
    await clock.advance(2000)
    const used = await again.submit('/login/code', 'code', { recoveryCode: recoveryCodes[0] ?? '' })
    expect(used.text).toContain('The token you entered was rejected.  Please try again.')

    const stranger = await openBrowser()
    await stranger.submit('/login/forgot-password', 'forgotPassword', { email: 'recover@example.com' })
    const { location = '' } = await stranger.open(await readResetLink(stranger, 'recover@example.com'))
    const passwords = { password: newPassword, passwordConfirmation: newPassword }
    const needed = await stranger.submit(location, 'newPassword', passwords)
    expect(needed.text).toContain('name="recoveryCode"')
    await clock.advance(2000)
    const recoveryCode = recoveryCodes[1] ?? ''
    const reset = await stranger.submit(location, 'newPassword', { ...passwords, recoveryCode })
    expect(reset.location).toBe('/login')
  })

  it('has its recovery codes made anew by the password, with a warning when few are left', async () => {
    const owner = await signUp('renew@example.com')
    expect((await owner.open('/portal/security/recovery-codes')).location).toBe('/portal/security')
    const { recoveryCodes } = await addAuthenticator(owner, clock.now())
    const leave = (count: number) =>
      run(
        `DELETE FROM recovery_codes WHERE code_hash IN
           (SELECT code_hash FROM recovery_codes JOIN users ON user_id = users.id WHERE email = $1 OFFSET $2)`,
        ['renew@example.com', count],
      )
    expect((await owner.open('/portal/security')).text).not.toContain('few recovery codes')
    await leave(3)
    expect((await owner.open('/portal/security')).text).toContain('You have few recovery codes left.')
    await leave(0)
    expect((await owner.open('/portal/security')).text).toContain('You have no recovery codes')

    const make = (currentPassword: string) =>
      owner.submit('/portal/security/recovery-codes', 'create', { currentPassword })
    const wrong = await make('wrong-password')
    expect([wrong.status, wrong.text]).toEqual([
      400,
      expect.stringContaining('The current password you entered was incorrect.'),
    ])
    const made = readRecoveryCodes((await make(testPassword)).text)
    expect(made).toHaveLength(10)
    expect(made).not.toContain(recoveryCodes[0])
    expect((await owner.open('/portal/security')).text).toContain('10 of 10 left')
  })

  it('says that a token was added already when somebody comes back or clicks twice', async () => {
    const owner = await signUp('twice-added@example.com')
    const { location = '' } = await owner.submit('/portal/security', 'addToken')
    const { text } = await owner.open(location)
    const code = codeAt(readKey(text), clock.now())
    const form = { ...hiddenFields(text, 'activate'), code, currentPassword: testPassword }
    expect(readRecoveryCodes((await owner.post(location, form)).text)).toHaveLength(10)
    expect((await owner.post(location, form)).text).toContain('was added already')
    const back = await owner.open(location)
    expect([back.status, back.text]).toEqual([200, expect.stringContaining('was added already')])
  })

  it('needs the password before another one is added', async () => {
    const owner = await signUp('another@example.com')
    await addAuthenticator(owner, clock.now())
    await clock.advance(minute)
    const { location = '' } = await owner.submit('/portal/security', 'addToken')
    const key = readKey((await owner.open(location)).text)
    const add = (currentPassword: string) =>
      owner.submit(location, 'activate', { code: codeAt(key, clock.now()), currentPassword })
    const typo = await owner.submit(location, 'activate', { code: '12345', currentPassword: testPassword })
    expect([typo.status, typo.text]).toEqual([
      400,
      expect.stringContaining('Your token was invalid, try again.'),
    ])
    expect((await add('wrong-password')).text).toContain('The current password you entered was incorrect.')
    expect((await add(testPassword)).location).toBe('/portal/security')
  })

  it('is changed without the password within ten minutes of logging in, which no page asks for then, and with it later', async () => {
    const owner = await signUp('fresh@example.com')
    const { location = '' } = await owner.submit('/portal/security', 'addToken')
    const { text } = await owner.open(location)
    const added = await owner.submit(location, 'activate', { code: codeAt(readKey(text), clock.now()) })
    expect(readRecoveryCodes(added.text)).toHaveLength(10)
    const security = (await owner.open('/portal/security')).text
    const deletion = /\/portal\/security\/delete-token\?id=[\w-]+/.exec(security)?.[0] ?? ''
    const renewal = '/portal/security/recovery-codes'
    expect(readRecoveryCodes((await owner.submit(renewal, 'create')).text)).toHaveLength(10)
    const pages = [deletion, renewal, (await owner.submit('/portal/security', 'addToken')).location ?? '']
    const asking = async () => {
      const texts = await Promise.all(pages.map(async (page) => (await owner.open(page)).text))
      return texts.map((page) => page.includes('name="currentPassword"'))
    }
    expect(await asking()).toEqual([false, false, false])
    await clock.advance(10 * minute)
    expect(await asking()).toEqual([true, true, true])
    for (const [page, form] of [
      [deletion, 'delete'],
      [renewal, 'create'],
    ] as const)
      expect((await owner.submit(page, form, { currentPassword: '' })).text).toContain(
        'Please enter your current password.',
      )
  })

  it('has its recovery codes made by a call too', async () => {
    const owner = await signUp('recovery-call@example.com')
    const make = (currentPassword: string) =>
      owner.call('POST', '/v1/account/recovery-codes', { currentPassword })
    expect((await make(testPassword)).status).toBe(409)
    await addAuthenticator(owner, clock.now())
    expect((await make('wrong-password')).status).toBe(400)
    const { recoveryCodes } = (await make(testPassword)).json<{ recoveryCodes: string[] }>()
    expect(recoveryCodes).toHaveLength(10)
    const login = await (
      await openBrowser()
    ).call('POST', '/v1/account/login', {
      email: 'recovery-call@example.com',
      password: testPassword,
      authenticationToken: recoveryCodes[0],
    })
    expect(login.json()).toMatchObject({ tokenResult: 'AUTHENTICATION_TOKEN_SUCCESS' })
    expect((await owner.call('GET', '/v1/view-controller/security')).json()).toMatchObject({
      recoveryCodesLeft: 9,
    })
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
    await clock.advance(10 * minute)
    const unproven = await owner.call('DELETE', `/v1/account/auth-token/${secretId}`)
    expect([unproven.status, unproven.text]).toEqual([
      400,
      expect.stringContaining('Please enter your current password.'),
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
    await addAuthenticator(owner, clock.now())
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
