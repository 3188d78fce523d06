import { beforeAll, describe, expect, it } from 'vitest'
import { MailMessage } from '../../../db/models/mail-message'
import { PasswordReset } from '../../../db/models/password-reset'
import { User } from '../../../db/models/user'
import { anonymous, buildAccountServices, originAt } from '../../../tests/builders/accounts'
import { buildAuthenticator } from '../../../tests/builders/authenticator'
import { useTestDatabase } from '../../../tests/postgres/test-database'
import type { HumanActor } from '../actor/actor'
import { withOrigin } from '../actor/origin'

const database = useTestDatabase()
let bench: ReturnType<typeof buildAccountServices>

beforeAll(() => {
  bench = buildAccountServices(database.sequelize)
})

const minute = 60_000
const password = 'correct-horse'
const newPassword = 'battery-staple'

const requestReset = (email: string, address: string) =>
  withOrigin(originAt(address), () => bench.passwords.requestPasswordReset({ email }))

const logIn = (email: string, typed: string) => bench.signingIn.logIn(anonymous, { email, password: typed })

/** The token in the newest mail to `email` that has a link to set a new password. */
async function readResetToken(email: string): Promise<string> {
  const link = /[?&]token=([\w-]+)/
  const mails = await bench.mail.listMail(email)
  return mails.map(({ text }) => link.exec(text)?.[1]).find(Boolean) ?? ''
}

/** Asks for a link and has it sent. */
async function askForReset(email: string): Promise<string> {
  const before = (await bench.mail.listMail(email)).length
  expect(await requestReset(email, email)).toEqual({ result: 'SUCCESS' })
  await bench.passwords.sendPasswordResets()
  expect(await bench.mail.listMail(email)).toHaveLength(before + 1)
  return readResetToken(email)
}

describe('changing the password', () => {
  it('needs the current one, the rules and another one than before, and keeps this session alone', async () => {
    const actor = await bench.registerVerified('change@example.com')
    const other = await logIn(actor.email, password)
    const change = (currentPassword: string, wanted: string) =>
      bench.passwords.changePassword(actor, { currentPassword, newPassword: wanted })
    expect(await change('wrong-password', newPassword)).toEqual({ result: 'INCORRECT_PASSWORD' })
    expect(await change(password, 'short')).toEqual({ result: 'PASSWORD_INVALID' })
    expect(await change(password, 'Password1')).toEqual({ result: 'PASSWORD_INVALID' })
    expect(await change(password, password)).toEqual({ result: 'PASSWORD_UNCHANGED' })
    expect(await bench.sessions.findActor(other.session?.token)).toMatchObject({ kind: 'human' })

    expect(await change(password, newPassword)).toEqual({ result: 'SUCCESS' })
    expect(await bench.sessions.findActor(other.session?.token)).toEqual(anonymous)
    expect((await logIn(actor.email, password)).result).toBe('PASSWORD_INVALID')
    expect((await logIn(actor.email, newPassword)).result).toBe('SUCCESS')
    expect(await bench.mail.listMail(actor.email)).toContainEqual(
      expect.objectContaining({ subject: 'The password of your login was changed' }),
    )
  })

  it('happens once when two ask at the same moment', async () => {
    const actor = await bench.registerVerified('race@example.com')
    const answers = await Promise.all(
      ['first-new-one', 'second-new-one'].map((wanted) =>
        bench.passwords.changePassword(actor, { currentPassword: password, newPassword: wanted }),
      ),
    )
    expect(answers.map(({ result }) => result).sort()).toEqual(['INCORRECT_PASSWORD', 'SUCCESS'])
  })

  it('ends the state in which it is forced', async () => {
    const actor = await bench.registerVerified('forced@example.com')
    await User.update({ forcePasswordChange: true }, { where: { id: actor.userId } })
    const { session, state } = await logIn(actor.email, password)
    expect(state).toBe('FORCE_PASSWORD_CHANGE')
    const forced = (await bench.sessions.findActor(session?.token)) as HumanActor
    await bench.passwords.changePassword(forced, { currentPassword: password, newPassword })
    expect(await bench.sessions.findActor(session?.token)).toMatchObject({ state: 'LOGGED_IN' })
  })

  it('accepts the token of a mail in place of the current password, but only the own one', async () => {
    const actor = await bench.registerVerified('by-mail@example.com')
    const stranger = await bench.registerVerified('stranger@example.com')
    const forgetToken = await askForReset(actor.email)
    const change = (who: HumanActor) => bench.passwords.changePassword(who, { forgetToken, newPassword })
    expect(await change(stranger)).toEqual({ result: 'TOKEN_EXPIRED' })
    expect(await change(actor)).toEqual({ result: 'SUCCESS' })
    expect(await change(actor)).toEqual({ result: 'TOKEN_EXPIRED' })
  })
})

