import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { hashPassword, isPassword } from '../../../app/services/password-hashing/password'
import { fillRegistration, readCode, testPassword, useAppServer } from '../../builders/app-server'
import type { Answer, Browser } from '../../builders/browser'
import { manyPlaces } from '../../builders/many-places'
import { useTestDatabase } from '../../postgres/test-database'
import { compareTimes, sampleTimes } from './compare-times'

const database = useTestDatabase()
const comeFromElsewhere = manyPlaces()
const server = useAppServer(database, {
  trustProxy: true,
  front: (request, _response, next) => {
    comeFromElsewhere(request)
    next()
  },
})
const samples = 36

let browser: Browser
let acceptedTermsId: string
/** Of somebody who has an account. */
const known = 'known@example.com'
const unknown = () => `${randomUUID()}@example.com`

beforeAll(async () => {
  await server.signUp(known)
  browser = await server.openBrowser()
  const registration = await browser.send('/v1/view-controller/account/registration')
  acceptedTermsId = registration.json<{ currentTermsId: string }>().currentTermsId
})

const call = (path: string, body: object) => browser.call('POST', `/v1/account${path}`, body)
const logIn = (email: string) => call('/login', { email, password: 'not-the-password' })
const askForLink = (email: string) => call('/forgot-password', { email })
const register = (email: string) => call('', { name: 'Ada', email, password: testPassword, acceptedTermsId })
const setPassword = (forgotToken: string) =>
  call('/forgot-password/new-password', { forgotToken, newPassword: 'another-horse' })

describe('whoever measures how long an answer takes', () => {
  it.each<[string, (email: string) => Promise<Answer>]>([
    ['logging in with a wrong password', logIn],
    ['asking for a new password', askForLink],
  ])(
    'learns nothing about who has an account by %s, nor by what it says',
    async (_what, ask) => {
      const [yes, no] = [await ask(known), await ask(unknown())]
      expect([yes.status, yes.text]).toEqual([no.status, no.text])
      const cases = { known: () => ask(known), unknown: () => ask(unknown()) }
      const comparison = compareTimes(await sampleTimes(cases, samples))
      expect(comparison).toMatchObject({ isTelling: false })
    },
    30_000,
  )

  it('learns by registering no more than the answer says: an address that is taken costs no less', async () => {
    expect((await register(known)).json()).toMatchObject({ result: 'DUPLICATE_EMAIL' })
    const taken = await sampleTimes(
      { known: () => register(known), unknown: () => register('no-address') },
      15,
    )
    // Both hash the password, and only a form with a fault does not.
    expect(compareTimes(taken)).toMatchObject({ isTelling: true })
  }, 30_000)

  it('learns nothing about links that were sent by trying others', async () => {
    await askForLink(known)
    const cases = { known: () => setPassword(randomUUID()), unknown: () => setPassword('') }
    expect(compareTimes(await sampleTimes(cases, samples))).toMatchObject({ isTelling: false })
  }, 30_000)

  it('learns nothing about a verification code by how much of it is right', async () => {
    const email = unknown()
    const newcomer = await server.openBrowser()
    await newcomer.post('/register', await fillRegistration(newcomer, email))
    const right = await readCode(newcomer, email)
    const lastWrong = right.slice(0, 5) + (right.endsWith('A') ? 'B' : 'A')
    const verify = async (token: string) => {
      // Five attempts are all that a code allows.
      await database.sequelize.query('UPDATE verification_codes SET attempts = 0')
      const answer = await newcomer.call('POST', '/v1/user/verify', { token })
      expect(answer.json()).toEqual({ result: 'FAILURE' })
    }
    const cases = { known: () => verify(lastWrong), unknown: () => verify('000000') }
    expect(compareTimes(await sampleTimes(cases, samples))).toMatchObject({ isTelling: false })
  }, 30_000)
})

describe('the measurement itself', () => {
  it('tells when the password is compared for known addresses alone', async () => {
    const passwordHash = await hashPassword(testPassword)
    const cases = {
      known: async () => (await logInWithoutHashing(), isPassword('not-the-password', passwordHash)),
      unknown: logInWithoutHashing,
    }
    expect(compareTimes(await sampleTimes(cases, samples))).toMatchObject({ isTelling: true })
  }, 30_000)

  it('tells when a mail is sent before the answer', async () => {
    // A mail server is asked nine things one after the other; so is our own here, as slow a machine as it may be.
    const sendMail = async () => {
      for (let command = 0; command < 9; command++) await browser.send('/health')
    }
    const cases = {
      known: async () => (await askForLink(known), sendMail()),
      unknown: () => askForLink(unknown()),
    }
    expect(compareTimes(await sampleTimes(cases, samples))).toMatchObject({ isTelling: true })
  }, 30_000)

  it('does not tell two that are the same', async () => {
    const cases = { known: () => logIn(unknown()), unknown: () => logIn(unknown()) }
    expect(compareTimes(await sampleTimes(cases, samples))).toMatchObject({ isTelling: false })
  }, 30_000)
})

/** A login as it would be if it looked for the address and left it at that. */
const logInWithoutHashing = () =>
  database.sequelize.query('SELECT 1 FROM users WHERE lower(email) = $1', { bind: [unknown()] })
