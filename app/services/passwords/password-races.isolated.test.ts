import { beforeAll, describe, expect, it, vi } from 'vitest'
import { AuthenticatorToken } from '../../../db/models/authenticator-token'
import { anonymous, buildAccountServices, builtPassword } from '../../../tests/builders/accounts'
import { buildAuthenticator, codeAt } from '../../../tests/builders/authenticator'
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

const changePassword = async (actor: HumanActor) =>
  expect(
    await bench.passwords.changePassword(actor, { currentPassword: builtPassword, newPassword }),
  ).toEqual({ result: 'SUCCESS' })

describe('a link to set a new password', { timeout: 30_000 }, () => {
  it('sets none when it became too old while the new one was hashed', async () => {
    const { email } = await bench.registerVerified('too-old@example.com')
    const forgotToken = await askForPasswordLink(bench, email)
    const change = await heldPasswords.during(
      () => bench.passwords.setForgottenPassword({ forgotToken, newPassword }),
      () => bench.clock.advance(10 * minute),
    )
    expect(change).toMatchObject({ result: 'TOKEN_EXPIRED' })
    expect((await logIn(email)).result).toBe('SUCCESS')
  })

  it('sets none for somebody logged in either when another one replaced it meanwhile', async () => {
    const actor = await bench.registerVerified('replaced@example.com')
    const forgetToken = await askForPasswordLink(bench, actor.email)
    const change = await heldPasswords.during(
      () => bench.passwords.changePassword(actor, { forgetToken, newPassword }),
      () => askForPasswordLink(bench, actor.email),
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
    const removal = heldPasswords.during(
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
      const making = heldPasswords.during(
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
    const adding = heldPasswords.during(
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
      database.sequelize,
      { table: 'users', id: owner.userId },
      () => bench.madeLately.logOutElsewhere(owner),
      () => bench.secondFactor.activateAuthenticatorToken(thief, { id, token }),
    )
    await expect(adding).rejects.toMatchObject(loggedOut)
    expect((await bench.secondFactor.getSecurity(owner)).twoFactorTokens).toHaveLength(0)
  })
})
