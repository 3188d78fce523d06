import { beforeAll, describe, expect, it } from 'vitest'
import { AuditEntry } from '../../../db/models/audit-entry'
import { Session, LoginChallenge } from '../../../db/models/session'
import { User } from '../../../db/models/user'
import { anonymous, buildAccountServices } from '../../../tests/builders/accounts'
import { keepFresh, signIn } from '../../../tests/builders/actors'
import { refusalsOf } from '../../../tests/builders/deployment-core'
import { askForPasswordLink } from '../../../tests/builders/password-link'
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

const details = { name: 'Max', email: 'max@example.com', password: 'given-by-admin' }

/** A second admin of the team, as their session knows them. */
async function addAdmin(email: string): Promise<HumanActor> {
  const { id = '' } = await bench.users.createHumanUser(admin, { ...details, email })
  await User.update({ verifiedAt: new Date(), forcePasswordChange: false }, { where: { id } })
  await bench.users.setAdmin(admin, { userId: id, isAdmin: true })
  return signIn(id)
}

describe('a person whom an admin adds', () => {
  it('is a member who has to verify the address and to change the password', async () => {
    const { result, id = '' } = await bench.users.createHumanUser(admin, details)
    expect(result).toBe('SUCCESS')
    expect(await User.findByPk(id)).toMatchObject({
      teamId: admin.teamId,
      isAdmin: false,
      verifiedAt: null,
      forcePasswordChange: true,
    })
  })

  it('is told by a mail that holds no password, and gets a fresh code at the first login', async () => {
    const email = 'invited@example.com'
    await bench.users.createHumanUser(admin, { ...details, email })
    const [invitation] = await bench.mail.listMail(email)
    expect(invitation?.subject).toBe('You’ve been added to SDO')
    expect(JSON.stringify(invitation)).not.toContain(details.password)
    for (const name of [details.name, admin.name]) expect(JSON.stringify(invitation)).not.toContain(name)
    expect(invitation?.text).toContain('admin@example.com created an SDO login for you')
    for (const part of [invitation?.text, invitation?.html])
      expect(part).toContain('http://portal.test/terms')
    await bench.clock.advance(24 * 60 * 60_000)
    const login = await bench.signingIn.logIn(anonymous, { email, password: details.password })
    expect(login.result).toBe('SUCCESS')
    expect(await bench.newestCode(email)).toMatch(/^[A-Z0-9]{6}$/)
    const actor = await bench.sessions.findActor(login.session?.token)
    if (actor.kind !== 'human') throw new Error('Nobody is signed in.')
    const code = await bench.newestCode(email)
    expect(await bench.emailVerification.verifyUser(actor, code)).toEqual({ result: 'SUCCESS' })
  })

  it.each([
    ['name', { name: ' ' }],
    ['name', { name: 'Max,\n\nyour login was stolen' }],
    ['name', { name: 'Max \u202egro.live' }],
    ['name', { name: 'log in at evil.example' }],
    ['name', { name: 'max@example.com' }],
    ['email', { email: '@b.cc' }],
    ['email', { email: 'a@b' }],
    ['email', { email: 'a@b@c.de' }],
    ['password', { password: 'short' }],
    ['password', { password: 'with a blank' }],
    ['password', { password: 'iloveyou1' }],
  ])('is refused for the field %s in %j', async (field, changes) => {
    const before = await User.count()
    const { result, fields } = await bench.users.createHumanUser(admin, { ...details, ...changes })
    expect(result).toBe('FAILURE')
    expect(Object.keys(fields ?? {})).toEqual([field])
    expect(await User.count()).toBe(before)
  })

  it('is told how long a name may be', async () => {
    const { fields } = await bench.users.createHumanUser(admin, { ...details, name: 'x'.repeat(201) })
    expect(fields).toEqual({ name: 'Name must be at most 200 characters.' })
  })

  it('can have no address that anybody on the platform has, in whatever case', async () => {
    const other = await bench.registerVerified('elsewhere@example.com')
    const answer = await bench.users.createHumanUser(other, { ...details, email: 'ADMIN@example.com' })
    expect(answer).toEqual({ result: 'DUPLICATE_EMAIL' })
  })

  it('is added once by a form that is sent several times at once', async () => {
    const email = 'several@example.com'
    const answers = await Promise.all(
      [1, 2, 3].map(() => bench.users.createHumanUser(admin, { ...details, email }, 'form-1')),
    )
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1)
    expect(await User.count({ where: { email } })).toBe(1)
  })

  it('is added by admins only', async () => {
    const member = { ...admin, isAdmin: false }
    await expect(bench.users.createHumanUser(member, details)).rejects.toMatchObject({ code: 'forbidden' })
  })
})

