import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import type { DomainError } from '../../../core/errors'
import { Session, LoginChallenge } from '../../../db/models/session'
import { User } from '../../../db/models/user'
import { anonymous, buildAccountServices } from '../../../tests/builders/accounts'
import { keepFresh } from '../../../tests/builders/actors'
import { useTestDatabase } from '../../../tests/postgres/test-database'
import type { HumanActor } from '../actor/actor'
import { startChallenge } from '../signing-in/login-challenge'

const database = useTestDatabase()
let bench: ReturnType<typeof buildAccountServices>
let admin: HumanActor

beforeAll(async () => {
  bench = buildAccountServices(database.sequelize)
  admin = await bench.registerVerified('admin@example.com')
  await keepFresh(admin.sessionId)
})

const firstPassword = 'chosen-by-admin'
const ownPassword = 'battery-staple'

/** Somebody whom the admin added, whose first password the admin knows. */
async function invite() {
  const email = `${randomUUID()}@example.com`
  const { id = '' } = await bench.users.createHumanUser(admin, {
    name: 'Max',
    email,
    password: firstPassword,
  })
  return { id, email }
}

/** A login as whoever knows the password does it: the admin with the first one, or the person. */
async function logIn(email: string, password = firstPassword) {
  // So that the newest mail is the one that follows.
  await bench.clock.advance(1000)
  const { session, state } = await bench.signingIn.logIn(anonymous, { email, password })
  const find = () => bench.sessions.findActor(session?.token)
  const actor = await find()
  if (actor.kind !== 'human') throw new Error('Nobody is logged in.')
  return {
    state,
    actor,
    /** As the next request of this session finds them. */
    actorNow: async () => (await find()) as HumanActor,
    /** Where this session stands now; NOT_LOGGED_IN when it was ended. */
    async stateNow() {
      const now = await find()
      return now.kind === 'human' ? now.state : 'NOT_LOGGED_IN'
    },
  }
}

/** What only whoever has the mailbox can do. */
const verify = async ({ actor }: { actor: HumanActor }) =>
  bench.emailVerification.verifyUser(actor, await bench.newestCode(actor.email)).then(
    ({ result }) => result,
    // A session that was ended verifies nothing.
    (refusal: DomainError) => refusal.code,
  )

const replacePassword = async ({ actorNow }: { actorNow: () => Promise<HumanActor> }) =>
  bench.passwords.changePassword(await actorNow(), {
    currentPassword: firstPassword,
    newPassword: ownPassword,
  })

