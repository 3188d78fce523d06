import { beforeAll, describe, expect, it } from 'vitest'
import { AuditEntry } from '../../../db/models/audit-entry'
import { Team } from '../../../db/models/team'
import { User } from '../../../db/models/user'
import { anonymous, buildAccountServices, builtPassword, originAt } from '../../../tests/builders/accounts'
import { useTestDatabase } from '../../../tests/postgres/test-database'
import type { HumanActor } from '../actor/actor'
import { withOrigin } from '../actor/origin'
import { cleanOut } from '../clean-out/clean-out'

const database = useTestDatabase()
let bench: ReturnType<typeof buildAccountServices>
let admin: HumanActor

beforeAll(async () => {
  bench = buildAccountServices(database.sequelize)
  await bench.terms.ensureTerms()
  admin = await bench.registerVerified('admin@example.com')
})

const day = 24 * 60 * 60_000
const strangersPassword = 'strangers-horse'
const givenPassword = 'given-by-admin'
const own = { name: 'Bob', password: 'bobs-own-horse' }
let made = 0
const newEmail = () => `bob-${++made}@example.com`

const register = async (email: string, password = own.password) =>
  bench.accounts.createAccount(anonymous, await bench.fillIn({ email, password }))
const add = (email: string, by = admin) =>
  bench.users.createHumanUser(by, { name: 'Bob', email, password: givenPassword })
const findActor = async (token: string | undefined) => (await bench.sessions.findActor(token)) as HumanActor
/** Types the code that was mailed last. */
const prove = async (email: string, token: string | undefined) => {
  const [mail] = (await bench.mail.listMail(email)).filter(({ subject }) => /^[A-Z2-9]{6} /.test(subject))
  return bench.emailVerification.verifyUser(await findActor(token), mail?.subject.slice(0, 6) ?? '')
}
const logIn = (email: string, password: string) => bench.signingIn.logIn(anonymous, { email, password })

describe('an address that a stranger says is theirs', () => {
  it('stays open to the person, who proves it, and the stranger is gone', async () => {
    const email = newEmail()
    const stranger = await register(email, strangersPassword)
    await bench.clock.advance(1000)
    const { result, session } = await register(email.toUpperCase())
    expect(result).toBe('SUCCESS')
    expect(await prove(email.toUpperCase(), session?.token)).toEqual({ result: 'SUCCESS' })
    expect(await bench.sessions.findActor(stranger.session?.token)).toEqual(anonymous)
    expect(await User.count({ where: { name: 'Ada', email } })).toBe(0)
    expect((await logIn(email, strangersPassword)).result).toBe('PASSWORD_INVALID')
    expect((await logIn(email, own.password)).state).toBe('LOGGED_IN')
    expect((await register(email, strangersPassword)).result).toBe('DUPLICATE_EMAIL')
  })

  it('stays open to the person’s team, also when the stranger says so again afterwards', async () => {
    const email = newEmail()
    await register(email, strangersPassword)
    const { result, id } = await add(email)
    expect(result).toBe('SUCCESS')
    await bench.clock.advance(1000)
    expect((await register(email, strangersPassword)).result).toBe('SUCCESS')
    await bench.clock.advance(1000)
    const { session, state } = await logIn(email, givenPassword)
    expect(state).toBe('VERIFICATION_NEEDED')
    expect(await prove(email, session?.token)).toEqual({ result: 'SUCCESS' })
    expect((await User.findAll({ where: { email } })).map((user) => user.id)).toEqual([id])
  })

  it('is taken from the person by neither, before they have come to prove it', async () => {
    const email = newEmail()
    const { session } = await register(email)
    await bench.clock.advance(1000)
    await register(email, strangersPassword)
    await add(email)
    await bench.clock.advance(1000)
    await bench.emailVerification.issueVerificationToken(await findActor(session?.token))
    expect(await prove(email, session?.token)).toEqual({ result: 'SUCCESS' })
    expect((await logIn(email, own.password)).state).toBe('LOGGED_IN')
    const [lapse] = await AuditEntry.findAll({ where: { teamId: admin.teamId, action: 'user.lapse' } })
    expect(lapse).toMatchObject({
      before: { email },
      after: { because: 'the address was proved elsewhere' },
    })
  })

  it('is not proved by the code of another who says so', async () => {
    const email = newEmail()
    const stranger = await register(email, strangersPassword)
    await bench.clock.advance(1000)
    await register(email)
    expect(await prove(email, stranger.session?.token)).toEqual({ result: 'FAILURE' })
  })

  it('is once in a team, proved or not', async () => {
    const email = newEmail()
    expect((await add(email)).result).toBe('SUCCESS')
    expect((await add(email.toUpperCase())).result).toBe('DUPLICATE_EMAIL')
  })

  it('is kept by who proved it before choosing a password of their own', async () => {
    const email = newEmail()
    await add(email)
    const { session } = await logIn(email, givenPassword)
    await prove(email, session?.token)
    expect((await register(email, strangersPassword)).result).toBe('DUPLICATE_EMAIL')
    const other = await bench.registerVerified(newEmail())
    expect(await add(email, other)).toEqual({ result: 'DUPLICATE_EMAIL' })
  })

  it('may be said to be theirs by a place a few times, and by others still', async () => {
    const email = newEmail()
    const from = (address: string) => withOrigin(originAt(address), () => register(email))
    for (let time = 0; time < 3; time++) expect((await from('192.0.2.9')).result).toBe('SUCCESS')
    await expect(from('192.0.2.9')).rejects.toMatchObject({ code: 'throttled' })
    expect((await from('192.0.2.10')).result).toBe('SUCCESS')
  })
})

