import { beforeAll, describe, expect, it } from 'vitest'
import { KnownBrowser } from '../../../db/models/known-browser'
import { User } from '../../../db/models/user'
import { anonymous, buildAccountServices, builtPassword, originAt } from '../../../tests/builders/accounts'
import { buildPerson } from '../../../tests/builders/actors'
import { buildAuthenticator } from '../../../tests/builders/authenticator'
import { useTestDatabase } from '../../../tests/postgres/test-database'
import type { HumanActor } from '../actor/actor'
import { withOrigin } from '../actor/origin'
import { loginAttempt } from '../attempts/attempt-key'
import { reserveAttempt } from '../attempts/attempt-limit'
import {
  maximumBrowserFailures,
  maximumBrowsers,
  rememberBrowser as rememberBrowserOf,
} from './known-browser'

const database = useTestDatabase()
let bench: ReturnType<typeof buildAccountServices>

beforeAll(() => {
  bench = buildAccountServices(database.sequelize)
})

const second = 1000
const minute = 60 * second
const day = 24 * 60 * minute
const newPassword = 'battery-staple'
const throttled = { code: 'throttled' }

interface From {
  /** By default one that nobody else comes from. */
  address?: string
  browser?: string
}
let places = 0
const request = <Result>({ address = `elsewhere ${places++}`, browser }: From, work: () => Promise<Result>) =>
  withOrigin(originAt(address, '', browser), work)

const logIn = (email: string, from: From = {}, password = builtPassword, authenticationToken?: string) =>
  request(from, () => bench.signingIn.logIn(anonymous, { email, password, authenticationToken }))

/** A verified person, and what a browser is known by that they logged in with. */
async function buildOwner(email: string) {
  const actor = await bench.registerVerified(email)
  const browser = await rememberBrowser(email)
  return { actor, email, browser }
}

async function rememberBrowser(email: string, from: From = {}, code?: string): Promise<string> {
  const { session } = await logIn(email, from, builtPassword, code)
  return session?.browser?.token ?? ''
}

/** Guesses from `from` until that has to wait. */
async function guessUntilThrottled(email: string, from: From): Promise<void> {
  for (let guess = 0; guess < 5; guess++)
    expect((await logIn(email, from, 'wrong-password')).result).toBe('PASSWORD_INVALID')
  await expect(logIn(email, from)).rejects.toMatchObject(throttled)
}

const isKnown = async (email: string, browser: string) => {
  const address = `checked ${places++}`
  await guessUntilThrottled(email, { address })
  const login = await logIn(email, { address, browser }).catch(() => undefined)
  return login?.session !== undefined
}

