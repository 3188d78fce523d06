import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { anonymous, buildAccountServices, originAt } from '../../../tests/builders/accounts'
import { useTestDatabase } from '../../../tests/postgres/test-database'
import { withOrigin } from '../origin'
import { countFailure, loginAttempt, requireAttempt } from './attempt-limit'

const database = useTestDatabase()
let bench: ReturnType<typeof buildAccountServices>

beforeAll(() => {
  bench = buildAccountServices(database.sequelize)
})

const second = 1000
const password = 'correct-horse'
const attemptFrom = (address: string, email: string) =>
  withOrigin(originAt(address), () => loginAttempt(email))

const logIn = (email: string, typed: string, address: string) =>
  withOrigin(originAt(address), () => bench.accounts.logIn(anonymous, { email, password: typed }))

/** How many queries wait for a lock on this database. */
async function countWaiting(): Promise<number> {
  const [rows] = await database.sequelize.query(
    'SELECT 1 FROM pg_locks JOIN pg_database ON oid = database WHERE NOT granted AND datname = current_database()',
  )
  return rows.length
}

/** How long `email` has to wait at `address`, in seconds. */
async function waitOf(email: string, address: string): Promise<number> {
  try {
    await requireAttempt(bench.dependencies, attemptFrom(address, email))
    return 0
  } catch (failure) {
    return Number(/(\d+) second/.exec((failure as Error).message)?.[1])
  }
}

describe('guessing a password', () => {
  it('gets slower with every failure after the fifth, and never locks the owner out elsewhere', async () => {
    const { email } = await bench.registerVerified('victim@example.com')
    const waits: number[] = []
    for (let guess = 1; guess <= 9; guess++) {
      await bench.clock.advance((await waitOf(email, '192.0.2.1')) * second)
      expect((await logIn(email, 'wrong-password', '192.0.2.1')).result).toBe('PASSWORD_INVALID')
      waits.push(await waitOf(email, '192.0.2.1'))
    }
    expect(waits).toEqual([0, 0, 0, 0, 1, 2, 4, 8, 16])
    await expect(logIn(email, password, '192.0.2.1')).rejects.toMatchObject({ code: 'throttled' })
    expect((await logIn(email, password, '198.51.100.7')).result).toBe('SUCCESS')
    await bench.clock.advance(16 * second)
    expect((await logIn(email, password, '192.0.2.1')).result).toBe('SUCCESS')
    expect(await waitOf(email, '192.0.2.1')).toBe(0)
  })

  it('by many guesses at once gains nothing: the right one among them is not let in', async () => {
    const { email } = await bench.registerVerified('storm@example.com')
    const lock = await database.sequelize.transaction()
    await database.sequelize.query('LOCK TABLE users', { transaction: lock })
    const right = expect(logIn(email, password, '192.0.2.2')).rejects.toMatchObject({ code: 'throttled' })
    await expect.poll(countWaiting).toBe(1)
    // While the right password is being checked, others turn out wrong.
    const attempt = attemptFrom('192.0.2.2', email)
    for (let guess = 0; guess < 5; guess++) await countFailure(bench.dependencies, attempt)
    await lock.commit()
    await right
  })

  it('is answered alike for an address that nobody has', async () => {
    for (let guess = 0; guess < 5; guess++)
      expect((await logIn('nobody@example.com', 'wrong-password', '192.0.2.3')).result).toBe(
        'PASSWORD_INVALID',
      )
    await expect(logIn('NOBODY@example.com', 'wrong-password', '192.0.2.3')).rejects.toMatchObject({
      code: 'throttled',
    })
  })

  it('at many accounts from one place is slowed down as well', async () => {
    for (let guess = 0; guess < 30; guess++)
      await countFailure(bench.dependencies, attemptFrom('192.0.2.4', `person-${guess}@example.com`))
    expect(await waitOf('somebody-else@example.com', '192.0.2.4')).toBe(1)
    expect(await waitOf('somebody-else@example.com', '192.0.2.5')).toBe(0)
  })

  it('from one IPv6 network is from one place, whatever address in it is used', async () => {
    for (let guess = 0; guess < 5; guess++)
      await countFailure(bench.dependencies, attemptFrom(`2001:db8:0:7::${guess}`, 'six@example.com'))
    expect(await waitOf('six@example.com', '2001:db8:0:7:ffff::1')).toBe(1)
    expect(await waitOf('six@example.com', '2001:db8:0:8::1')).toBe(0)
  })

  it.each([
    ['ivi@example.com', 'İvi@example.com', 'ivİ@example.com'],
    ['οδοσ@example.com', 'ΟΔΟΣ@example.com', 'ΟδοΣ@example.com'],
  ])('of %s counts as one login, however its letters are written', async (email, ...others) => {
    await bench.registerVerified(email)
    for (const other of others) {
      expect((await logIn(other, password, '192.0.2.8')).result).toBe('SUCCESS')
      expect((await logIn(other, 'wrong-password', '192.0.2.9')).result).toBe('PASSWORD_INVALID')
    }
    for (let guess = others.length; guess < 5; guess++) await logIn(email, 'wrong-password', '192.0.2.9')
    for (const each of [email, ...others]) expect(await waitOf(each, '192.0.2.9')).toBe(1)
  })

  it('is forgotten after an hour of calm', async () => {
    const attempt = attemptFrom('192.0.2.6', 'calm@example.com')
    for (let guess = 0; guess < 5; guess++) await countFailure(bench.dependencies, attempt)
    await bench.clock.advance(60 * 60 * second)
    await countFailure(bench.dependencies, attempt)
    expect(await waitOf('calm@example.com', '192.0.2.6')).toBe(0)
  })

  it('never waits longer than 15 minutes, however often it failed', async () => {
    let place = 0
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 40 }), async (failures) => {
        const address = `place ${place++}`
        const attempt = attemptFrom(address, 'capped@example.com')
        for (let failure = 0; failure < failures; failure++) {
          await bench.clock.advance((await waitOf('capped@example.com', address)) * second)
          await countFailure(bench.dependencies, attempt)
        }
        const wait = await waitOf('capped@example.com', address)
        expect(wait).toBeLessThanOrEqual(15 * 60)
        expect(wait > 0).toBe(failures >= 5)
      }),
      { numRuns: 10 },
    )
  })
})
