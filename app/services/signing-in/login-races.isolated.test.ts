import { beforeAll, describe, expect, it, vi } from 'vitest'
import { Session } from '../../../db/models/session'
import { anonymous, buildAccountServices, builtPassword } from '../../../tests/builders/accounts'
import { buildAuthenticator } from '../../../tests/builders/authenticator'
import { heldPasswords } from '../../../tests/builders/held-passwords'
import { oneBeforeTheOther } from '../../../tests/builders/one-before-the-other'
import { askForPasswordLink } from '../../../tests/builders/password-link'
import { useTestDatabase } from '../../../tests/postgres/test-database'
import type { HumanActor } from '../actor/actor'

vi.mock(import('../password-hashing/password'), async (load) => {
  const { heldPasswords } = await import('../../../tests/builders/held-passwords')
  return heldPasswords.around(await load())
})

const database = useTestDatabase()
let bench: ReturnType<typeof buildAccountServices>

beforeAll(() => {
  bench = buildAccountServices(database.sequelize)
})

const newPassword = 'battery-staple'
const minute = 60_000

const logIn = (email: string) => bench.signingIn.logIn(anonymous, { email, password: builtPassword })
const countSessions = (userId: string) => Session.count({ where: { userId } })

const changePassword = async (actor: HumanActor) =>
  expect(
    await bench.passwords.changePassword(actor, { currentPassword: builtPassword, newPassword }),
  ).toEqual({ result: 'SUCCESS' })

const refusal = { result: 'PASSWORD_INVALID', state: 'NOT_LOGGED_IN' }

describe('a login whose password is being looked at', { timeout: 30_000 }, () => {
  it('opens nothing when the password was changed meanwhile', async () => {
    const actor = await bench.registerVerified('changed@example.com')
    const login = await heldPasswords.during(
      () => logIn(actor.email),
      () => changePassword(actor),
    )
    expect(login).toMatchObject(refusal)
    expect(login.session).toBeUndefined()
    expect(await countSessions(actor.userId)).toBe(1)
  })

  it('opens nothing when a new password was set by a link meanwhile', async () => {
    const actor = await bench.registerVerified('reset@example.com')
    const forgotToken = await askForPasswordLink(bench, actor.email)
    const login = await heldPasswords.during(
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
    const login = await heldPasswords.during(
      () => logIn('deleted@example.com'),
      () => bench.users.deleteUser(admin, created.id ?? ''),
    )
    expect(login).toMatchObject(refusal)
  })

  it('is refused like a wrong one when the whole account was deleted meanwhile', async () => {
    const admin = await bench.registerVerified('all-deleted@example.com')
    const login = await heldPasswords.during(
      () => logIn(admin.email),
      () => bench.accounts.deleteAccount(admin),
    )
    expect(login).toMatchObject(refusal)
  })

  it('needs the second factor that was added meanwhile', async () => {
    const actor = await bench.registerVerified('protected@example.com')
    const login = await heldPasswords.during(
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
        database.sequelize,
        { table: 'users', id: actor.userId },
        () =>
          who === 'by an admin'
            ? bench.users.endUserSessions(actor, actor.userId)
            : bench.madeLately.logOutElsewhere(actor),
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
      database.sequelize,
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
      database.sequelize,
      { table: 'integration_users', id },
      () => bench.users.deleteUser(admin, id),
      () => bench.signingIn.logIn(anonymous, { integrationToken }),
    )
    expect(login).toMatchObject(refusal)
    expect(await Session.count({ where: { integrationUserId: id } })).toBe(0)
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
    const again = await heldPasswords.during(
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
