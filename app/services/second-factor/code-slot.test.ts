import { beforeAll, describe, expect, it } from 'vitest'
import { anonymous, buildAccountServices, builtPassword, originAt } from '../../../tests/builders/accounts'
import { buildAuthenticator } from '../../../tests/builders/authenticator'
import { askForPasswordLink } from '../../../tests/builders/password-link'
import { useTestDatabase } from '../../../tests/postgres/test-database'
import { withOrigin } from '../actor/origin'

const database = useTestDatabase()
let bench: ReturnType<typeof buildAccountServices>

beforeAll(() => {
  bench = buildAccountServices(database.sequelize)
})

const second = 1000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour
const newPassword = 'battery-staple'
const rejected = 'AUTHENTICATION_TOKEN_REJECTED'
const passed = 'AUTHENTICATION_TOKEN_SUCCESS'
const throttled = { code: 'throttled' }

let places = 0
/** Somebody with a second factor and a browser that is known, a minute later; everybody else comes from another place each time. */
async function buildOwner(name: string) {
  const email = `${name}@example.com`
  const actor = await bench.registerVerified(email)
  const authenticator = await buildAuthenticator(bench, actor)
  await bench.clock.advance(minute)
  const from = <Result>(browser: string | undefined, work: () => Promise<Result>) =>
    withOrigin(originAt(`place ${places++}`, '', browser), work)
  const logIn = (authenticationToken?: string, browser?: string, password = builtPassword) =>
    from(browser, () => bench.signingIn.logIn(anonymous, { email, password, authenticationToken }))
  const browser = (await logIn(authenticator.code())).session?.browser?.token
  await bench.clock.advance(minute)
  const countMails = async (subject: string) =>
    (await bench.mail.listMail(email)).filter((mail) => mail.subject === subject).length
  return { email, actor, authenticator, logIn, browser, from, countMails }
}

type Owner = Awaited<ReturnType<typeof buildOwner>>

/** Has strangers who know the password type wrong codes until they have to wait for longer than two seconds. */
async function blockStrangers({ logIn }: Owner): Promise<void> {
  for (let wrong = 0; wrong < 5; wrong++) {
    expect((await logIn('000000')).tokenResult).toBe(rejected)
    await bench.clock.advance(2 * second)
  }
  await expect(logIn('000000')).rejects.toMatchObject(throttled)
}