describe('a browser that somebody logged in with before', { timeout: 30_000 }, () => {
  it('gets in at once while a stranger in the same place has to wait, for the owner alone', async () => {
    const { email, browser } = await buildOwner('office@example.com')
    const other = await buildOwner('colleague@example.com')
    const address = '192.0.2.1'
    await guessUntilThrottled(email, { address })
    await expect(logIn(email, { address, browser: other.browser })).rejects.toMatchObject(throttled)
    await expect(logIn(email, { address, browser: 'made-up' })).rejects.toMatchObject(throttled)
    expect((await logIn(email, { address, browser })).result).toBe('SUCCESS')
  })

  it('gets in while strangers of the same place are throttled for all logins', async () => {
    const { email, browser } = await buildOwner('crowd@example.com')
    const address = '192.0.2.2'
    for (let guess = 0; guess < 30; guess++)
      await request({ address }, () =>
        reserveAttempt(bench.dependencies, loginAttempt(`somebody-${guess}@example.com`)),
      )
    await expect(logIn(email, { address })).rejects.toMatchObject(throttled)
    expect((await logIn(email, { address, browser })).result).toBe('SUCCESS')
  })

  it('gets its turn while strangers of the same place wait for theirs', async () => {
    const { email, browser } = await buildOwner('turn@example.com')
    const address = '192.0.2.3'
    const crowd = Array.from({ length: 50 }, (_, guess) =>
      logIn(`guess-${guess}@example.com`, { address }, 'wrong-password').then(
        ({ result }) => result,
        ({ code }: { code: string }) => code,
      ),
    )
    expect((await logIn(email, { address, browser })).result).toBe('SUCCESS')
    expect(await Promise.all(crowd)).toContain('unavailable')
  })

  it('keeps what it is known by when it comes back, also after logging out, and for a year after that', async () => {
    const { email, browser } = await buildOwner('back@example.com')
    await bench.clock.advance(300 * day)
    const again = await logIn(email, { browser })
    expect(again.session?.browser).toEqual({
      token: browser,
      expiresEpoch: bench.clock.now() + 365 * day,
    })
    const actor = await bench.sessions.findActor(again.session?.token)
    await request({ browser }, () => bench.sessions.logOut(actor))
    await bench.clock.advance(365 * day - 1)
    expect(await isKnown(email, browser)).toBe(true)
    await bench.clock.advance(365 * day)
    expect(await isKnown(email, browser)).toBe(false)
    expect(await rememberBrowser(email, { browser })).not.toBe(browser)
  })

  it('is kept as a hash alone', async () => {
    const { actor, browser } = await buildOwner('hash@example.com')
    const [row] = await KnownBrowser.findAll({ where: { userId: actor.userId } })
    expect(browser).toMatch(/^[\w-]{43}$/)
    expect(row?.tokenHash).toMatch(/^[0-9a-f]{64}$/)
  })

  it('is a stranger after ten wrong passwords and codes, one after the other', async () => {
    const actor = await bench.registerVerified('misbehaves@example.com')
    const { email } = actor
    const authenticator = await buildAuthenticator(bench, actor)
    await bench.clock.advance(minute)
    const known = await rememberBrowser(email, {}, authenticator.code())
    const address = '192.0.2.4'
    for (let failure = 0; failure < maximumBrowserFailures; failure++) {
      await bench.clock.advance(2 * second)
      const login = await (failure % 2
        ? logIn(email, { address, browser: known }, 'wrong-password')
        : logIn(email, { address, browser: known }, builtPassword, '000000'))
      expect(login.session).toBeUndefined()
    }
    expect(await KnownBrowser.count({ where: { userId: actor.userId } })).toBe(0)
    await guessUntilThrottled(email, { address, browser: known })
  })

  it('is looked at ten times at most when it tries many at once', async () => {
    const { actor, email, browser } = await buildOwner('parallel@example.com')
    for (let round = 0; round < 5; round++)
      await Promise.allSettled(
        Array.from({ length: 20 }, () => logIn(email, { address: '192.0.2.5', browser }, 'wrong-password')),
      )
    expect(await KnownBrowser.count({ where: { userId: actor.userId } })).toBe(0)
    await expect(logIn(email, { address: '192.0.2.5', browser })).rejects.toMatchObject(throttled)
  })

  it('begins anew after the owner was right', async () => {
    const { email, browser } = await buildOwner('typo@example.com')
    for (let week = 0; week < 2; week++) {
      for (let typo = 0; typo < 6; typo++) await logIn(email, { browser }, 'mistyped-it')
      expect((await logIn(email, { browser })).result).toBe('SUCCESS')
    }
    expect(await isKnown(email, browser)).toBe(true)
  })
})

