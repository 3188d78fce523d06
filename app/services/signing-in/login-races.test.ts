import { beforeAll, describe, expect, it, vi } from 'vitest'
import { AuthenticatorToken } from '../../../db/models/authenticator-token'
import { Session } from '../../../db/models/session'
import { anonymous, buildAccountServices, builtPassword } from '../../../tests/builders/accounts'
import { buildAuthenticator, codeAt } from '../../../tests/builders/authenticator'
import type { HeldPasswords } from '../../../tests/builders/held-passwords'
import { useTestDatabase } from '../../../tests/postgres/test-database'
import type { HumanActor } from '../actor/actor'

const { held } = vi.hoisted(() => ({ held: { passwords: undefined as HeldPasswords | undefined } }))

vi.mock(import('../password-hashing/password'), async (load) => {
  const { HeldPasswords } = await import('../../../tests/builders/held-passwords')
  held.passwords = new HeldPasswords()
  return held.passwords.around(await load())
})

const database = useTestDatabase()
let bench: ReturnType<typeof buildAccountServices>

beforeAll(() => {
  bench = buildAccountServices(database.sequelize)
})

const newPassword = 'battery-staple'
const minute = 60_000

/** As `HeldPasswords.during`. */
function during<Result>(
  ...given: Parameters<typeof HeldPasswords.prototype.during<Result>>
): Promise<Result> {
  if (!held.passwords) throw new Error('Passwords are not held.')
  return held.passwords.during(...given)
}

const logIn = (email: string) => bench.signingIn.logIn(anonymous, { email, password: builtPassword })
const countSessions = (userId: string) => Session.count({ where: { userId } })

const changePassword = async (actor: HumanActor) =>
  expect(
    await bench.passwords.changePassword(actor, { currentPassword: builtPassword, newPassword }),
  ).toEqual({ result: 'SUCCESS' })

/** The token of a link to set a new password that `email` is sent. */
async function askForLink(email: string): Promise<string> {
  const readTokens = async () =>
    (await bench.mail.listMail(email)).flatMap(({ text }) => /[?&]token=([\w-]+)/.exec(text)?.[1] ?? [])
  const before = await readTokens()
  await bench.passwords.requestPasswordReset({ email })
  await bench.passwords.sendPasswordResets()
  return (await readTokens()).find((token) => !before.includes(token)) ?? ''
}

/** How many queries wait for a row or table of this database. */
async function countWaiting(): Promise<number> {
  const [rows] = await database.sequelize.query(
    "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
  )
  return rows.length
}

/** Begins both while the row `id` of `table` is locked, so that `first` is done with it before `second` sees it. */
async function oneBeforeTheOther<Result>(
  { table, id }: { table: string; id: string },
  first: () => Promise<unknown>,
  second: () => Promise<Result>,
): Promise<Result> {
  const lock = await database.sequelize.transaction()
  await database.sequelize.query(`SELECT 1 FROM ${table} WHERE id = $1 FOR UPDATE`, {
    bind: [id],
    transaction: lock,
  })
  const one = first()
  await expect.poll(countWaiting).toBe(1)
  const other = second()
  await expect.poll(countWaiting).toBe(2)
  await lock.commit()
  await one
  return other
}

const refusal = { result: 'PASSWORD_INVALID', state: 'NOT_LOGGED_IN' }

describe('a login whose password is being looked at', { timeout: 30_000 }, () => {
  it('opens nothing when the password was changed meanwhile', async () => {
    const actor = await bench.registerVerified('changed@example.com')
    const login = await during(
      () => logIn(actor.email),
      () => changePassword(actor),
    )
    expect(login).toMatchObject(refusal)
    expect(login.session).toBeUndefined()
    expect(await countSessions(actor.userId)).toBe(1)
  })

  it('opens nothing when a new password was set by a link meanwhile', async () => {
    const actor = await bench.registerVerified('reset@example.com')
    const forgotToken = await askForLink(actor.email)
    const login = await during(
      () => logIn(actor.email),
      async () =>
        expect(await bench.passwords.setForgottenPassword({ forgotToken, newPassword })).toMatchObject({
          result: 'SUCCESS',
        }),
    )
    expect(login).toMatchObject(refusal)
    expect(await countSessions(actor.userId)).toBe(0)
  })

  it('is refused like a wrong one when the person was deleted meanwhile', async () => {
    const admin = await bench.registerVerified('deleting@example.com')
    const created = await bench.users.createHumanUser(admin, {
      name: 'Max',
      email: 'deleted@example.com',
      password: builtPassword,
    })
    const login = await during(
      () => logIn('deleted@example.com'),
      () => bench.users.deleteUser(admin, created.id ?? ''),
    )
    expect(login).toMatchObject(refusal)
  })

  it('is refused like a wrong one when the whole account was deleted meanwhile', async () => {
    const admin = await bench.registerVerified('all-deleted@example.com')
    const login = await during(
      () => logIn(admin.email),
      () => bench.accounts.deleteAccount(admin),
    )
    expect(login).toMatchObject(refusal)
  })

  it('needs the second factor that was added meanwhile', async () => {
    const actor = await bench.registerVerified('protected@example.com')
    const login = await during(
      () => logIn(actor.email),
      () => buildAuthenticator(bench, actor),
    )
    expect(login).toMatchObject({ tokenResult: 'AUTHENTICATION_TOKEN_NEEDED', state: 'NOT_LOGGED_IN' })
    expect(login.session).toBeUndefined()
    expect(await countSessions(actor.userId)).toBe(1)
  })
})