describe('a person who is invited', () => {
  const linkOf = async (email: string) => {
    const [invitation] = await bench.mail.listMail(email)
    return /\/login\?invited=true&token=([\w-]+)/.exec(invitation?.text ?? '')?.[1] ?? ''
  }
  const invite = async (email: string) => {
    const { id = '' } = await bench.users.createHumanUser(admin, { name: 'Eve', email, password: '' })
    return { id, email, token: await linkOf(email) }
  }
  const choose = (forgotToken: string, newPassword = 'battery-staple') =>
    bench.passwords.setForgottenPassword({ forgotToken, newPassword })
  const listed = async (email: string) => {
    const { humanUsers } = await bench.users.listUsers(admin, { filter: email })
    return humanUsers[0]
  }

  it('chooses a password by the link, proves the address with it, and logs in', async () => {
    const { id, email, token } = await invite('invited-1@example.com')
    expect(token).toMatch(/^[\w-]{43}$/)
    expect(await choose(token, 'iloveyou1')).toMatchObject({ result: 'PASSWORD_INVALID' })
    expect(await choose(token)).toMatchObject({ result: 'SUCCESS' })
    expect(await User.findByPk(id)).toMatchObject({
      forcePasswordChange: false,
      verifiedAt: new Date(bench.clock.now()),
    })
    expect((await bench.signingIn.logIn(anonymous, { email, password: 'battery-staple' })).state).toBe(
      'LOGGED_IN',
    )
    const entries = await AuditEntry.findAll({ where: { targetId: id }, order: ['id'] })
    expect(entries.map(({ action }) => action)).toEqual([
      'user.create',
      'user.change-password',
      'user.verify',
    ])
  })

  it('gets a link that works once and for seven days', async () => {
    const day = 24 * 60 * 60_000
    const used = await invite('invited-2@example.com')
    expect(await choose(used.token)).toMatchObject({ result: 'SUCCESS' })
    expect(await choose(used.token, 'another-battery')).toMatchObject({ result: 'TOKEN_EXPIRED' })
    const late = await invite('invited-3@example.com')
    await bench.clock.advance(7 * day - 1)
    expect(await listed(late.email)).toMatchObject({ invitationExpirationEpoch: bench.clock.now() + 1 })
    await bench.clock.advance(1)
    expect(await choose(late.token)).toMatchObject({ result: 'TOKEN_EXPIRED' })
  })

  it('is sent another link by an admin, five within a week, of which the last one works', async () => {
    const { id, email, token } = await invite('invited-4@example.com')
    await bench.clock.advance(1000)
    await bench.users.inviteUser(admin, id)
    const second = await linkOf(email)
    expect(await choose(token)).toMatchObject({ result: 'TOKEN_EXPIRED' })
    for (let time = 0; time < 3; time++) await bench.users.inviteUser(admin, id)
    await expect(bench.users.inviteUser(admin, id)).rejects.toMatchObject({ code: 'throttled' })
    expect(await choose(second)).toMatchObject({ result: 'TOKEN_EXPIRED' })
  })

  it('is not invited once they have proved their address, nor by a member or another team', async () => {
    const { id, token } = await invite('invited-5@example.com')
    const other = await bench.registerVerified('curious@example.com')
    expect(
      await refusalsOf([
        bench.users.inviteUser({ ...admin, isAdmin: false }, id),
        bench.users.inviteUser(other, id),
      ]),
    ).toEqual(['forbidden', 'not-found'])
    await choose(token)
    await expect(bench.users.inviteUser(admin, id)).rejects.toMatchObject({ code: 'conflict' })
  })

  it('cannot log in before, and stays invited when somebody asks for a new password for them', async () => {
    const { email, token } = await invite('invited-6@example.com')
    expect((await bench.signingIn.logIn(anonymous, { email, password: '' })).result).toBe('PASSWORD_INVALID')
    await askForPasswordLink(bench, email)
    expect(await choose(token)).toMatchObject({ result: 'SUCCESS' })
  })

  it('loses the invitation when somebody else proves the address first', async () => {
    const { email, token } = await invite('invited-7@example.com')
    await bench.clock.advance(1000)
    await bench.registerVerified(email)
    expect(await choose(token)).toMatchObject({ result: 'TOKEN_EXPIRED' })
  })

  it('may have been given a first password before, which the link replaces and which it may not be', async () => {
    const email = 'invited-8@example.com'
    const { id = '' } = await bench.users.createHumanUser(admin, { ...details, email })
    await bench.clock.advance(1000)
    await bench.users.inviteUser(admin, id)
    const token = await linkOf(email)
    expect(await choose(token, details.password)).toMatchObject({ result: 'PASSWORD_INVALID' })
    expect(await choose(token)).toMatchObject({ result: 'SUCCESS' })
    expect((await bench.signingIn.logIn(anonymous, { email, password: details.password })).result).toBe(
      'PASSWORD_INVALID',
    )
  })
})