describe('a forgotten password', () => {
  it('is replaced once by the link of a mail, which ends every session', async () => {
    const actor = await bench.registerVerified('forgot@example.com')
    const { session } = await logIn(actor.email, password)
    const forgotToken = await askForReset('FORGOT@example.com')
    expect(await PasswordReset.count({ where: { tokenHash: forgotToken } })).toBe(0)
    const set = (wanted: string) => bench.passwords.setForgottenPassword({ forgotToken, newPassword: wanted })
    expect(await set('short')).toMatchObject({ result: 'PASSWORD_INVALID' })
    expect(await set('Password1')).toMatchObject({ result: 'PASSWORD_INVALID' })
    const answers = await Promise.all([set(newPassword), set(newPassword)])
    expect(answers.map(({ result }) => result).sort()).toEqual(['SUCCESS', 'TOKEN_EXPIRED'])
    expect(await bench.sessions.findActor(session?.token)).toEqual(anonymous)
    expect((await logIn(actor.email, newPassword)).result).toBe('SUCCESS')
    const notices = (await bench.mail.listMail(actor.email)).filter(
      ({ subject }) => subject === 'The password of your login was changed',
    )
    expect(notices).toHaveLength(1)
    expect(await set('another-one-again')).toMatchObject({ result: 'TOKEN_EXPIRED' })
  })

  it('must be replaced within 10 minutes, by the newest link', async () => {
    const actor = await bench.registerVerified('slow@example.com')
    const first = await askForReset(actor.email)
    await bench.clock.advance(minute)
    const second = await askForReset(actor.email)
    const set = (forgotToken: string) => bench.passwords.setForgottenPassword({ forgotToken, newPassword })
    expect(await set(first)).toMatchObject({ result: 'TOKEN_EXPIRED' })
    await bench.clock.advance(10 * minute)
    expect(await set(second)).toMatchObject({ result: 'TOKEN_EXPIRED' })
    expect(await set('nonsense')).toMatchObject({ result: 'TOKEN_EXPIRED' })
    expect((await logIn(actor.email, password)).result).toBe('SUCCESS')
  })

  it('does not get past the second factor', async () => {
    const actor = await bench.registerVerified('factor@example.com')
    const authenticator = await buildAuthenticator(bench, actor)
    const forgotToken = await askForReset(actor.email)
    const set = (authenticationToken?: string) =>
      bench.passwords.setForgottenPassword({ forgotToken, newPassword, authenticationToken })
    expect((await set()).tokenResult).toBe('AUTHENTICATION_TOKEN_NEEDED')
    expect((await set('000000')).tokenResult).toBe('AUTHENTICATION_TOKEN_REJECTED')
    expect((await logIn(actor.email, password)).result).toBe('SUCCESS')
    await bench.clock.advance(minute)
    expect(await set(authenticator.code())).toEqual({
      result: 'SUCCESS',
      tokenResult: 'AUTHENTICATION_TOKEN_SUCCESS',
    })
    expect((await logIn(actor.email, newPassword)).tokenResult).toBe('AUTHENTICATION_TOKEN_NEEDED')
  })

  it('sends nothing to strangers and no more than five links to one person', async () => {
    const actor = await bench.registerVerified('often@example.com')
    for (let sent = 0; sent < 5; sent++) await askForReset(actor.email)
    const before = await MailMessage.count()
    await requestReset(actor.email, '192.0.2.1')
    await bench.passwords.requestPasswordReset({ email: 'nobody@example.com' })
    await bench.passwords.sendPasswordResets()
    expect(await MailMessage.count()).toBe(before)
    await bench.clock.advance(11 * minute)
    await askForReset(actor.email)
    expect(await MailMessage.count()).toBe(before + 1)
  })

  it('answers before it looks for the address, so that the time says nothing', async () => {
    const actor = await bench.registerVerified('timing@example.com')
    const lock = await database.sequelize.transaction()
    await database.sequelize.query('LOCK TABLE users', { transaction: lock })
    for (const email of [actor.email, 'unknown@example.com'])
      expect(await bench.passwords.requestPasswordReset({ email })).toEqual({ result: 'SUCCESS' })
    await lock.commit()
    await bench.passwords.sendPasswordResets()
    expect(await readResetToken(actor.email)).not.toBe('')
  })

  it('is asked for from one place ten times at most before it has to wait', async () => {
    const ask = () => requestReset('x@example.com', '192.0.2.9')
    for (let asked = 0; asked < 10; asked++) await ask()
    await expect(ask()).rejects.toMatchObject({ code: 'throttled' })
    await bench.clock.advance(1000)
    await expect(ask()).resolves.toEqual({ result: 'SUCCESS' })
  })
})