describe('the code of a challenge', { timeout: 30_000 }, () => {
  it.each(['by the owner', 'by an admin'])(
    'opens nothing when everything else was logged out %s before',
    async (who) => {
      const actor = await bench.registerVerified(`everywhere-${who.replaceAll(' ', '-')}@example.com`)
      const authenticator = await buildAuthenticator(bench, actor)
      await bench.clock.advance(minute)
      const challenge = (await logIn(actor.email)).challenge?.token
      const code = authenticator.code()
      const login = await oneBeforeTheOther(
        { table: 'users', id: actor.userId },
        () =>
          who === 'by an admin'
            ? bench.users.endUserSessions(actor, actor.userId)
            : bench.sessions.endOtherSessions(actor),
        () => bench.signingIn.answerChallenge(anonymous, { challenge, code }),
      )
      expect(login).toBeUndefined()
      expect(await countSessions(actor.userId)).toBe(1)
    },
  )

  it('opens one session, when two come at once', async () => {
    const actor = await bench.registerVerified('two-codes@example.com')
    const { recoveryCodes } = await buildAuthenticator(bench, actor)
    const challenge = (await logIn(actor.email)).challenge?.token
    const [one = '', other = ''] = recoveryCodes
    const answers = await Promise.all(
      [one, other].map((code) => bench.signingIn.answerChallenge(anonymous, { challenge, code })),
    )
    expect(answers.filter((login) => login?.session)).toHaveLength(1)
    expect(answers).toContain(undefined)
  })
})

describe('a login with the token of an integration', { timeout: 30_000 }, () => {
  async function buildIntegration(email: string) {
    const admin = await bench.registerVerified(email)
    const { id } = await bench.users.createIntegrationUser(admin, { name: 'CI' })
    const { token: integrationToken } = await bench.users.createIntegrationToken(admin, id)
    const [token] = (await bench.users.getIntegrationUser(admin, id)).tokens
    return { admin, id, tokenId: token?.id ?? '', integrationToken }
  }

  it('opens nothing when the token was deleted before', async () => {
    const { admin, tokenId, integrationToken } = await buildIntegration('token@example.com')
    const login = await oneBeforeTheOther(
      { table: 'integration_tokens', id: tokenId },
      () => bench.users.deleteIntegrationToken(admin, tokenId),
      () => bench.signingIn.logIn(anonymous, { integrationToken }),
    )
    expect(login).toMatchObject(refusal)
    expect(await Session.count({ where: { integrationTokenId: tokenId } })).toBe(0)
  })

  it('opens nothing when the integration was deleted before', async () => {
    const { admin, id, integrationToken } = await buildIntegration('integration@example.com')
    const login = await oneBeforeTheOther(
      { table: 'integration_users', id },
      () => bench.users.deleteUser(admin, id),
      () => bench.signingIn.logIn(anonymous, { integrationToken }),
    )
    expect(login).toMatchObject(refusal)
    expect(await Session.count({ where: { integrationUserId: id } })).toBe(0)
  })
})

describe('a link to set a new password', { timeout: 30_000 }, () => {
  it('sets none when it became too old while the new one was hashed', async () => {
    const { email } = await bench.registerVerified('too-old@example.com')
    const forgotToken = await askForLink(email)
    const change = await during(
      () => bench.passwords.setForgottenPassword({ forgotToken, newPassword }),
      () => bench.clock.advance(10 * minute),
    )
    expect(change).toMatchObject({ result: 'TOKEN_EXPIRED' })
    expect((await logIn(email)).result).toBe('SUCCESS')
  })

  it('sets none for somebody logged in either when another one replaced it meanwhile', async () => {
    const actor = await bench.registerVerified('replaced@example.com')
    const forgetToken = await askForLink(actor.email)
    const change = await during(
      () => bench.passwords.changePassword(actor, { forgetToken, newPassword }),
      () => askForLink(actor.email),
    )
    expect(change).toEqual({ result: 'TOKEN_EXPIRED' })
    expect((await logIn(actor.email)).result).toBe('SUCCESS')
  })
})