describe('whoever does not prove an address', () => {
  it('goes with their team a day after registering', async () => {
    const email = newEmail()
    const { teamId } = await bench.register(email)
    await bench.clock.advance(day - 1)
    await cleanOut(bench.dependencies)
    expect(await Team.count({ where: { id: teamId } })).toBe(1)
    await bench.clock.advance(1)
    await cleanOut(bench.dependencies)
    expect(await Team.count({ where: { id: teamId } })).toBe(0)
    expect(await User.count({ where: { email } })).toBe(0)
  })

  it('goes a week after an admin added them, and the team has a note of it', async () => {
    const email = newEmail()
    const { id = '' } = await add(
      email,
      await findActor((await logIn(admin.email, builtPassword)).session?.token),
    )
    await bench.clock.advance(7 * day - 1)
    await cleanOut(bench.dependencies)
    expect(await User.count({ where: { email } })).toBe(1)
    await bench.clock.advance(1)
    await cleanOut(bench.dependencies)
    expect(await User.count({ where: { email } })).toBe(0)
    const [lapse] = await AuditEntry.findAll({ where: { action: 'user.lapse', targetId: id } })
    expect(lapse?.after).toEqual({ because: 'the address was not proved in time' })
    expect(await User.count({ where: { id: admin.userId } })).toBe(1)
  })

  it('stays while an invitation that was sent later is good, and goes with it', async () => {
    const email = newEmail()
    const by = await findActor((await logIn(admin.email, builtPassword)).session?.token)
    const { id = '' } = await bench.users.createHumanUser(by, { name: 'Bob', email })
    await bench.clock.advance(6 * day)
    const later = await findActor((await logIn(admin.email, builtPassword)).session?.token)
    await bench.users.inviteUser(later, id)
    await bench.clock.advance(7 * day - 1)
    await cleanOut(bench.dependencies)
    expect(await User.count({ where: { id } })).toBe(1)
    await bench.clock.advance(1)
    await cleanOut(bench.dependencies)
    expect(await User.count({ where: { id } })).toBe(0)
  })

  it('leaves everybody who proved theirs', async () => {
    const kept = await bench.registerVerified(newEmail())
    await bench.clock.advance(400 * day)
    await cleanOut(bench.dependencies)
    expect(await User.count({ where: { id: kept.userId } })).toBe(1)
    expect((await logIn(kept.email, builtPassword)).state).toBe('LOGGED_IN')
  })
})
