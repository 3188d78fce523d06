import { beforeAll, describe, expect, it } from 'vitest'
import { RecoveryCode } from '../../../db/models/authenticator-token'
import { anonymous, buildAccountServices, builtPassword } from '../../../tests/builders/accounts'
import { countAuditEntries } from '../../../tests/builders/audit-entries'
import { buildAuthenticator, codeAt } from '../../../tests/builders/authenticator'
import { refuseWrites } from '../../../tests/builders/refuse-writes'
import { useTestDatabase } from '../../../tests/postgres/test-database'
import type { HumanActor } from '../actor/actor'

const database = useTestDatabase()
let bench: ReturnType<typeof buildAccountServices>

beforeAll(() => {
  bench = buildAccountServices(database.sequelize)
})

const afterThrottle = () => bench.clock.advance(2000)
const logIn = (email: string, authenticationToken?: string) =>
  bench.signingIn.logIn(anonymous, { email, password: builtPassword, authenticationToken })
const codesLeft = async (actor: HumanActor) => (await bench.secondFactor.getSecurity(actor)).recoveryCodesLeft

/** The token in the mail for a forgotten password. */
async function askForReset(email: string): Promise<string> {
  await bench.passwords.requestPasswordReset({ email })
  await bench.passwords.sendPasswordResets()
  const mails = await bench.mail.listMail(email)
  return mails.map(({ text }) => /token=([\w-]+)/.exec(text)?.[1]).find(Boolean) ?? ''
}

const setPassword = (forgotToken: string, authenticationToken: string | undefined) =>
  bench.passwords.setForgottenPassword({ forgotToken, newPassword: 'battery-staple', authenticationToken })

/** Somebody with a second factor and the recovery codes that came with it. */
async function buildProtected(email: string) {
  const actor = await bench.registerVerified(email)
  const authenticator = await buildAuthenticator(bench, actor)
  await bench.clock.advance(60_000)
  return { actor, authenticator, codes: authenticator.recoveryCodes }
}

const firstOf = (codes: string[]) => codes[0] ?? ''

describe('recovery codes', () => {
  it('come with the first authenticator token, ten of 125 bits, of which only hashes are kept', async () => {
    const { actor, codes } = await buildProtected('first@example.com')
    expect(codes).toHaveLength(10)
    for (const code of codes) expect(code).toMatch(/^([A-HJ-NP-Z2-9]{5}-){4}[A-HJ-NP-Z2-9]{5}$/)
    const kept = JSON.stringify(await RecoveryCode.findAll({ raw: true }))
    for (const code of codes) for (const part of code.split('-')) expect(kept).not.toContain(part)
    expect(await codesLeft(actor)).toBe(10)
    expect((await buildAuthenticator(bench, actor)).recoveryCodes).toEqual([])
    expect(await codesLeft(actor)).toBe(10)
  })

  it('are not made for whoever cannot show them', async () => {
    const actor = await bench.registerVerified('program@example.com')
    const { secretId: id, code } = await bench.secondFactor.createAuthenticatorToken(actor)
    const token = codeAt(code, bench.clock.now())
    const activation = { id, token, currentPassword: builtPassword }
    expect(await bench.secondFactor.activateAuthenticatorToken(actor, activation)).toEqual({
      isActive: true,
      recoveryCodes: [],
    })
    expect(await codesLeft(actor)).toBe(0)
  })

  it('log somebody in, each once, however they are typed', async () => {
    const { actor, codes } = await buildProtected('once@example.com')
    const typed = ` ${firstOf(codes).toLowerCase().replaceAll('-', ' ')} `
    const login = await logIn(actor.email, typed)
    expect(login).toMatchObject({
      tokenResult: 'AUTHENTICATION_TOKEN_SUCCESS',
      state: 'LOGGED_IN',
      recoveryCodesLeft: 9,
    })
    await afterThrottle()
    const again = await logIn(actor.email, firstOf(codes))
    expect([again.tokenResult, again.session]).toEqual(['AUTHENTICATION_TOKEN_REJECTED', undefined])
    expect(await codesLeft(actor)).toBe(9)
  })

  it('let one of many in that come with the same code at once', async () => {
    const { actor, codes } = await buildProtected('at-once@example.com')
    const logins = await Promise.all([1, 2, 3].map(() => logIn(actor.email, firstOf(codes))))
    expect(logins.filter(({ session }) => session)).toHaveLength(1)
  })

  it('need the password too, and are the own ones of a person', async () => {
    const { codes } = await buildProtected('mine@example.com')
    const { actor: other } = await buildProtected('theirs@example.com')
    expect((await logIn(other.email, firstOf(codes))).tokenResult).toBe('AUTHENTICATION_TOKEN_REJECTED')
    const input = { email: 'mine@example.com', password: 'wrong', authenticationToken: firstOf(codes) }
    expect((await bench.signingIn.logIn(anonymous, input)).result).toBe('PASSWORD_INVALID')
  })

  it('are slowed down like codes of an app: one in two seconds', async () => {
    const { actor, codes } = await buildProtected('slow@example.com')
    await logIn(actor.email, '000000')
    expect((await logIn(actor.email, firstOf(codes))).tokenResult).toBe('AUTHENTICATION_TOKEN_THROTTLED')
    await afterThrottle()
    expect((await logIn(actor.email, firstOf(codes))).tokenResult).toBe('AUTHENTICATION_TOKEN_SUCCESS')
  })

  it('stand in for the code of a challenge and of a forgotten password', async () => {
    const { actor, codes } = await buildProtected('everywhere@example.com')
    const { challenge } = await logIn(actor.email)
    const answer = await bench.signingIn.answerChallenge(anonymous, {
      challenge: challenge?.token,
      code: firstOf(codes),
    })
    expect(answer).toMatchObject({ state: 'LOGGED_IN', recoveryCodesLeft: 9 })
    await afterThrottle()
    const forgotToken = await askForReset(actor.email)
    const change = await setPassword(forgotToken, codes[1])
    expect(change).toEqual({
      result: 'SUCCESS',
      tokenResult: 'AUTHENTICATION_TOKEN_SUCCESS',
      recoveryCodesLeft: 8,
    })
  })

  it('stay when the password that one was typed for is not set', async () => {
    const { actor, codes } = await buildProtected('unlucky@example.com')
    const forgotToken = await askForReset(actor.email)
    const condition = `NEW.email = '${actor.email}' AND NEW.password_hash <> OLD.password_hash`
    const restore = await refuseWrites(database.sequelize, 'users', condition, 'UPDATE')
    await expect(setPassword(forgotToken, firstOf(codes))).rejects.toThrow('refused')
    await restore()
    expect(await codesLeft(actor)).toBe(10)
    expect(await setPassword(forgotToken, firstOf(codes))).toMatchObject({ recoveryCodesLeft: 9 })
  })

  it('stay when another request sets the password by the same link first', async () => {
    const { actor, codes } = await buildProtected('twice@example.com')
    const forgotToken = await askForReset(actor.email)
    const changes = await Promise.all(codes.slice(0, 3).map((code) => setPassword(forgotToken, code)))
    expect(changes.map(({ result }) => result).sort()).toEqual(['SUCCESS', 'TOKEN_EXPIRED', 'TOKEN_EXPIRED'])
    expect(await codesLeft(actor)).toBe(9)
  })

  it('are told by mail and recorded when used, with what is left and when to make new ones', async () => {
    const { actor, codes } = await buildProtected('told@example.com')
    const used = await countAuditEntries({ action: 'recovery-code.use' })
    const texts: string[] = []
    for (const code of codes) {
      await afterThrottle()
      expect((await logIn(actor.email, code)).state).toBe('LOGGED_IN')
      const [newest] = await bench.mail.listMail(actor.email)
      expect(newest?.subject).toBe('A recovery code of your login was used')
      texts.push(newest?.text ?? '')
    }
    expect(texts[0]).toContain('It works no more, and 9 are left.')
    expect(texts.map((text) => text.includes('Make new ones'))).toEqual(
      [9, 8, 7, 6, 5, 4, 3, 2, 1, 0].map((left) => left <= 3),
    )
    expect(texts[8]).toContain('1 is left.')
    expect(await countAuditEntries({ action: 'recovery-code.use' })).toBe(used + 10)
  })
})

