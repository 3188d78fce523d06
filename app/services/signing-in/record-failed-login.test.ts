import { Writable } from 'node:stream'
import pino from 'pino'
import { beforeAll, describe, expect, it } from 'vitest'
import { AuditEntry } from '../../../db/models/audit-entry'
import { anonymous, buildAccountServices, builtPassword, originAt } from '../../../tests/builders/accounts'
import { buildAuthenticator } from '../../../tests/builders/authenticator'
import { readPieces } from '../../../tests/builders/read-pieces'
import { useTestDatabase } from '../../../tests/postgres/test-database'
import { withOrigin } from '../actor/origin'
import { longestDelayMilliseconds, maximumPerHour } from './record-failed-login'
import { createServices, type Services } from '../services'

const database = useTestDatabase()
let bench: ReturnType<typeof buildAccountServices>
let signingIn: Services['signingIn']
let logged = ''

beforeAll(() => {
  bench = buildAccountServices(database.sequelize)
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      logged += chunk.toString()
      done()
    },
  })
  signingIn = createServices({ ...bench.dependencies, log: pino(stream) }).signingIn
})

const action = 'session.login-failed'
/** Fails to log in, and waits until it is recorded. */
async function logIn(input: Parameters<typeof signingIn.logIn>[1], address = '192.0.2.7') {
  await withOrigin(originAt(address), () => signingIn.logIn(anonymous, input))
  await bench.clock.advance(longestDelayMilliseconds)
}
const countFor = (targetId: string) => AuditEntry.count({ where: { action, targetId } })

describe('a login that failed', () => {
  it('is in the audit log of the team, by somebody unknown, with its source', async () => {
    const admin = await bench.registerVerified('known@example.com')
    await logIn({ email: 'KNOWN@example.com', password: 'wrong-password' })
    await expect.poll(() => countFor(admin.userId)).toBe(1)
    const { entries } = await bench.audit.listAuditLog(admin, { action })
    expect(entries[0]).toMatchObject({
      actorKind: 'anonymous',
      actorId: null,
      actorName: 'Somebody unknown',
      targetId: admin.userId,
      targetName: 'Ada (known@example.com)',
      after: { fault: 'password' },
      sourceAddress: '192.0.2.7',
      requestId: 'request-1',
    })
    expect(await readPieces(await bench.audit.exportAuditLog(admin, { action }))).toContain(
      '"anonymous","","Somebody unknown"',
    )
    expect(JSON.stringify(entries)).not.toContain('wrong-password')
  })

  it('says so when the password was right and the code was not', async () => {
    const actor = await bench.registerVerified('code@example.com')
    await buildAuthenticator(bench, actor)
    const input = { email: actor.email, password: builtPassword, authenticationToken: '000000' }
    await logIn(input)
    await expect.poll(() => countFor(actor.userId)).toBe(1)
    const entry = await AuditEntry.findOne({ where: { action, targetId: actor.userId } })
    expect(entry?.after).toEqual({ fault: 'second factor' })
  })

  it('is recorded for an integration whose token has expired', async () => {
    const admin = await bench.registerVerified('ci@example.com')
    const { id } = await bench.users.createIntegrationUser(admin, { name: 'CI' })
    const { token: integrationToken } = await bench.users.createIntegrationToken(admin, id)
    await bench.clock.advance(93 * 24 * 3_600_000)
    await logIn({ integrationToken })
    await expect.poll(() => countFor(id)).toBe(1)
    const entry = await AuditEntry.findOne({ where: { action, targetId: id } })
    expect(entry).toMatchObject({ targetName: 'CI', after: { fault: 'expired token' } })
  })

  it('of a login that nobody has leaves a line for the operator, without what was typed, and no entry', async () => {
    const before = await AuditEntry.count()
    await logIn({ email: 'my-password-by-mistake', password: 'wrong-password' }, '192.0.2.9')
    await logIn({ integrationToken: 'made-up' }, '192.0.2.9')
    const lines = logged.split('\n').filter((line) => line.includes('192.0.2.9'))
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
      expect.objectContaining({ msg: 'a login failed', address: '192.0.2.9', requestId: 'request-1' }),
      expect.objectContaining({ msg: 'a login failed', fault: 'unknown token' }),
    ])
    expect(logged).not.toMatch(/my-password|wrong-password|made-up/)
    // What is recorded afterwards was asked for afterwards.
    const admin = await bench.registerVerified('afterwards@example.com')
    await logIn({ email: admin.email, password: 'wrong-password' })
    await expect.poll(() => countFor(admin.userId)).toBe(1)
    const entries = await AuditEntry.count({ where: { teamId: admin.teamId } })
    expect(await AuditEntry.count()).toBe(before + entries)
  })

  it('is recorded twenty times an hour at most, wherever it comes from, and the last entry says so', async () => {
    const { userId, email } = await bench.registerVerified('guessed@example.com')
    for (let guess = 0; guess < maximumPerHour + 5; guess++) {
      await logIn({ email, password: 'wrong-password' }, `198.51.100.${guess}`)
      await expect.poll(() => countFor(userId)).toBe(Math.min(guess + 1, maximumPerHour))
    }
    const entries = await AuditEntry.findAll({ where: { action, targetId: userId }, order: [['id', 'ASC']] })
    expect(entries.filter(({ after }) => after && 'further' in after)).toEqual([entries.at(-1)])
    await bench.clock.advance(3_600_001)
    await logIn({ email, password: 'wrong-password' })
    await expect.poll(() => countFor(userId)).toBe(maximumPerHour + 1)
  })

  it('is answered before it is recorded, so that the time does not tell which logins there are', async () => {
    const { userId, email } = await bench.registerVerified('timing@example.com')
    const failedAt = bench.clock.now()
    await signingIn.logIn(anonymous, { email, password: 'wrong-password' })
    await bench.clock.advance(499)
    expect(await countFor(userId)).toBe(0)
    await bench.clock.advance(longestDelayMilliseconds)
    await expect.poll(() => countFor(userId)).toBe(1)
    const entry = await AuditEntry.findOne({ where: { action, targetId: userId } })
    expect(entry?.createdAt).toEqual(new Date(failedAt))
  })
})