describe('somebody who knows the password and guesses codes', { timeout: 30_000 }, () => {
  it('from ever new places waits ever longer after five', async () => {
    const owner = await buildOwner('guessed')
    await blockStrangers(owner)
    // Of the first wait the two seconds of the fifth code are over.
    let waitSeconds = 60
    await bench.clock.advance(-2 * second + waitSeconds * second)
    for (let wrong = 6; wrong < 12; wrong++) {
      expect((await owner.logIn('000000')).tokenResult).toBe(rejected)
      waitSeconds *= 2
      await bench.clock.advance((waitSeconds - 3) * second)
      await expect(owner.logIn('000000')).rejects.toMatchObject(throttled)
      await bench.clock.advance(3 * second)
    }
    expect(waitSeconds).toBe(64 * 60)
  })

  it('is told how long to wait, and what else the owner can do', async () => {
    const owner = await buildOwner('told')
    await blockStrangers(owner)
    await expect(owner.logIn('000000')).rejects.toMatchObject({
      code: 'throttled',
      message: expect.stringMatching(
        /^Too many wrong codes were typed for this login\. Please wait 58 seconds, log in with a browser/,
      ) as string,
    })
  })

  it('in parallel neither delays nor locks out the browser that the owner logged in with before', async () => {
    const owner = await buildOwner('attacked')
    const strangers = await Promise.all(Array.from({ length: 4 }, () => owner.logIn()))
    const own = (await owner.logIn(undefined, owner.browser)).challenge?.token
    const answer = (challenge: string | undefined, code: string, browser?: string) =>
      owner.from(browser, () => bench.signingIn.answerChallenge(anonymous, { challenge, code }))
    const attack = () =>
      strangers.flatMap(({ challenge }) => ['111111', '222222'].map((code) => answer(challenge?.token, code)))
    for (let round = 0; round < 6; round++) {
      await Promise.allSettled(attack())
      await bench.clock.advance(2 * second)
    }
    const before = attack()
    const login = answer(own, owner.authenticator.code(), owner.browser)
    const outcomes = await Promise.allSettled([...before, ...attack()])
    expect((await login)?.state).toBe('LOGGED_IN')
    for (const outcome of outcomes) expect(outcome).toMatchObject({ status: 'rejected', reason: throttled })
  })

  it('has no more tries for the owner getting in meanwhile', async () => {
    const owner = await buildOwner('meanwhile')
    await blockStrangers(owner)
    for (let login = 0; login < 2; login++) {
      expect((await owner.logIn(owner.authenticator.code(), owner.browser)).tokenResult).toBe(passed)
      await expect(owner.logIn('000000')).rejects.toMatchObject(throttled)
      await bench.clock.advance(30 * second)
    }
  })

  it('is told of by mail, once', async () => {
    const owner = await buildOwner('mailed')
    const subject = 'Somebody who knows your password typed 5 wrong codes'
    expect(await owner.countMails(subject)).toBe(0)
    await blockStrangers(owner)
    expect(await owner.countMails(subject)).toBe(1)
    for (let week = 0; week < 3; week++) {
      await bench.clock.advance(2 * day)
      for (let wrong = 0; wrong < 2; wrong++) {
        expect((await owner.logIn('000000')).tokenResult).toBe(rejected)
        await bench.clock.advance(hour)
      }
    }
    expect(await owner.countMails(subject)).toBe(1)
    await bench.clock.advance(30 * day)
    await blockStrangers(owner)
    expect(await owner.countMails(subject)).toBe(2)
  })

  it('is of no account when the code came too soon: throttled ones are not counted', async () => {
    const owner = await buildOwner('soon')
    await owner.logIn('000000')
    for (let soon = 0; soon < 10; soon++)
      expect((await owner.logIn('000000')).tokenResult).toBe('AUTHENTICATION_TOKEN_THROTTLED')
    await bench.clock.advance(2 * second)
    expect((await owner.logIn(owner.authenticator.code())).tokenResult).toBe(passed)
  })
})

describe('an owner whose browser is not known while strangers guess codes', { timeout: 30_000 }, () => {
  it('sets a new password by a mailed link and a code, and gets in with both', async () => {
    const owner = await buildOwner('by-link')
    await blockStrangers(owner)
    const forgotToken = await askForPasswordLink(bench, owner.email)
    const authenticationToken = owner.authenticator.code()
    expect(
      await bench.passwords.setForgottenPassword({ forgotToken, newPassword, authenticationToken }),
    ).toMatchObject({ tokenResult: passed })
    await bench.clock.advance(minute)
    expect((await owner.logIn(owner.authenticator.code(), undefined, newPassword)).tokenResult).toBe(passed)
  })
})

describe('somebody who reads the mails and guesses codes', { timeout: 30_000 }, () => {
  it('waits ever longer too, however many links there are, and the owner is told once', async () => {
    const owner = await buildOwner('mailbox')
    const guess = async () => {
      const forgotToken = await askForPasswordLink(bench, owner.email)
      return owner.from(undefined, () =>
        bench.passwords.setForgottenPassword({ forgotToken, newPassword, authenticationToken: '000000' }),
      )
    }
    for (let wrong = 0; wrong < 5; wrong++) {
      expect((await guess()).tokenResult).toBe(rejected)
      // Five links are sent to one person in ten minutes.
      await bench.clock.advance(3 * minute)
    }
    expect((await guess()).tokenResult).toBe(rejected)
    await bench.clock.advance(minute)
    await expect(guess()).rejects.toMatchObject(throttled)
    expect(await owner.countMails('Somebody who can read your e-mails typed 5 wrong codes')).toBe(1)
    expect((await owner.logIn(owner.authenticator.code())).tokenResult).toBe(passed)
  })
})
