import { beforeAll, describe, expect, it } from 'vitest'
import { Session } from '../../../db/models/session'
import { buildAccountServices, builtPassword, originAt } from '../../../tests/builders/accounts'
import { countAuditEntries } from '../../../tests/builders/audit-entries'
import { buildAuthenticator, codeAt } from '../../../tests/builders/authenticator'
import { useTestDatabase } from '../../../tests/postgres/test-database'
import type { HumanActor } from '../actor/actor'
import { withOrigin } from '../actor/origin'
import { longestDelayMilliseconds } from '../signing-in/record-failed-login'

const database = useTestDatabase()
let bench: ReturnType<typeof buildAccountServices>

beforeAll(() => {
  bench = buildAccountServices(database.sequelize)
})

const minute = 60_000
const refusal = {
  code: 'invalid',
  message: 'The current password you entered was incorrect.',
  fields: { currentPassword: 'The current password you entered was incorrect.' },
}

const missing = {
  code: 'invalid',
  fields: {
    currentPassword:
      'Please enter your current password. Within ten minutes of logging in again it is not needed.',
  },
}

/** Tries to make the actor's newly made token a second factor. */
async function activate(actor: HumanActor, currentPassword?: string) {
  const { secretId: id, code } = await bench.secondFactor.createAuthenticatorToken(actor)
  const token = codeAt(code, bench.clock.now())
  return bench.secondFactor.activateAuthenticatorToken(actor, { id, token, currentPassword })
}

describe('a change of the second factors', () => {
  it('needs the current password ten minutes after logging in, and changes nothing without', async () => {
    const actor = await bench.registerVerified('asked@example.com')
    const { id } = await buildAuthenticator(bench, actor)
    await bench.clock.advance(10 * minute)
    const before = await bench.secondFactor.getSecurity(actor)
    const attempts = [
      () => bench.secondFactor.deleteAuthenticatorToken(actor, { id, currentPassword: 'wrong-password' }),
      () => bench.secondFactor.createRecoveryCodes(actor, { currentPassword: 'wrong-password' }),
      () => activate(actor, 'wrong-password'),
    ]
    for (const attempt of attempts) await expect(attempt()).rejects.toMatchObject(refusal)
    for (const attempt of [
      () => bench.secondFactor.deleteAuthenticatorToken(actor, { id }),
      () => bench.secondFactor.deleteAuthenticatorToken(actor, { id, currentPassword: '' }),
      () => bench.secondFactor.createRecoveryCodes(actor),
      () => bench.secondFactor.createRecoveryCodes(actor, { currentPassword: '' }),
      () => activate(actor),
      () => activate(actor, ''),
    ])
      await expect(attempt()).rejects.toMatchObject(missing)
    expect(await bench.secondFactor.getSecurity(actor)).toEqual(before)
    await bench.secondFactor.deleteAuthenticatorToken(actor, { id, currentPassword: builtPassword })
    expect((await bench.secondFactor.getSecurity(actor)).twoFactorTokens).toEqual([])
  })

  it('counts a wrong one like one at a login, of the same account from the same place', async () => {
    const actor = await bench.registerVerified('guessed@example.com')
    const { id } = await buildAuthenticator(bench, actor)
    const from = <Result>(address: string, work: () => Result) => withOrigin(originAt(address), work)
    const remove = (currentPassword: string) =>
      bench.secondFactor.deleteAuthenticatorToken(actor, { id, currentPassword })
    for (let guess = 0; guess < 5; guess++)
      await expect(from('192.0.2.1', () => remove('wrong-password'))).rejects.toMatchObject(refusal)
    const throttled = expect.objectContaining({ code: 'throttled' }) as Error
    await expect(from('192.0.2.1', () => remove(builtPassword))).rejects.toEqual(throttled)
    const input = { email: actor.email, password: builtPassword }
    await expect(
      from('192.0.2.1', () => bench.signingIn.logIn({ kind: 'anonymous' }, input)),
    ).rejects.toEqual(throttled)
    await expect(from('192.0.2.2', () => remove(builtPassword))).resolves.toEqual({ result: 'SUCCESS' })
  })

  it('leaves an entry in the audit log when the password is wrong', async () => {
    const actor = await bench.registerVerified('recorded@example.com')
    const entries = { action: 'session.password-failed', actorName: 'Ada (recorded@example.com)' }
    await expect(activate(actor, 'wrong-password')).rejects.toMatchObject(refusal)
    await bench.clock.advance(longestDelayMilliseconds)
    await expect.poll(() => countAuditEntries(entries)).toBe(1)
  })
})

describe('a second factor', () => {
  it('is added and removed, and its recovery codes are made, without a password within ten minutes of logging in', async () => {
    const actor = await bench.registerVerified('fresh@example.com')
    await bench.clock.advance(10 * minute - 1)
    expect((await activate(actor)).isActive).toBe(true)
    expect((await activate(actor, '')).isActive).toBe(true)
    expect((await bench.secondFactor.createRecoveryCodes(actor)).recoveryCodes).toHaveLength(10)
    for (const { id } of (await bench.secondFactor.getSecurity(actor)).twoFactorTokens)
      await bench.secondFactor.deleteAuthenticatorToken(actor, { id })
    expect((await bench.secondFactor.getSecurity(actor)).twoFactorTokens).toEqual([])
  })

  it('needs the password later, so that whoever finds an open session cannot lock its owner out', async () => {
    const actor = await bench.registerVerified('later@example.com')
    await bench.clock.advance(10 * minute)
    await expect(activate(actor)).rejects.toMatchObject(missing)
    expect((await activate(actor, builtPassword)).isActive).toBe(true)
  })

  it('is not added with a wrong password however young the login is, nor when the session is over', async () => {
    const actor = await bench.registerVerified('wrong@example.com')
    await expect(activate(actor, 'wrong-password')).rejects.toMatchObject(refusal)
    await Session.destroy({ where: { id: actor.sessionId } })
    await expect(activate(actor)).rejects.toMatchObject({ code: 'unauthenticated' })
  })
})

describe('a token that is still pending', () => {
  it('is removed without a password: it was no factor yet', async () => {
    const actor = await bench.registerVerified('pending@example.com')
    const { secretId: id } = await bench.secondFactor.createAuthenticatorToken(actor)
    expect(await bench.secondFactor.deleteAuthenticatorToken(actor, { id })).toEqual({ result: 'SUCCESS' })
  })
})