describe('new recovery codes', () => {
  it('replace every one of before, log out everything else, and are told by mail', async () => {
    const { actor, authenticator, codes } = await buildProtected('renewed@example.com')
    const { session } = await logIn(actor.email, authenticator.code())
    await afterThrottle()
    const input = { currentPassword: builtPassword }
    const { recoveryCodes } = await bench.secondFactor.createRecoveryCodes(actor, input)
    expect([recoveryCodes.length, await codesLeft(actor)]).toEqual([10, 10])
    expect(await bench.sessions.findActor(session?.token)).toEqual(anonymous)
    const [mail] = await bench.mail.listMail(actor.email)
    expect(mail?.subject).toBe('New recovery codes were created for your login')
    expect(mail?.text).toContain('You were logged out everywhere else.')
    expect((await logIn(actor.email, firstOf(codes))).tokenResult).toBe('AUTHENTICATION_TOKEN_REJECTED')
    await afterThrottle()
    expect((await logIn(actor.email, firstOf(recoveryCodes))).state).toBe('LOGGED_IN')
  })

  it('are refused without a second factor to recover', async () => {
    const actor = await bench.registerVerified('bare@example.com')
    const input = { currentPassword: builtPassword }
    await expect(bench.secondFactor.createRecoveryCodes(actor, input)).rejects.toMatchObject({
      code: 'conflict',
    })
  })

  it('are gone with the last authenticator token, not before', async () => {
    const { actor, authenticator, codes } = await buildProtected('gone@example.com')
    const second = await buildAuthenticator(bench, actor)
    const remove = (id: string) =>
      bench.secondFactor.deleteAuthenticatorToken(actor, { id, currentPassword: builtPassword })
    await remove(authenticator.id)
    expect(await codesLeft(actor)).toBe(10)
    await remove(second.id)
    expect(await codesLeft(actor)).toBe(0)
    const next = await buildAuthenticator(bench, actor)
    await bench.clock.advance(60_000)
    expect((await logIn(actor.email, firstOf(codes))).tokenResult).toBe('AUTHENTICATION_TOKEN_REJECTED')
    await afterThrottle()
    expect((await logIn(actor.email, firstOf(next.recoveryCodes))).state).toBe('LOGGED_IN')
  })
})
