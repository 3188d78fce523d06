import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { anonymous, buildAccountServices, originAt } from '../../../tests/builders/accounts'
import { useTestDatabase } from '../../../tests/postgres/test-database'
import { withOrigin } from '../actor/origin'
import { loginAttempt, type AttemptKey } from './attempt-key'
import { giveBack, reserveAttempt } from './attempt-limit'

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
  withOrigin(originAt(address), () => bench.signingIn.logIn(anonymous, { email, password: typed }))

/** Notes that an attempt failed. */
const fail = (attempt: AttemptKey[]) => reserveAttempt(bench.dependencies, attempt)

/** How long `email` has to wait at `address`, in seconds. */
async function waitOf(email: string, address: string): Promise<number> {
  try {
    const reserved = await reserveAttempt(bench.dependencies, attemptFrom(address, email))
    await giveBack(bench.dependencies, reserved)
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

  it.each([
    ['one login', () => 'storm@example.com', 5],
    ['as many logins', (guess: number) => `storm-${guess}@example.com`, 30],
  ])('300 times at once at %s from one place lets the free number through and no more', async (...given) => {
    const [what, emailOf, free] = given
    const attempts = Array.from({ length: 300 }, (_, guess) =>
      fail(attemptFrom(`place of ${what}`, emailOf(guess))),
    )
    const outcomes = await Promise.allSettled(attempts)
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(free)
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'throttled' })
  })

  it('counts nothing that was given back, in whatever order attempts end', async () => {
    let place = 0
    const ends = fc.array(fc.tuple(fc.constantFrom('wrong', 'undecided'), fc.nat()), { maxLength: 5 })
    await fc.assert(
      fc.asyncProperty(ends, async (attempts) => {
        const address = `mixed ${place++}`
        const attempt = attemptFrom(address, 'mixed@example.com')
        const reserved = []
        for (const [verdict, order] of attempts) reserved.push({ verdict, order, each: await fail(attempt) })
        reserved.sort((one, other) => one.order - other.order)
        for (const { verdict, each } of reserved)
          if (verdict === 'undecided') await giveBack(bench.dependencies, each)
        const wrong = reserved.filter(({ verdict }) => verdict === 'wrong').length
        for (let left = wrong; left < 4; left++) await fail(attempt)
        expect(await waitOf('mixed@example.com', address)).toBe(wrong < 5 ? 0 : 1)
        if (wrong < 5) await fail(attempt)
        expect(await waitOf('mixed@example.com', address)).toBe(1)
      }),
      { numRuns: 30 },
    )
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
      await fail(attemptFrom('192.0.2.4', `person-${guess}@example.com`))
    expect(await waitOf('somebody-else@example.com', '192.0.2.4')).toBe(1)
    expect(await waitOf('somebody-else@example.com', '192.0.2.5')).toBe(0)
  })

  it('from one IPv6 network is from one place, whatever address in it is used', async () => {
    for (let guess = 0; guess < 5; guess++)
      await fail(attemptFrom(`2001:db8:0:7::${guess}`, 'six@example.com'))
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
    for (let guess = 0; guess < 5; guess++) await fail(attempt)
    await bench.clock.advance(60 * 60 * second)
    await fail(attempt)
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
          await fail(attempt)
        }
        const wait = await waitOf('capped@example.com', address)
        expect(wait).toBeLessThanOrEqual(15 * 60)
        expect(wait > 0).toBe(failures >= 5)
      }),
      { numRuns: 10 },
    )
  })
})
