import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { anonymous, buildAccountServices, builtPassword, originAt } from '../../../tests/builders/accounts'
import { buildAuthenticator, codeAt } from '../../../tests/builders/authenticator'
import { useTestDatabase } from '../../../tests/postgres/test-database'
import type { HumanActor } from '../actor/actor'
import { withOrigin } from '../actor/origin'

const database = useTestDatabase()
let bench: ReturnType<typeof buildAccountServices>

beforeAll(() => {
  bench = buildAccountServices(database.sequelize)
})

const minute = 60_000
const code = (secret: string) => codeAt(secret, bench.clock.now())
const logIn = (email: string, authenticationToken?: string) =>
  bench.signingIn.logIn(anonymous, { email, password: builtPassword, authenticationToken })
const activate = async (actor: HumanActor, id: string, token: string) =>
  (await bench.secondFactor.activateAuthenticatorToken(actor, { id, token, currentPassword: builtPassword }))
    .isActive
const newestMail = async (email: string) => (await bench.mail.listMail(email))[0]

describe('an authenticator token', () => {
  it('is pending until a code of it was seen, and no second factor before', async () => {
    const actor = await bench.registerVerified('pending@example.com')
    const { secretId, uri, code: secret } = await bench.secondFactor.createAuthenticatorToken(actor)
    expect(uri).toMatch(/^otpauth:\/\/totp\/SDO:pending(%40|@)example\.com\?/)
    expect(new URL(uri).searchParams.get('secret')).toBe(secret)
    expect(await bench.secondFactor.getPendingToken(actor, secretId)).toEqual({ secretId, uri, code: secret })
    expect((await logIn(actor.email)).tokenResult).toBe('AUTHENTICATION_TOKEN_NOT_NEEDED')
    expect((await bench.secondFactor.getSecurity(actor)).twoFactorTokens).toEqual([])

    expect(await activate(actor, secretId, '000000')).toBe(false)
    expect(await activate(actor, secretId, code(secret))).toBe(true)
    expect((await bench.secondFactor.getSecurity(actor)).twoFactorTokens).toEqual([
      { id: secretId, createdEpoch: bench.clock.now(), lastUsedEpoch: null },
    ])
    expect(await bench.secondFactor.getPendingToken(actor, secretId)).toBeNull()
    expect((await logIn(actor.email)).tokenResult).toBe('AUTHENTICATION_TOKEN_NEEDED')
  })

  it('waits 30 minutes, and until the next one is asked for', async () => {
    const actor = await bench.registerVerified('waiting@example.com')
    const first = await bench.secondFactor.createAuthenticatorToken(actor)
    const second = await bench.secondFactor.createAuthenticatorToken(actor)
    expect(await activate(actor, first.secretId, code(first.code))).toBe(false)
    await bench.clock.advance(30 * minute)
    const waiting = bench.secondFactor.getPendingToken(actor, second.secretId)
    await expect(waiting).rejects.toMatchObject({ code: 'not-found' })
    expect(await activate(actor, second.secretId, code(second.code))).toBe(false)
  })

  it('is the own one of a person: others can neither activate nor delete it', async () => {
    const owner = await bench.registerVerified('owner@example.com')
    const other = { ...(await bench.registerVerified('other@example.com')), teamId: owner.teamId }
    const { secretId: id, code: secret } = await bench.secondFactor.createAuthenticatorToken(owner)
    expect(await activate(other, id, code(secret))).toBe(false)
    expect(await activate(other, 'no-id', '123456')).toBe(false)
    const deletion = bench.secondFactor.deleteAuthenticatorToken(other, {
      id,
      currentPassword: builtPassword,
    })
    await expect(deletion).rejects.toMatchObject({ code: 'not-found' })
    expect(await activate(owner, id, code(secret))).toBe(true)
  })

  it('logs out everything else and is told by mail, when it comes and when it goes', async () => {
    const actor = await bench.registerVerified('told@example.com')
    const before = await logIn(actor.email)
    await bench.clock.advance(1000)
    const authenticator = await buildAuthenticator(bench, actor)
    expect(await bench.sessions.findActor(before.session?.token)).toEqual(anonymous)
    const added = await newestMail(actor.email)
    expect(added?.subject).toBe('An authenticator token was added to your login')
    expect(added?.text).toContain(
      '10 recovery codes were created with it. You were logged out everywhere else',
    )
    await bench.clock.advance(minute)
    const between = await logIn(actor.email, authenticator.code())
    await bench.secondFactor.deleteAuthenticatorToken(actor, {
      id: authenticator.id,
      currentPassword: builtPassword,
    })
    expect(await bench.sessions.findActor(between.session?.token)).toEqual(anonymous)
    const removed = await newestMail(actor.email)
    expect(removed?.subject).toBe('An authenticator token was removed from your login')
    expect(removed?.text).toContain('Your recovery codes went with it.')
    expect((await logIn(actor.email)).tokenResult).toBe('AUTHENTICATION_TOKEN_NOT_NEEDED')
  })

  it('is one of ten at most', async () => {
    const actor = await bench.registerVerified('many@example.com')
    for (let made = 0; made < 10; made++) await buildAuthenticator(bench, actor)
    await expect(bench.secondFactor.createAuthenticatorToken(actor)).rejects.toMatchObject({
      code: 'conflict',
    })
  })

  it('remembers when it was last used', async () => {
    const actor = await bench.registerVerified('used@example.com')
    const authenticator = await buildAuthenticator(bench, actor)
    await bench.clock.advance(minute)
    const input = { email: actor.email, password: 'correct-horse', authenticationToken: authenticator.code() }
    await bench.signingIn.logIn(anonymous, input)
    const { twoFactorTokens } = await bench.secondFactor.getSecurity(actor)
    expect(twoFactorTokens[0]?.lastUsedEpoch).toBe(bench.clock.now())
  })
})