describe('the current password, asked for before a change', { timeout: 30_000 }, () => {
  const wrong = { code: 'invalid', message: 'The current password you entered was incorrect.' }
  const loggedOut = { code: 'unauthenticated' }

  /** Who changes the password meanwhile, seen from the thief, and what the thief is told then. */
  const changes = [
    { by: 'another session, which ends this one', isOwn: false, refusal: loggedOut },
    { by: 'this session itself', isOwn: true, refusal: wrong },
  ]

  /** Somebody with a second factor who is logged in twice: `thief` is whoever found the other one open. */
  async function buildOwner(email: string) {
    const owner = await bench.registerVerified(email)
    const authenticator = await buildAuthenticator(bench, owner)
    await bench.clock.advance(minute)
    const login = await bench.signingIn.logIn(anonymous, {
      email,
      password: builtPassword,
      authenticationToken: authenticator.code(),
    })
    const thief = (await bench.sessions.findActor(login.session?.token)) as HumanActor
    return { owner, thief, authenticator }
  }

  it.each(changes)('removes no factor when it was changed meanwhile by $by', async ({ isOwn, refusal }) => {
    const { owner, thief, authenticator } = await buildOwner(`remove-${isOwn}@example.com`)
    const removal = during(
      () =>
        bench.secondFactor.deleteAuthenticatorToken(thief, {
          id: authenticator.id,
          currentPassword: builtPassword,
        }),
      () => changePassword(isOwn ? thief : owner),
    )
    await expect(removal).rejects.toMatchObject(refusal)
    expect(await AuthenticatorToken.count({ where: { id: authenticator.id } })).toBe(1)
  })

  it.each(changes)(
    'makes no recovery codes when it was changed meanwhile by $by',
    async ({ isOwn, refusal }) => {
      const { owner, thief } = await buildOwner(`renew-${isOwn}@example.com`)
      const making = during(
        () => bench.secondFactor.createRecoveryCodes(thief, { currentPassword: builtPassword }),
        () => changePassword(isOwn ? thief : owner),
      )
      await expect(making).rejects.toMatchObject(refusal)
    },
  )

  it.each(changes)('adds no factor when it was changed meanwhile by $by', async ({ isOwn, refusal }) => {
    const { owner, thief } = await buildOwner(`add-${isOwn}@example.com`)
    const { secretId: id, code } = await bench.secondFactor.createAuthenticatorToken(thief)
    const token = codeAt(code, bench.clock.now())
    const adding = during(
      () =>
        bench.secondFactor.activateAuthenticatorToken(thief, { id, token, currentPassword: builtPassword }),
      () => changePassword(isOwn ? thief : owner),
    )
    await expect(adding).rejects.toMatchObject(refusal)
    expect((await bench.secondFactor.getSecurity(owner)).twoFactorTokens).toHaveLength(1)
  })

  it('adds no first factor without it when the session was ended before', async () => {
    const owner = await bench.registerVerified('ended@example.com')
    const login = await logIn(owner.email)
    const thief = (await bench.sessions.findActor(login.session?.token)) as HumanActor
    const { secretId: id, code } = await bench.secondFactor.createAuthenticatorToken(thief)
    const token = codeAt(code, bench.clock.now())
    const adding = oneBeforeTheOther(
      { table: 'users', id: owner.userId },
      () => bench.sessions.endOtherSessions(owner),
      () => bench.secondFactor.activateAuthenticatorToken(thief, { id, token }),
    )
    await expect(adding).rejects.toMatchObject(loggedOut)
    expect((await bench.secondFactor.getSecurity(owner)).twoFactorTokens).toHaveLength(0)
  })
})

describe('a registration that is sent again', { timeout: 30_000 }, () => {
  /** Whoever has just registered, with the address verified. */
  async function verified({ session }: { session?: { token: string } }): Promise<HumanActor> {
    const registered = (await bench.sessions.findActor(session?.token)) as HumanActor
    await bench.emailVerification.verifyUser(registered, await bench.newestCode(registered.email))
    return (await bench.sessions.findActor(session?.token)) as HumanActor
  }

  it('opens nothing when the password was changed while it was looked at', async () => {
    await bench.terms.ensureTerms()
    const input = await bench.fillIn({ email: 'again@example.com' })
    const actor = await verified(await bench.accounts.createAccount(anonymous, input, 'form-1'))
    // The first one is hashed for an account that there is already.
    const again = await during(
      () => bench.accounts.createAccount(anonymous, input, 'form-1'),
      () => changePassword(actor),
      { passwords: 2 },
    )
    expect(again).toMatchObject({ result: 'DUPLICATE_EMAIL', state: 'NOT_LOGGED_IN' })
    expect(again).not.toHaveProperty('session')
  })

  it('is no way around the second factor', async () => {
    await bench.terms.ensureTerms()
    const input = await bench.fillIn({ email: 'around@example.com' })
    await buildAuthenticator(
      bench,
      await verified(await bench.accounts.createAccount(anonymous, input, 'form-2')),
    )
    const again = await bench.accounts.createAccount(anonymous, input, 'form-2')
    expect(again).toMatchObject({ result: 'DUPLICATE_EMAIL', state: 'NOT_LOGGED_IN' })
    expect(again).not.toHaveProperty('session')
  })
})
