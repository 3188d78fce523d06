import { beforeAll, describe, expect, it } from 'vitest'
import { Team } from '../../../db/models/team'
import { Terms } from '../../../db/models/terms'
import { User } from '../../../db/models/user'
import { anonymous, buildAccountServices, builtPassword, originAt } from '../../../tests/builders/accounts'
import { useTestDatabase } from '../../../tests/postgres/test-database'
import type { HumanActor } from '../actor/actor'
import { withOrigin } from '../actor/origin'

const database = useTestDatabase()
let bench: ReturnType<typeof buildAccountServices>

beforeAll(async () => {
  bench = buildAccountServices(database.sequelize)
  await bench.terms.ensureTerms()
})

const minute = 60_000

describe('registering', () => {
  it('makes a team with one admin, whose acceptance of the terms in force is recorded', async () => {
    const admin = await bench.register('first@example.com')
    expect(admin).toMatchObject({ isAdmin: true, state: 'VERIFICATION_NEEDED', name: 'Ada' })
    const { historicalTerms } = await bench.accounts.getAccount(admin)
    expect(historicalTerms).toEqual([
      {
        id: (await bench.accounts.getRegistration()).currentTermsId,
        effectiveDateEpoch: expect.any(Number) as number,
        acceptedDateEpoch: bench.clock.now(),
      },
    ])
  })

  it.each([
    ['INVALID_NAME', { name: '  ' }],
    ['INVALID_NAME', { name: 'Ada,\n\nyour account was closed' }],
    ['INVALID_NAME', { name: 'Log in at https://evil.example' }],
    ['INVALID_EMAIL', { email: 'a@b' }],
    ['BAD_PASSWORD', { password: 'short' }],
    ['BAD_PASSWORD', { password: 'x'.repeat(65) }],
    ['BAD_PASSWORD', { password: 'with a blank' }],
    ['BAD_PASSWORD', { password: 'Password1' }],
    ['BAD_PASSWORD', { password: 'refused2026' }],
    ['OUTDATED_TERMS', { acceptedTermsId: 'another' }],
  ])('answers %s to %j and makes nothing', async (result, changes) => {
    const before = await Team.count()
    const input = await bench.fillIn({ email: 'refused@example.com', ...changes })
    const { fields, ...answer } = await bench.accounts.createAccount(anonymous, input)
    expect(answer).toEqual({ result, state: 'NOT_LOGGED_IN' })
    expect(Object.keys(fields ?? {})).toEqual(Object.keys(changes))
    expect(await Team.count()).toBe(before)
  })

  it('says all that is wrong at once, each with its field', async () => {
    const input = { name: '', email: 'a@b', password: 'short', passwordConfirmation: '', acceptedTermsId: '' }
    const { fields = {}, ...created } = await bench.accounts.createAccount(anonymous, input)
    const texts = Object.entries(fields).map(([field, { text }]) => [field, text])
    expect({ ...created, fields: Object.fromEntries(texts) as unknown }).toEqual({
      result: 'INVALID_NAME',
      state: 'NOT_LOGGED_IN',
      fields: {
        name: 'Name is required',
        email: 'The email a@b is not valid',
        password: 'Your password did not meet the requirements.',
        passwordConfirmation: 'Please type the password a second time',
        acceptedTermsId: 'You can not create a new account without accepting the terms of service.',
      },
    })
  })

  it('ties an address to the one who proves it, however it is written and however many ask at once', async () => {
    const spellings = ['Once@example.com', 'once@EXAMPLE.com', 'ONCE@example.com', ' once@example.com ']
    const before = await Team.count()
    const answers = await Promise.all(
      spellings.map(async (email) => bench.accounts.createAccount(anonymous, await bench.fillIn({ email }))),
    )
    expect(new Set(answers.map(({ result }) => result))).toEqual(new Set(['SUCCESS']))
    const mails = (await Promise.all(spellings.map((email) => bench.mail.listMail(email.trim())))).flat()
    const codes = mails.map(({ subject }) => subject.slice(0, 6))
    const actors = await Promise.all(answers.map(({ session }) => bench.sessions.findActor(session?.token)))
    const owners: string[] = []
    for (const actor of actors as HumanActor[])
      for (const code of codes) {
        const proof = await bench.emailVerification.verifyUser(actor, code).catch(() => undefined)
        if (proof?.result !== 'SUCCESS') continue
        owners.push(actor.userId)
        break
      }
    expect(owners).toHaveLength(1)
    expect(await Team.count()).toBe(before + 1)
    for (const email of spellings) {
      const again = await bench.accounts.createAccount(anonymous, await bench.fillIn({ email }))
      expect(again.result).toBe('DUPLICATE_EMAIL')
      const login = await bench.signingIn.logIn(anonymous, { email, password: builtPassword })
      const actor = await bench.sessions.findActor(login.session?.token)
      expect(actor).toMatchObject({ userId: owners[0] })
    }
  })

  it('knows an address whose letters are written in another way', async () => {
    const [composed, decomposed, capital] = [
      'ren\u00e9@example.com',
      'rene\u0301@example.com',
      'REN\u00c9@example.com',
    ]
    await bench.registerVerified(decomposed)
    for (const email of [composed, decomposed, capital]) {
      const again = await bench.accounts.createAccount(anonymous, await bench.fillIn({ email }))
      expect(again.result).toBe('DUPLICATE_EMAIL')
      const login = await bench.signingIn.logIn(anonymous, { email, password: 'correct-horse' })
      expect(login.result).toBe('SUCCESS')
    }
  })

  it.each(['\u0130stanbul@example.com', 'STRASSE\u1e9e@example.com', '\u03a3\u03a3@example.com'])(
    'lets %s in again, whatever its lower case is',
    async (email) => {
      await bench.registerVerified(email)
      const login = await bench.signingIn.logIn(anonymous, { email, password: 'correct-horse' })
      expect(login.result).toBe('SUCCESS')
    },
  )

  it('makes an account for each of two strangers who use the same submission id', async () => {
    const register = async (place: string, email: string) => {
      const details = await bench.fillIn({ email })
      return withOrigin(originAt(place), () => bench.accounts.createAccount(anonymous, details, 'one'))
    }
    expect((await register('192.0.2.1', 'stranger-1@example.com')).result).toBe('SUCCESS')
    expect((await register('192.0.2.2', 'stranger-2@example.com')).result).toBe('SUCCESS')
    expect((await register('192.0.2.2', 'stranger-2@example.com')).result).toBe('SUCCESS')
    expect(await User.count({ where: { email: 'stranger-2@example.com' } })).toBe(1)
    await expect(register('192.0.2.2', 'stranger-1@example.com')).rejects.toHaveProperty('code', 'conflict')
  })

  it('keeps no password that can be read', async () => {
    await bench.register('secret@example.com')
    const user = await User.findOne({ where: { email: 'secret@example.com' } })
    expect(user?.passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  })
})

describe('the terms', () => {
  it('are made once, by however many processes start at once', async () => {
    await Promise.all([1, 2, 3].map(() => bench.terms.ensureTerms()))
    expect(await Terms.count()).toBe(1)
  })

  it('that somebody asks for by an unknown id could not be found', async () => {
    await expect(bench.terms.getTerms('nonsense')).rejects.toMatchObject({ code: 'not-found' })
  })
})

describe('verifying an address', () => {
  it('accepts the newest code in any case, once typed right', async () => {
    const actor = await bench.register('verify@example.com')
    const first = await bench.newestCode(actor.email)
    await bench.clock.advance(1000)
    await bench.emailVerification.issueVerificationToken(actor)
    const second = await bench.newestCode(actor.email)
    expect(second).toMatch(/^[A-Z0-9]{6}$/)
    expect(await bench.emailVerification.verifyUser(actor, first)).toEqual({ result: 'FAILURE' })
    expect(await bench.emailVerification.verifyUser(actor, ` ${second.toLowerCase()} `)).toEqual({
      result: 'SUCCESS',
    })
  })

  it('refuses a code after 10 minutes', async () => {
    const actor = await bench.register('late@example.com')
    await bench.clock.advance(10 * minute)
    const code = await bench.newestCode(actor.email)
    expect(await bench.emailVerification.verifyUser(actor, code)).toEqual({ result: 'FAILURE' })
  })

  it('allows five attempts, also when they are made at once, and then not even the right code', async () => {
    const actor = await bench.register('guess@example.com')
    const code = await bench.newestCode(actor.email)
    const guesses = await Promise.all(
      Array.from({ length: 8 }, () => bench.emailVerification.verifyUser(actor, '000000')),
    )
    expect(guesses.filter(({ result }) => result === 'FAILURE')).toHaveLength(5)
    expect(await bench.emailVerification.verifyUser(actor, code)).toEqual({ result: 'THROTTLED' })
    await bench.clock.advance(1000)
    await bench.emailVerification.issueVerificationToken(actor)
    const next = await bench.newestCode(actor.email)
    expect(await bench.emailVerification.verifyUser(actor, next)).toEqual({ result: 'SUCCESS' })
  })

  it('sends at most five codes in ten minutes', async () => {
    const actor = await bench.register('impatient@example.com')
    for (let sent = 1; sent < 5; sent++) await bench.emailVerification.issueVerificationToken(actor)
    await expect(bench.emailVerification.issueVerificationToken(actor)).rejects.toMatchObject({
      code: 'throttled',
    })
    expect(await bench.mail.listMail(actor.email)).toHaveLength(5)
    await bench.clock.advance(10 * minute)
    await expect(bench.emailVerification.issueVerificationToken(actor)).resolves.toEqual({
      result: 'SUCCESS',
    })
  })

  it('sends somebody who logs in late a new code, and somebody in time none', async () => {
    const { email } = await bench.register('late-login@example.com')
    const logIn = () => bench.signingIn.logIn(anonymous, { email, password: builtPassword })
    await bench.clock.advance(10 * minute - 1)
    expect((await logIn()).state).toBe('VERIFICATION_NEEDED')
    expect(await bench.mail.listMail(email)).toHaveLength(1)
    await bench.clock.advance(1)
    const [login] = await Promise.all([logIn(), logIn(), logIn()])
    expect(await bench.mail.listMail(email)).toHaveLength(2)
    const actor = (await bench.sessions.findActor(login.session?.token)) as HumanActor
    expect(await bench.emailVerification.verifyUser(actor, await bench.newestCode(email))).toEqual({
      result: 'SUCCESS',
    })
    await bench.clock.advance(10 * minute)
    await logIn()
    expect(await bench.mail.listMail(email)).toHaveLength(2)
  })

  it('sends somebody whom an admin added the first code at the first login', async () => {
    const admin = await bench.registerVerified('inviter@example.com')
    const [email, password] = ['invited@example.com', 'chosen-for-max']
    await bench.users.createHumanUser(admin, { name: 'Max', email, password })
    await bench.clock.advance(minute)
    expect((await bench.signingIn.logIn(anonymous, { email, password })).state).toBe('VERIFICATION_NEEDED')
    expect(await bench.newestCode(email)).toMatch(/^[A-Z0-9]{6}$/)
  })

  it('lets somebody in who logs in again and again, within the limit on codes', async () => {
    const { email, ...actor } = await bench.register('again@example.com')
    for (let sent = 1; sent < 5; sent++)
      await bench.emailVerification.issueVerificationToken({ ...actor, email })
    for (let login = 0; login < 12; login++) {
      await bench.clock.advance(minute)
      const { state } = await bench.signingIn.logIn(anonymous, { email, password: builtPassword })
      expect(state).toBe('VERIFICATION_NEEDED')
    }
    expect(await bench.mail.listMail(email)).toHaveLength(6)
  })

  it('sends no code to somebody who is verified', async () => {
    const actor = await bench.registerVerified('done@example.com')
    await bench.emailVerification.issueVerificationToken(actor)
    expect(await bench.mail.listMail(actor.email)).toHaveLength(1)
  })
})