describe('the list of sessions', () => {
  it('says where a person is logged in, and lets them log out everywhere else', async () => {
    const { email } = await bench.registerVerified('sessions@example.com')
    const origin = originAt('192.0.2.7', 'curl/8.5.0')
    const input = { email, password: 'correct-horse' }
    await bench.clock.advance(minute)
    const { session } = await withOrigin(origin, () => bench.signingIn.logIn(anonymous, input))
    const actor = (await bench.sessions.findActor(session?.token)) as HumanActor
    const { sessions } = await bench.secondFactor.getSecurity(actor)
    expect(sessions.map(({ isCurrent }) => isCurrent)).toEqual([true, false])
    expect(sessions[0]).toMatchObject({
      address: '192.0.2.7',
      userAgent: 'curl/8.5.0',
      lastSeenEpoch: bench.clock.now(),
    })
    await bench.madeLately.logOutElsewhere(actor)
    expect((await bench.secondFactor.getSecurity(actor)).sessions.map(({ id }) => id)).toEqual([
      actor.sessionId,
    ])
  })

  it('lets a person log out in one place, and nobody else', async () => {
    const owner = await bench.registerVerified('one-place@example.com')
    const stranger = await bench.registerVerified('stranger@example.com')
    const input = { email: owner.email, password: 'correct-horse' }
    const { session } = await bench.signingIn.logIn(anonymous, input)
    const there = (await bench.sessions.findActor(session?.token)) as HumanActor
    for (const id of [there.sessionId, 'none', randomUUID()])
      await expect(bench.sessions.endSession(stranger, id)).rejects.toMatchObject({ code: 'not-found' })
    await bench.sessions.endSession(owner, there.sessionId)
    expect((await bench.sessions.findActor(session?.token)).kind).toBe('anonymous')
    expect((await bench.secondFactor.getSecurity(owner)).sessions.map(({ id }) => id)).toEqual([
      owner.sessionId,
    ])
    await expect(bench.sessions.endSession(owner, there.sessionId)).rejects.toMatchObject({
      code: 'not-found',
    })
  })

  it('leaves out what is over', async () => {
    const actor = await bench.registerVerified('idle@example.com')
    await bench.clock.advance(12 * 60 * minute)
    expect((await bench.secondFactor.getSecurity(actor)).sessions).toEqual([])
  })
})