describe('an admin who knows the first password of a person', () => {
  it('loses a session that was opened before the person verified the address', async () => {
    const { email } = await invite()
    const attacker = await logIn(email)
    const person = await logIn(email)
    expect(await verify(person)).toBe('SUCCESS')
    expect(await attacker.stateNow()).toBe('NOT_LOGGED_IN')
    expect(await person.stateNow()).toBe('FORCE_PASSWORD_CHANGE')
  })

  it('gets no further with a session opened after that than to the code, which goes to the person', async () => {
    const { email } = await invite()
    const person = await logIn(email)
    expect(await verify(person)).toBe('SUCCESS')
    const attacker = await logIn(email)
    expect(attacker.state).toBe('VERIFICATION_NEEDED')
    expect(await attacker.stateNow()).toBe('VERIFICATION_NEEDED')
    expect(await bench.emailVerification.verifyUser(attacker.actor, '000000')).toEqual({ result: 'FAILURE' })
    expect(
      (await bench.mail.listMail(email)).filter(({ subject }) => /verification code/.test(subject)),
    ).toHaveLength(2)
    expect(await replacePassword(person)).toEqual({ result: 'SUCCESS' })
    expect(await attacker.stateNow()).toBe('NOT_LOGGED_IN')
    expect(await person.stateNow()).toBe('LOGGED_IN')
  })

  it('knows a password that opens nothing once it was replaced', async () => {
    const { email, id } = await invite()
    const person = await logIn(email)
    expect(await verify(person)).toBe('SUCCESS')
    expect((await User.findByPk(id))?.verifiedAt).toBeNull()
    await replacePassword(person)
    expect((await bench.signingIn.logIn(anonymous, { email, password: firstPassword })).result).toBe(
      'PASSWORD_INVALID',
    )
    expect((await logIn(email, ownPassword)).state).toBe('LOGGED_IN')
    expect(await User.findByPk(id)).toMatchObject({
      forcePasswordChange: false,
      verifiedAt: expect.any(Date) as Date,
    })
  })

  it("cannot use the person's own code of an earlier session, nor one that was used", async () => {
    const { email } = await invite()
    const person = await logIn(email)
    const code = await bench.newestCode(email)
    expect(await verify(person)).toBe('SUCCESS')
    const attacker = await logIn(email)
    expect(await bench.emailVerification.verifyUser(attacker.actor, code)).toEqual({ result: 'FAILURE' })
    expect(await attacker.stateNow()).toBe('VERIFICATION_NEEDED')
  })

  it('leaves the person, who comes back another day, to prove the mailbox once more', async () => {
    const { email } = await invite()
    const first = await logIn(email)
    expect(await verify(first)).toBe('SUCCESS')
    await bench.clock.advance(24 * 60 * 60_000)
    const again = await logIn(email)
    expect(again.state).toBe('VERIFICATION_NEEDED')
    expect(await verify(again)).toBe('SUCCESS')
    expect(await replacePassword(again)).toEqual({ result: 'SUCCESS' })
    expect(await again.stateNow()).toBe('LOGGED_IN')
  })

  it('has no login left that waits for a second factor', async () => {
    const { email, id } = await invite()
    await startChallenge(bench.dependencies, id)
    expect(await verify(await logIn(email))).toBe('SUCCESS')
    expect(await LoginChallenge.count({ where: { userId: id } })).toBe(0)
  })

  it('does not keep the first password by having the person set it again with a mailed link', async () => {
    const { email } = await invite()
    await bench.passwords.requestPasswordReset({ email })
    await bench.passwords.sendPasswordResets()
    const mails = await bench.mail.listMail(email)
    const forgotToken = mails.map(({ text }) => /token=([\w-]+)/.exec(text)?.[1]).find(Boolean) ?? ''
    const set = (newPassword: string) => bench.passwords.setForgottenPassword({ forgotToken, newPassword })
    expect(await set(firstPassword)).toMatchObject({ result: 'PASSWORD_INVALID' })
    expect(await set(ownPassword)).toMatchObject({ result: 'SUCCESS' })
    expect((await logIn(email, ownPassword)).state).toBe('VERIFICATION_NEEDED')
  })
})

describe('two sessions at the same moment', () => {
  it('are never both verified by one code: one goes on, the other is ended', async () => {
    const { email } = await invite()
    const sessions = [await logIn(email), await logIn(email), await logIn(email)]
    const results = await Promise.all(sessions.map(verify))
    expect(results.sort()).toEqual(['SUCCESS', 'unauthenticated', 'unauthenticated'])
    const states = await Promise.all(sessions.map(({ stateNow }) => stateNow()))
    expect(states.sort()).toEqual(['FORCE_PASSWORD_CHANGE', 'NOT_LOGGED_IN', 'NOT_LOGGED_IN'])
  })

  it('leave nobody verified whose login began while the person was verifying', async () => {
    const { email } = await invite()
    const person = await logIn(email)
    const [result, attacker] = await Promise.all([verify(person), logIn(email).catch(() => undefined)])
    expect(result).toBe('SUCCESS')
    expect(await person.stateNow()).toBe('FORCE_PASSWORD_CHANGE')
    expect(['NOT_LOGGED_IN', 'VERIFICATION_NEEDED']).toContain(
      (await attacker?.stateNow()) ?? 'NOT_LOGGED_IN',
    )
  })

  it('verify nothing when the one that asks was ended meanwhile', async () => {
    const { email, id } = await invite()
    const person = await logIn(email)
    await Session.destroy({ where: { userId: id } })
    expect(await verify(person)).toBe('unauthenticated')
    expect((await logIn(email)).state).toBe('VERIFICATION_NEEDED')
  })
})

describe('somebody who registered', () => {
  it('is the only one left who is logged in as them after verifying the address', async () => {
    const email = 'registered@example.com'
    const here = await bench.register(email)
    const elsewhere = await logIn(email, 'correct-horse')
    expect(await verify({ actor: here })).toBe('SUCCESS')
    expect(await elsewhere.stateNow()).toBe('NOT_LOGGED_IN')
    expect((await logIn(email, 'correct-horse')).state).toBe('LOGGED_IN')
  })
})
