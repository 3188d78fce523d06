import { beforeAll, expect, it } from 'vitest'
import { Session } from '../../../db/models/session'
import { User } from '../../../db/models/user'
import { inTransaction } from '../../../db/transaction'
import { anonymous, buildAccountServices } from '../../../tests/builders/accounts'
import { useTestDatabase } from '../../../tests/postgres/test-database'
import { withOrigin } from '../actor/origin'
import { maximumSessions } from '../actor/session-limits'
import { invitationAttempt, registrationAttempt } from '../attempts/attempt-key'
import { reserveAttempt } from '../attempts/attempt-limit'
import { startSession } from '../sessions/start-session'

const database = useTestDatabase()
let bench: ReturnType<typeof buildAccountServices>

beforeAll(async () => {
  bench = buildAccountServices(database.sequelize)
  await bench.terms.ensureTerms()
})

const from = <Result>(address: string, work: () => Promise<Result>) =>
  withOrigin({ requestId: '', address, userAgent: '' }, work)

it('one place makes 50 accounts, then has to wait, and others do not', async () => {
  const register = (email: string, address: string) =>
    from(address, async () => bench.accounts.createAccount(anonymous, await bench.fillIn({ email })))
  expect((await register('first@example.com', '192.0.2.1')).result).toBe('SUCCESS')
  for (let made = 1; made < 50; made++)
    await from('192.0.2.1', () => reserveAttempt(bench.dependencies, registrationAttempt()))
  await expect(register('late@example.com', '192.0.2.1')).rejects.toMatchObject({
    code: 'throttled',
    message: 'An error occured while trying to create your account.  Please wait and try again later.',
  })
  expect(await User.count({ where: { email: 'late@example.com' } })).toBe(0)
  expect((await register('elsewhere@example.com', '192.0.2.2')).result).toBe('SUCCESS')
  await bench.clock.advance(2_000)
  expect((await register('late@example.com', '192.0.2.1')).result).toBe('SUCCESS')
})

it('one place learns of 50 addresses whether they are taken, then has to wait', async () => {
  const address = '192.0.2.3'
  const ask = () => from(address, async () => bench.accounts.createAccount(anonymous, await bench.fillIn()))
  await bench.registerVerified((await bench.fillIn()).email)
  for (let asked = 1; asked < 50; asked++)
    await from(address, () => reserveAttempt(bench.dependencies, registrationAttempt()))
  expect((await ask()).result).toBe('DUPLICATE_EMAIL')
  await expect(ask()).rejects.toMatchObject({ code: 'throttled' })
})

it('one team learns of 100 addresses whether they are taken, then has to wait', async () => {
  const admin = await bench.registerVerified('asking@example.com')
  const ask = () =>
    bench.users.createHumanUser(admin, { name: 'Max', email: admin.email, password: 'given-by-admin' })
  for (let asked = 1; asked < 100; asked++)
    await reserveAttempt(bench.dependencies, invitationAttempt(admin.teamId))
  expect((await ask()).result).toBe('DUPLICATE_EMAIL')
  await expect(ask()).rejects.toMatchObject({ code: 'throttled' })
})

it('one team adds 100 people, then has to wait', async () => {
  const admin = await bench.registerVerified('inviting@example.com')
  const add = (email: string) =>
    bench.users.createHumanUser(admin, { name: 'Max', email, password: 'given-by-admin' })
  expect((await add('first-of-many@example.com')).result).toBe('SUCCESS')
  for (let added = 1; added < 100; added++)
    await reserveAttempt(bench.dependencies, invitationAttempt(admin.teamId))
  await expect(add('late-of-many@example.com')).rejects.toMatchObject({ code: 'throttled' })
  await bench.clock.advance(2_000)
  expect((await add('late-of-many@example.com')).result).toBe('SUCCESS')
})

it('a person is logged in at 50 places, of which the one unused for longest ends', async () => {
  const { userId, sessionId } = await bench.registerVerified('everywhere@example.com')
  const tokens: string[] = []
  for (let login = 0; login < maximumSessions; login++) {
    await bench.clock.advance(1_000)
    const { token } = await inTransaction(database.sequelize, async () => {
      const user = await User.findByPk(userId, { rejectOnEmpty: true, lock: true })
      return startSession(bench.dependencies, anonymous, { user })
    })
    tokens.push(token)
  }
  expect(await Session.count({ where: { userId } })).toBe(maximumSessions)
  expect(await Session.findByPk(sessionId)).toBeNull()
  for (const token of tokens) expect(await bench.sessions.findActor(token)).toMatchObject({ userId })
})
