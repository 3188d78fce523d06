import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { anonymous, buildAccountServices, originAt } from '../../../tests/builders/accounts'
import { useTestDatabase } from '../../../tests/postgres/test-database'
import { withOrigin } from '../actor/origin'
import { PasswordQueue } from '../password-hashing/password-queue'

/** The passwords that were looked at, and what they wait for. */
const library = vi.hoisted(() => ({ compared: [] as unknown[], opens: Promise.resolve() }))

vi.mock(import('../password-hashing/password-library'), async (load) => {
  const { passwordLibrary } = await load()
  return {
    passwordLibrary: {
      async hash(password, strength) {
        await library.opens
        return passwordLibrary.hash(password, strength)
      },
      async verify(hash, password) {
        library.compared.push(password)
        await library.opens
        return passwordLibrary.verify(hash, password)
      },
    },
  }
})

const database = useTestDatabase()
let bench: ReturnType<typeof buildAccountServices>

beforeAll(() => {
  bench = buildAccountServices(database.sequelize)
})

beforeEach(() => {
  library.compared = []
  library.opens = Promise.resolve()
})

const asked = vi.spyOn(PasswordQueue.prototype, 'run')
/** How many passwords were to be looked at for requests from `address`. */
const countAsked = (address: string) =>
  asked.mock.calls.filter(([{ key }]) => key === `place ${address}`).length

const password = 'correct-horse'
const logIn = (email: string, typed: string, address: string) =>
  withOrigin(originAt(address), () => bench.signingIn.logIn(anonymous, { email, password: typed }))

/** Lets nobody's password be looked at until the answer is called. */
function holdPasswords(): () => void {
  let open = () => {}
  library.opens = new Promise((resolve) => (open = resolve))
  return open
}

describe('300 wrong logins at once from one place', { timeout: 30_000 }, () => {
  it.each([
    ['at one login', () => 'victim@example.com'],
    ['at as many logins', (guess: number) => `person-${guess}@example.com`],
  ])('%s have a few passwords looked at, and are told so at once', async (what, emailOf) => {
    const outcomes = await Promise.allSettled(
      Array.from({ length: 300 }, (_, guess) => logIn(emailOf(guess), 'wrong-password', `storm ${what}`)),
    )
    expect(library.compared.length).toBe(5)
    const codes = outcomes.map((outcome) =>
      outcome.status === 'fulfilled' ? outcome.value.result : (outcome.reason as { code: string }).code,
    )
    expect(codes.filter((code) => code === 'PASSWORD_INVALID')).toHaveLength(library.compared.length)
    expect(codes.filter((code) => code === 'unavailable')).toHaveLength(300 - library.compared.length)
  })

  it('leave others their turn: whoever comes then from elsewhere is the next but one', async () => {
    const { email } = await bench.registerVerified('elsewhere@example.com')
    library.compared = []
    const open = holdPasswords()
    const storm = Array.from({ length: 300 }, (_, guess) =>
      logIn(`somebody-${guess}@example.com`, 'wrong-password', '192.0.2.50').catch(() => undefined),
    )
    await expect.poll(() => countAsked('192.0.2.50')).toBe(5)
    const login = logIn(email, password, '198.51.100.50')
    await expect.poll(() => countAsked('198.51.100.50')).toBe(1)
    open()
    await Promise.all(storm)
    expect((await login).result).toBe('SUCCESS')
    expect(library.compared.indexOf(password)).toBe(2)
    expect(library.compared).toHaveLength(6)
  })
})

it('the right password is not let in while wrong ones that came before it are still looked at', async () => {
  const { email } = await bench.registerVerified('among@example.com')
  for (let guess = 0; guess < 4; guess++) await logIn(email, 'wrong-password', '192.0.2.60')
  const open = holdPasswords()
  const fifth = logIn(email, 'wrong-password', '192.0.2.60')
  await expect.poll(() => countAsked('192.0.2.60')).toBe(5)
  await expect(logIn(email, password, '192.0.2.60')).rejects.toMatchObject({ code: 'throttled' })
  open()
  expect((await fifth).result).toBe('PASSWORD_INVALID')
})

it('nobody is charged for an attempt that was not looked at', async () => {
  const { email } = await bench.registerVerified('charged@example.com')
  const open = holdPasswords()
  const crowd = Array.from({ length: 5 }, (_, guess) =>
    logIn(`crowd-${guess}@example.com`, 'wrong-password', '192.0.2.70'),
  )
  await expect.poll(() => countAsked('192.0.2.70')).toBe(5)
  for (let turn = 0; turn < 8; turn++)
    await expect(logIn(email, password, '192.0.2.70')).rejects.toMatchObject({ code: 'unavailable' })
  open()
  await Promise.all(crowd)
  expect((await logIn(email, password, '192.0.2.70')).result).toBe('SUCCESS')
})
