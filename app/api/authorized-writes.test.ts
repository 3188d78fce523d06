import pg from 'pg'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { buildAccountServices } from '../../tests/builders/accounts'
import { buildAutomation, buildPerson } from '../../tests/builders/actors'
import { buildApiClient } from '../../tests/builders/api-client'
import { apiWrites, buildApiWrites } from '../../tests/builders/api-writes'
import { fingerprint, hold } from '../../tests/builders/held-transaction'
import { useTestDatabase } from '../../tests/postgres/test-database'
import { actorId, type HumanActor, type TeamActor } from '../services/actor/actor'
import type { Services } from '../services/services'
import type { WriteName } from './table'

const database = useTestDatabase()
const called = new Set<string>()
let client: ReturnType<typeof buildApiClient>
let admin: HumanActor
let api: ReturnType<typeof buildApiWrites>

beforeAll(async () => {
  const bench = buildAccountServices(database.sequelize)
  client = buildApiClient(database.sequelize, noteCalls)
  admin = await bench.registerVerified('admin@example.com')
  api = buildApiWrites(bench, admin)
})

/** Notes which services are called, as `users.createHumanUser`. */
const noteCalls = (services: Services): Services =>
  Object.fromEntries(
    Object.entries(services).map(([area, functions]) => [
      area,
      new Proxy(functions, {
        get(target, name) {
          called.add(`${area}.${String(name)}`)
          return Reflect.get(target, name) as unknown
        },
      }),
    ]),
  ) as Services

const names = apiWrites.map(({ name }) => name)
const callOf = (wanted: WriteName) => apiWrites.find(({ name }) => name === wanted)
const accessOf = (name: WriteName) => callOf(name)?.access ?? 'public'
/** What it answers somebody who may not. */
const denialOf = (name: WriteName) => callOf(name)?.statuses?.forbidden ?? 403
const ofSomebody = names.filter((name) => accessOf(name) !== 'public')

/** What happens to somebody whose write is under way, what it is answered then, and to which writes that matters. */
const events = [
  { what: 'was deleted', sql: 'DELETE FROM users WHERE id = $1', status: 401, by: ofSomebody },
  { what: 'was logged out', sql: 'DELETE FROM sessions WHERE user_id = $1', status: 401, by: ofSomebody },
  {
    what: 'is no admin any more',
    sql: 'UPDATE users SET is_admin = false WHERE id = $1',
    status: denialOf,
    by: names.filter((name) => accessOf(name) === 'admin'),
  },
  {
    what: 'has to verify the address again',
    sql: `WITH proofs AS (UPDATE sessions SET verified_at = NULL WHERE user_id = $1)
      UPDATE users SET verified_at = NULL WHERE id = $1`,
    status: denialOf,
    by: ofSomebody.filter((name) => accessOf(name) !== 'session'),
  },
]

const ofAutomations = [
  { what: 'was deleted', sql: 'DELETE FROM integration_users WHERE id = $1' },
  { what: 'was logged out', sql: 'DELETE FROM sessions WHERE integration_user_id = $1' },
]

type Prepared = Awaited<ReturnType<typeof api.prepare>>

/** Makes the write after `sql` was done and before that is known to anybody, and lets it be known while the write waits. */
async function interrupt({ method, path, body }: Prepared, actor: TeamActor, sql: string) {
  const held = await hold(database.url, sql, [actorId(actor)])
  const answer = client.call(actor, method, path, body)
  await held.untilWaitedFor(answer)
  const expected = await fingerprint(held.client)
  await held.commit()
  const { status, body: refusal } = await answer
  return { status, refusal, expected, found: await readFingerprint() }
}

async function readFingerprint() {
  const observer = new pg.Client({ connectionString: database.url })
  await observer.connect()
  const found = await fingerprint(observer)
  await observer.end()
  return found
}

describe.each(events)('a write of somebody who $what while it was under way', ({ sql, status, by }) => {
  it.each(by)('is refused and changes nothing: %s', { timeout: 20_000 }, async (name) => {
    const write = await api.prepare(name)
    const actor = (write.actor ?? (await buildPerson(admin.teamId, { isAdmin: true }))) as HumanActor
    const interrupted = await interrupt(write, actor, sql)
    const expected = typeof status === 'number' ? status : status(name)
    expect(interrupted, JSON.stringify(interrupted.refusal)).toMatchObject({ status: expected })
    expect(interrupted.found).toEqual(interrupted.expected)
  })
})

describe.each(ofAutomations)('a write of an integration user who $what while it was under way', ({ sql }) => {
  it.each(names.filter((name) => accessOf(name) === 'automation'))(
    'is refused and changes nothing: %s',
    { timeout: 20_000 },
    async (name) => {
      const write = await api.prepare(name)
      const interrupted = await interrupt(write, await buildAutomation(admin.teamId), sql)
      expect(interrupted, JSON.stringify(interrupted.refusal)).toMatchObject({ status: 401 })
      expect(interrupted.found).toEqual(interrupted.expected)
    },
  )
})

describe('a write of somebody to whom nothing happens', () => {
  it.each(names)('succeeds: %s', { timeout: 20_000 }, async (name) => {
    const { actor = admin, method, path, body } = await api.prepare(name)
    const answer = await client.call(actor, method, path, body)
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  })
})

/** What writes for nobody: it lets somebody in, or the program calls it itself. */
const ofNobody = [
  'signingIn.answerChallenge',
  'terms.ensureTerms',
  'secondFactor.sealAuthenticatorSecrets',
  'passwords.sendPasswordResets',
  'mail.sealMails',
  'webhooks.sealWebhooks',
]

describe('every use case', () => {
  it('reads, writes for nobody, or is among the writes above, which forms call as well', async () => {
    const isRead = (name: string) => /\.(get|list|find|check|estimate|export|follow)[A-Z]/.test(name)
    const all = Object.entries(client.services).flatMap(([area, functions]) =>
      Object.keys(functions).map((name) => `${area}.${name}`),
    )
    await vi.waitFor(() => expect(called.size).toBeGreaterThan(0))
    expect(all.filter((name) => !isRead(name) && !ofNobody.includes(name) && !called.has(name))).toEqual([])
  })
})