describe('what a browser is known by', { timeout: 30_000 }, () => {
  it('is not given before an address was verified, nor for a password that an admin chose', async () => {
    const admin = await bench.register('unverified@example.com')
    expect((await logIn(admin.email)).session).not.toHaveProperty('browser')
    await bench.emailVerification.verifyUser(admin, await bench.newestCode(admin.email))
    const input = { name: 'Max', email: 'invited@example.com', password: builtPassword }
    await bench.users.createHumanUser({ ...admin, state: 'LOGGED_IN' }, input)
    await bench.clock.advance(second)
    const { session } = await logIn(input.email)
    const invited = (await bench.sessions.findActor(session?.token)) as HumanActor
    await bench.emailVerification.verifyUser(invited, await bench.newestCode(input.email))
    const forced = await logIn(input.email)
    expect([forced.state, forced.session?.browser]).toEqual(['VERIFICATION_NEEDED', undefined])
  })

  it('is not given for the password alone where there is a second factor, nor to an integration', async () => {
    const actor = await bench.registerVerified('both@example.com')
    await buildAuthenticator(bench, actor)
    await logIn(actor.email)
    expect(await KnownBrowser.count({ where: { userId: actor.userId } })).toBe(0)
    const { id } = await bench.users.createIntegrationUser(actor, { name: 'CI' })
    const { token: integrationToken } = await bench.users.createIntegrationToken(actor, id)
    const login = await bench.signingIn.logIn(anonymous, { integrationToken })
    expect(login.session).not.toHaveProperty('browser')
  })

  it('is never one that the browser chose, nor that of another person', async () => {
    const { browser } = await buildOwner('first-person@example.com')
    const { email } = await buildOwner('second-person@example.com')
    for (const sent of ['chosen-by-somebody', browser])
      expect(await rememberBrowser(email, { browser: sent })).not.toBe(sent)
    expect(await isKnown('first-person@example.com', browser)).toBe(true)
  })

  it('stays with browsers that come back, however often a program logs in that keeps no cookies', async () => {
    const { email, browser, actor } = await buildOwner('program@example.com')
    await bench.clock.advance(second)
    await logIn(email, { browser })
    const user = await User.findByPk(actor.userId, { rejectOnEmpty: true })
    for (let login = 0; login < maximumBrowsers + 5; login++) {
      await bench.clock.advance(second)
      await rememberBrowserOf(bench.dependencies, user)
    }
    expect(await KnownBrowser.count({ where: { userId: actor.userId } })).toBe(maximumBrowsers)
    expect(await isKnown(email, browser)).toBe(true)
  })

  it.each<[string, boolean, (owner: HumanActor) => Promise<unknown>]>([
    [
      'a changed password',
      true,
      (owner) => bench.passwords.changePassword(owner, { currentPassword: builtPassword, newPassword }),
    ],
    ['logging out everywhere else', true, (owner) => bench.madeLately.logOutElsewhere(owner)],
    ['a new second factor', true, (owner) => buildAuthenticator(bench, owner)],
    ['an admin who logs somebody out', false, (owner) => endByAnotherAdmin(owner)],
    ['a password set by a mailed link', false, (owner) => setByLink(owner)],
  ])('is forgotten with %s (this one kept: %s)', async (what, isKept, act) => {
    const { actor, email, browser } = await buildOwner(`${what.replaceAll(' ', '-')}@example.com`)
    await rememberBrowser(email)
    expect(await KnownBrowser.count({ where: { userId: actor.userId } })).toBe(2)
    await request({ browser }, () => act(actor))
    const left = await KnownBrowser.count({ where: { userId: actor.userId } })
    expect(left).toBe(isKept ? 1 : 0)
  })

  it('is forgotten with the person', async () => {
    const admin = await bench.registerVerified('boss@example.com')
    const { actor } = await buildOwner('leaving@example.com')
    await database.sequelize.query('UPDATE users SET team_id = $1 WHERE id = $2', {
      bind: [admin.teamId, actor.userId],
    })
    await bench.users.deleteUser(admin, actor.userId)
    expect(await KnownBrowser.count({ where: { userId: actor.userId } })).toBe(0)
  })
})

async function endByAnotherAdmin({ userId, teamId }: HumanActor): Promise<void> {
  await bench.users.endUserSessions(await buildPerson(teamId, { isAdmin: true }), userId)
}

async function setByLink({ email }: HumanActor): Promise<void> {
  await bench.passwords.requestPasswordReset({ email })
  await bench.passwords.sendPasswordResets()
  const mails = await bench.mail.listMail(email)
  const forgotToken = mails.map(({ text }) => /[?&]token=([\w-]+)/.exec(text)?.[1]).find(Boolean) ?? ''
  await bench.passwords.setForgottenPassword({ forgotToken, newPassword })
}
