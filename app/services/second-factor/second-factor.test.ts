import { beforeAll, describe, expect, it } from 'vitest'
import { anonymous, buildAccountServices } from '../../../tests/builders/accounts'
import { buildAuthenticator } from '../../../tests/builders/authenticator'
import { useTestDatabase } from '../../../tests/postgres/test-database'

const database = useTestDatabase()
let bench: ReturnType<typeof buildAccountServices>

beforeAll(() => {
  bench = buildAccountServices(database.sequelize)
})

const step = 30_000
const password = 'correct-horse'

/** Somebody with a second factor whose next code is still unused. */
async function buildProtected(email: string) {
  const actor = await bench.registerVerified(email)
  const authenticator = await buildAuthenticator(bench, actor)
  await bench.clock.advance(2 * step)
  const logIn = (authenticationToken?: string) =>
    bench.signingIn.logIn(anonymous, { email, password, authenticationToken })
  return { actor, authenticator, logIn }
}

describe('a login with a second factor', () => {
  it('needs a code, and opens no session without the right one', async () => {
    const { authenticator, logIn } = await buildProtected('needs@example.com')
    const without = await logIn()
    expect(without).toMatchObject({
      result: 'SUCCESS',
      tokenResult: 'AUTHENTICATION_TOKEN_NEEDED',
      state: 'NOT_LOGGED_IN',
    })
    expect(without.session).toBeUndefined()
    const wrong = await logIn('12345')
    expect([wrong.tokenResult, wrong.session]).toEqual(['AUTHENTICATION_TOKEN_REJECTED', undefined])
    await bench.clock.advance(2000)
    const right = await logIn(` ${authenticator.code()} `)
    expect([right.tokenResult, right.state]).toEqual(['AUTHENTICATION_TOKEN_SUCCESS', 'LOGGED_IN'])
  })

  it('says nothing about the second factor to a wrong password', async () => {
    const { actor } = await buildProtected('silent@example.com')
    const login = await bench.signingIn.logIn(anonymous, { email: actor.email, password: 'wrong-password' })
    expect(login).toMatchObject({
      result: 'PASSWORD_INVALID',
      tokenResult: 'AUTHENTICATION_TOKEN_NOT_NEEDED',
    })
  })

  it('takes one code in two seconds, and one of many that come at once', async () => {
    const { authenticator, logIn } = await buildProtected('fast@example.com')
    const guesses = await Promise.all(['111111', '222222', '333333'].map(logIn))
    expect(guesses.map(({ tokenResult }) => tokenResult).sort()).toEqual([
      'AUTHENTICATION_TOKEN_REJECTED',
      'AUTHENTICATION_TOKEN_THROTTLED',
      'AUTHENTICATION_TOKEN_THROTTLED',
    ])
    await bench.clock.advance(1999)
    expect((await logIn(authenticator.code())).tokenResult).toBe('AUTHENTICATION_TOKEN_THROTTLED')
    await bench.clock.advance(1)
    expect((await logIn(authenticator.code())).tokenResult).toBe('AUTHENTICATION_TOKEN_SUCCESS')
  })

  it('takes a code once, and no older one after it', async () => {
    const { authenticator, logIn } = await buildProtected('once@example.com')
    const [older, newer] = [authenticator.code(), authenticator.code(bench.clock.now() + step)]
    expect((await logIn(newer)).tokenResult).toBe('AUTHENTICATION_TOKEN_SUCCESS')
    for (const used of [newer, older]) {
      await bench.clock.advance(2000)
      expect((await logIn(used)).tokenResult).toBe('AUTHENTICATION_TOKEN_REJECTED')
    }
    await bench.clock.advance(2 * step)
    expect((await logIn(authenticator.code())).tokenResult).toBe('AUTHENTICATION_TOKEN_SUCCESS')
  })

  it('takes a code of a phone whose clock is off by one step, not by two', async () => {
    const { authenticator, logIn } = await buildProtected('clock@example.com')
    expect((await logIn(authenticator.code(bench.clock.now() - 2 * step))).tokenResult).toBe(
      'AUTHENTICATION_TOKEN_REJECTED',
    )
    await bench.clock.advance(2 * step)
    expect((await logIn(authenticator.code(bench.clock.now() - step))).tokenResult).toBe(
      'AUTHENTICATION_TOKEN_SUCCESS',
    )
  })

  it('takes a code of any of several apps', async () => {
    const { actor, authenticator, logIn } = await buildProtected('two@example.com')
    const second = await buildAuthenticator(bench, actor)
    await bench.clock.advance(2 * step)
    expect((await logIn(second.code())).tokenResult).toBe('AUTHENTICATION_TOKEN_SUCCESS')
    await bench.clock.advance(2000)
    expect((await logIn(authenticator.code())).tokenResult).toBe('AUTHENTICATION_TOKEN_SUCCESS')
  })
})

describe('a challenge', () => {
  it('lets the code follow without the password, within five minutes, once', async () => {
    const { authenticator, logIn } = await buildProtected('challenge@example.com')
    const { challenge } = await logIn()
    const answer = (code: string) =>
      bench.signingIn.answerChallenge(anonymous, { challenge: challenge?.token, code })
    expect((await answer('000000'))?.session).toBeUndefined()
    await bench.clock.advance(2000)
    expect((await answer(authenticator.code()))?.state).toBe('LOGGED_IN')
    expect(await answer(authenticator.code())).toBeUndefined()

    const late = (await logIn()).challenge?.token
    await bench.clock.advance(5 * 60_000)
    const code = authenticator.code()
    expect(await bench.signingIn.answerChallenge(anonymous, { challenge: late, code })).toBeUndefined()
  })

  it('is over when the password changes', async () => {
    const { actor, authenticator, logIn } = await buildProtected('changed@example.com')
    const challenge = (await logIn()).challenge?.token
    const change = { currentPassword: password, newPassword: 'battery-staple' }
    expect(await bench.passwords.changePassword(actor, change)).toEqual({ result: 'SUCCESS' })
    const code = authenticator.code()
    expect(await bench.signingIn.answerChallenge(anonymous, { challenge, code })).toBeUndefined()
  })
})
