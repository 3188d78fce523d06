import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { Terms } from '../../../db/models/terms'
import { User } from '../../../db/models/user'
import { anonymous, buildAccountServices } from '../../../tests/builders/accounts'
import { useTestDatabase } from '../../../tests/postgres/test-database'
import type { HumanActor } from '../actor/actor'
import { initialTerms } from './ensure-terms'

const database = useTestDatabase()
let bench: ReturnType<typeof buildAccountServices>

beforeEach(async () => {
  await database.sequelize.query('DELETE FROM teams')
  await database.sequelize.query('TRUNCATE terms CASCADE')
  bench = buildAccountServices(database.sequelize)
})

const day = 24 * 60 * 60_000

/** Publishes terms that take effect `inMilliseconds` from now. */
const publish = async (inMilliseconds: number) =>
  (
    await Terms.create({
      id: randomUUID(),
      content: '<h1>Newer</h1>',
      effectiveAt: new Date(bench.clock.now() + inMilliseconds),
    })
  ).id

/** The actor as a new login knows them. */
async function logIn(email: string): Promise<HumanActor> {
  const { session } = await bench.signingIn.logIn(anonymous, { email, password: 'correct-horse' })
  return (await bench.sessions.findActor(session?.token)) as HumanActor
}

describe('newer terms', () => {
  it('do not block before they take effect, are announced until they are opened, and then have to be accepted', async () => {
    const { email } = await bench.registerVerified('ada@example.com')
    const id = await publish(day)
    const before = await logIn(email)
    expect(before.state).toBe('LOGGED_IN')
    expect(await bench.terms.findAnnouncedTerms(before)).toEqual({
      id,
      futureEffectiveEpoch: bench.clock.now() + day,
    })
    await bench.terms.openTerms(before, id)
    await bench.terms.openTerms(before, id)
    expect(await bench.terms.findAnnouncedTerms(before)).toBeUndefined()

    await bench.clock.advance(day)
    const after = await logIn(email)
    expect(after.state).toBe('TERMS_UPDATE_NEEDED')
    expect(await bench.terms.listUnacceptedTerms(after)).toEqual({
      terms: [{ id, content: '<h1>Newer</h1>', futureEffectiveEpoch: null }],
    })
    await bench.terms.acceptTerms(after, id)
    expect((await logIn(email)).state).toBe('LOGGED_IN')
  })

  it('that were accepted ahead of time ask no more', async () => {
    const actor = await bench.registerVerified('early@example.com')
    const id = await publish(day)
    await bench.terms.acceptTerms(actor, id)
    expect(await bench.terms.findAnnouncedTerms(actor)).toBeUndefined()
    expect(await bench.terms.listUnacceptedTerms(actor)).toEqual({ terms: [] })
    await bench.clock.advance(day)
    expect((await logIn(actor.email)).state).toBe('LOGGED_IN')
  })

  it('ask a session that is open as well', async () => {
    await bench.terms.ensureTerms()
    const { session } = await bench.accounts.createAccount(anonymous, await bench.fillIn())
    await User.update({ verifiedAt: new Date(bench.clock.now()) }, { where: {} })
    expect(await bench.sessions.findActor(session?.token)).toMatchObject({ state: 'LOGGED_IN' })
    await bench.clock.advance(1)
    await publish(0)
    expect(await bench.sessions.findActor(session?.token)).toMatchObject({ state: 'TERMS_UPDATE_NEEDED' })
  })

  it('can be accepted only while they count', async () => {
    const actor = await bench.registerVerified('old@example.com')
    await bench.clock.advance(1)
    await publish(0)
    await expect(bench.terms.acceptTerms(actor, initialTerms.id)).rejects.toMatchObject({ code: 'conflict' })
    await expect(bench.terms.acceptTerms(actor, randomUUID())).rejects.toMatchObject({ code: 'not-found' })
  })

  it('do not ask those whose team accepted them before they were added', async () => {
    const admin = await bench.registerVerified('admin@example.com')
    await bench.clock.advance(day)
    const colleague = await User.create({
      id: randomUUID(),
      teamId: admin.teamId,
      name: 'Grace',
      email: 'grace@example.com',
      passwordHash: '',
      isAdmin: false,
      verifiedAt: new Date(bench.clock.now()),
      createdAt: new Date(bench.clock.now()),
    })
    const { humanUsers } = await bench.users.listUsers(admin)
    expect(humanUsers.find(({ id }) => id === colleague.id)?.state).toBe('LOGGED_IN')
  })
})