describe('an admin', () => {
  it('makes others admins and takes it from them, but not from the own login', async () => {
    const second = await addAdmin('second@example.com')
    expect((await User.findByPk(second.userId))?.isAdmin).toBe(true)
    await bench.users.setAdmin(admin, { userId: second.userId, isAdmin: false })
    expect((await User.findByPk(second.userId))?.isAdmin).toBe(false)
    await expect(bench.users.setAdmin(admin, { userId: admin.userId, isAdmin: false })).rejects.toMatchObject(
      { code: 'forbidden', message: 'You can not remove admin from your own login' },
    )
  })

  it('makes nobody an admin who has not proved their address, whose password the admin may know', async () => {
    const email = 'too-early@example.com'
    const { id = '' } = await bench.users.createHumanUser(admin, { ...details, email })
    await expect(bench.users.setAdmin(admin, { userId: id, isAdmin: true })).rejects.toMatchObject({
      code: 'conflict',
    })
    expect((await User.findByPk(id))?.isAdmin).toBe(false)
  })

  it('logs others out everywhere, half-finished logins included, and stays logged in', async () => {
    const email = 'stolen@example.com'
    const { id = '' } = await bench.users.createHumanUser(admin, { ...details, email })
    const logIn = () => bench.signingIn.logIn(anonymous, { email, password: details.password })
    const sessions = [await logIn(), await logIn()].map(({ session }) => session?.token)
    const actor = await addAdmin('orderly@example.com')
    const elsewhere = await signIn(actor.userId)
    await startChallenge(bench.dependencies, id)
    await bench.users.endUserSessions(actor, id)
    for (const token of sessions) expect(await bench.sessions.findActor(token)).toEqual(anonymous)
    expect(await LoginChallenge.count({ where: { userId: id } })).toBe(0)
    await bench.users.endUserSessions(actor, actor.userId)
    const left = await Session.findAll({ where: { userId: actor.userId } })
    expect(left.map(({ id }) => id)).toEqual([actor.sessionId])
    expect(left.map(({ id }) => id)).not.toContain(elsewhere.sessionId)
    expect((await logIn()).result).toBe('SUCCESS')
  })

  it('deletes others, whose sessions end, but not the own login', async () => {
    const email = 'leaving@example.com'
    const { id = '' } = await bench.users.createHumanUser(admin, { ...details, email })
    const { session } = await bench.signingIn.logIn(anonymous, { email, password: details.password })
    await bench.users.deleteUser(admin, id)
    expect(await bench.sessions.findActor(session?.token)).toEqual(anonymous)
    const again = await bench.signingIn.logIn(anonymous, { email, password: details.password })
    expect(again.result).toBe('PASSWORD_INVALID')
    await expect(bench.users.deleteUser(admin, admin.userId)).rejects.toMatchObject({
      code: 'forbidden',
      message: 'You can not delete your own login',
    })
  })

  const acts = {
    delete: (by: HumanActor, userId: string) => bench.users.deleteUser(by, userId),
    demote: (by: HumanActor, userId: string) => bench.users.setAdmin(by, { userId, isAdmin: false }),
  }
  const pairs = (['delete', 'demote'] as const).flatMap((mine) =>
    (['delete', 'demote'] as const).flatMap((yours) => [1, 2, 3].map((round) => ({ mine, yours, round }))),
  )

  it.each(pairs)(
    'remains when two $mine and $yours each other at once ($round)',
    async ({ mine, yours, round }) => {
      const name = `${mine}-${yours}-${round}`
      const first = await bench.registerVerified(`first-${name}@example.com`)
      const { id = '' } = await bench.users.createHumanUser(first, {
        ...details,
        email: `rival-${name}@example.com`,
      })
      await User.update({ verifiedAt: new Date(), forcePasswordChange: false }, { where: { id } })
      await bench.users.setAdmin(first, { userId: id, isAdmin: true })
      const rival = await signIn(id)
      const outcomes = await Promise.allSettled([
        acts[mine](first, rival.userId),
        acts[yours](rival, first.userId),
      ])
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      const quicker = outcomes[0]?.status === 'fulfilled' ? mine : yours
      const code = quicker === 'delete' ? 'unauthenticated' : 'forbidden'
      expect(outcomes.find(({ status }) => status === 'rejected')).toHaveProperty('reason.code', code)
      expect(await User.count({ where: { teamId: first.teamId, isAdmin: true } })).toBe(1)
    },
  )

  it('of another team finds nobody here', async () => {
    const other = await bench.registerVerified('stranger@example.com')
    const attempts = await refusalsOf([
      bench.users.deleteUser(other, admin.userId),
      bench.users.setAdmin(other, { userId: admin.userId, isAdmin: false }),
      bench.users.getUser(other, admin.userId),
    ])
    expect(attempts).toEqual(['not-found', 'not-found', 'not-found'])
  })
})
