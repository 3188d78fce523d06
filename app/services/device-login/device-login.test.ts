import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { AuditEntry } from '../../../db/models/audit-entry'
import { DeviceLogin } from '../../../db/models/device-login'
import { KnownBrowser } from '../../../db/models/known-browser'
import { anonymous, buildAccountServices, builtPassword, originAt } from '../../../tests/builders/accounts'
import { testKeys } from '../../../tests/builders/authenticator-keys'
import { buildPerson, keepSession } from '../../../tests/builders/actors'
import { useTestDatabase } from '../../../tests/postgres/test-database'
import type { HumanActor } from '../actor/actor'
import { withOrigin } from '../actor/origin'
import { cleanOut } from '../clean-out/clean-out'
import { policies } from '../attempts/attempt-key'
import { intervalSeconds, lifeSeconds, mostOpen } from './start-device-login'
import { createUserCode, hashesOfUserCode, hashUserCode, readUserCode } from './user-code'

const database = useTestDatabase()
let bench: ReturnType<typeof buildAccountServices>
beforeAll(() => {
  bench = buildAccountServices(database.sequelize)
})

const second = 1000
let made = 0
const newEmail = () => `person-${++made}@example.com`
const terminal = 'sdo/0.1.0 (linux; build-7)'

/** Each from a place of its own, but where a test is about places. */
const start = (place = `192.0.2.${++made}`) =>
  withOrigin(originAt(place, terminal), () => bench.deviceLogin.startDeviceLogin())
const ask = (deviceCode: string) =>
  withOrigin(originAt('192.0.2.250', terminal), () => bench.deviceLogin.exchangeDeviceCode(deviceCode))
/** After the pause that is asked for. */
const askLater = async (deviceCode: string) => {
  await bench.clock.advance(intervalSeconds * second)
  return ask(deviceCode)
}
const claim = (actor: HumanActor, code: string) => bench.deviceLogin.claimDeviceLogin(actor, code)
const audited = (action: string, targetId?: string) =>
  AuditEntry.findAll({ where: { action, ...(targetId && { targetId }) } })

/** A command line that `actor`, or a new person, has found and not decided about. */
async function build(actor?: HumanActor) {
  const person = actor ?? (await bench.registerVerified(newEmail()))
  const started = await start()
  const { id } = await claim(person, started.userCode)
  return { person, id, ...started }
}

/** One that is approved, and has not asked since. */
async function buildApproved() {
  const waiting = await build()
  await bench.deviceLogin.approveDeviceLogin(waiting.person, { id: waiting.id })
  return waiting
}

describe('a command line that a person approves', () => {
  it('waits, and is that person once they approved, with a session like any other', async () => {
    const { person, id, deviceCode, expiresIn, interval, ...shown } = await build()
    expect({ expiresIn, interval }).toEqual({ expiresIn: 600, interval: 5 })
    expect(shown.userCode).toMatch(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/)
    expect(shown.verificationUriComplete).toBe(`http://portal.test/portal/device?code=${shown.userCode}`)
    expect(await ask(deviceCode)).toEqual({ result: 'PENDING' })
    await bench.deviceLogin.approveDeviceLogin(person, { id })
    const { result, token, expirationEpoch } = await askLater(deviceCode)
    expect(result).toBe('SUCCESS')
    expect(expirationEpoch).toBe(bench.clock.now() + 7 * 24 * 3600 * second)
    expect(await bench.sessions.findActor(token)).toMatchObject({
      kind: 'human',
      userId: person.userId,
      state: 'LOGGED_IN',
    })
    const { sessions } = await bench.secondFactor.getSecurity(person)
    expect(sessions).toContainEqual(
      expect.objectContaining({ userAgent: terminal, address: '192.0.2.250', isCurrent: false }),
    )
    await bench.clock.advance(12 * 3600 * second)
    expect(await bench.sessions.findActor(token)).toEqual({ kind: 'anonymous' })
  })

  it('gets one session for one approval, however often it asks at once', async () => {
    const { deviceCode } = await buildApproved()
    await bench.clock.advance(intervalSeconds * second)
    const answers = await Promise.allSettled([ask(deviceCode), ask(deviceCode), ask(deviceCode)])
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    await expect(askLater(deviceCode)).rejects.toMatchObject({ code: 'not-found' })
  })

  it('is written into the audit log, and told to the person by mail without a word of its own', async () => {
    const { person, id, deviceCode } = await buildApproved()
    const { token } = await askLater(deviceCode)
    expect(token).toBeDefined()
    const [approval] = await audited('device-login.approve', id)
    expect(approval).toMatchObject({ actorId: person.userId, after: { program: terminal } })
    const logins = await AuditEntry.findAll({ where: { action: 'session.login', actorId: person.userId } })
    expect(logins.map(({ after }) => after)).toContainEqual({ by: 'device code' })
    const mails = await bench.mail.listMail(person.email)
    const mail = mails.find(({ subject }) => subject === 'You let a command line log in as you')
    expect(mail?.text).toContain('It asked from 192.0.2.')
    expect(mail?.text).not.toContain('build-7')
  })

  it('leaves no browser known, for it is none', async () => {
    const { person, deviceCode } = await buildApproved()
    const before = await KnownBrowser.count({ where: { userId: person.userId } })
    await askLater(deviceCode)
    expect(await KnownBrowser.count({ where: { userId: person.userId } })).toBe(before)
  })

  it('is told that it was refused, and nothing else is possible then', async () => {
    const { person, id, deviceCode } = await build()
    await bench.deviceLogin.refuseDeviceLogin(person, id)
    await expect(ask(deviceCode)).rejects.toMatchObject({ code: 'forbidden' })
    await expect(bench.deviceLogin.approveDeviceLogin(person, { id })).rejects.toMatchObject({
      code: 'not-found',
    })
    expect(await audited('device-login.refuse', id)).toHaveLength(1)
  })

  it('has to pause, also when it was approved', async () => {
    const { person, id, deviceCode } = await build()
    await ask(deviceCode)
    await bench.clock.advance(2 * second)
    await bench.deviceLogin.approveDeviceLogin(person, { id })
    await expect(ask(deviceCode)).rejects.toMatchObject({ code: 'throttled' })
    await bench.clock.advance(2 * second)
    expect(await ask(deviceCode)).toMatchObject({ result: 'SUCCESS' })
  })

  it('is nobody after ten minutes, approved or not, and is forgotten', async () => {
    const waiting = await build()
    const approved = await buildApproved()
    await bench.clock.advance(lifeSeconds * second)
    for (const { deviceCode } of [waiting, approved])
      await expect(ask(deviceCode)).rejects.toMatchObject({ code: 'not-found' })
    const approve = bench.deviceLogin.approveDeviceLogin(waiting.person, {
      id: waiting.id,
      currentPassword: builtPassword,
    })
    await expect(approve).rejects.toMatchObject({ code: 'not-found' })
    await cleanOut(bench.dependencies)
    expect(await DeviceLogin.count()).toBe(0)
  })

  it.each<[string, (person: HumanActor) => Promise<unknown>]>([
    ['they log out everywhere else', (person) => bench.madeLately.logOutElsewhere(person)],
    [
      'they change their password',
      (person) =>
        bench.passwords.changePassword(person, {
          currentPassword: builtPassword,
          newPassword: 'another-horse',
        }),
    ],
    [
      'an admin logs them out',
      async ({ teamId, userId }) =>
        bench.users.endUserSessions(await buildPerson(teamId, { isAdmin: true }), userId),
    ],
    [
      'an admin deletes them',
      async ({ teamId, userId }) =>
        bench.users.deleteUser(await buildPerson(teamId, { isAdmin: true }), userId),
    ],
  ])('is nobody once %s, before it asked and after', async (_what, end) => {
    const person = await bench.registerVerified(newEmail())
    const [early, late] = [await build(person), await build(person)]
    for (const { id } of [early, late]) await bench.deviceLogin.approveDeviceLogin(person, { id })
    const { token } = await askLater(early.deviceCode)
    await end(person)
    expect(await bench.sessions.findActor(token)).toEqual({ kind: 'anonymous' })
    await expect(askLater(late.deviceCode)).rejects.toMatchObject({ code: 'not-found' })
  })

  it('has codes that nobody finds in the database', async () => {
    const { deviceCode, userCode } = await build()
    const [rows] = await database.sequelize.query('SELECT * FROM device_logins')
    const kept = JSON.stringify(rows)
    expect(kept).not.toContain(deviceCode)
    expect(kept).not.toContain(userCode)
    expect(kept).not.toContain(userCode.replace('-', ''))
  })
})

describe('approving a command line', () => {
  it('takes the password of whoever logged in more than ten minutes ago', async () => {
    const person = await bench.registerVerified(newEmail())
    await keepSession(person.sessionId)
    await bench.clock.advance(10 * 60 * second)
    const { id, deviceCode } = await build(person)
    expect(await bench.deviceLogin.getDeviceLogin(person, id)).toMatchObject({ needsPassword: true })
    const approve = (currentPassword?: string) =>
      bench.deviceLogin.approveDeviceLogin(person, { id, currentPassword })
    for (const typed of [undefined, '', 'not-the-password'])
      await expect(approve(typed)).rejects.toMatchObject({ fields: { currentPassword: expect.anything() } })
    expect(await ask(deviceCode)).toEqual({ result: 'PENDING' })
    await approve(builtPassword)
    expect(await askLater(deviceCode)).toMatchObject({ result: 'SUCCESS' })
  })

  it('takes the password of a command line too, however young its login is', async () => {
    const { deviceCode } = await buildApproved()
    const { token } = await askLater(deviceCode)
    const itself = (await bench.sessions.findActor(token)) as HumanActor
    const { id } = await build(itself)
    await expect(bench.deviceLogin.approveDeviceLogin(itself, { id })).rejects.toMatchObject({
      fields: { currentPassword: expect.anything() },
    })
  })

  it('is not how somebody adds the first second factor without the password', async () => {
    const { deviceCode } = await buildApproved()
    const { token } = await askLater(deviceCode)
    const itself = (await bench.sessions.findActor(token)) as HumanActor
    const { secretId } = await bench.secondFactor.createAuthenticatorToken(itself)
    await expect(
      bench.secondFactor.activateAuthenticatorToken(itself, { id: secretId, token: '000000' }),
    ).rejects.toMatchObject({ fields: { currentPassword: expect.anything() } })
  })

  it('is for the one who typed the code first, and nobody else sees it', async () => {
    const { id, userCode, person } = await build()
    const other = await bench.registerVerified(newEmail())
    await expect(claim(other, userCode)).rejects.toMatchObject({ fields: { code: expect.anything() } })
    expect(await bench.deviceLogin.getDeviceLogin(other, id)).toMatchObject({ request: null })
    const decide = [
      () => bench.deviceLogin.approveDeviceLogin(other, { id }),
      () => bench.deviceLogin.refuseDeviceLogin(other, id),
    ]
    for (const each of decide) await expect(each()).rejects.toMatchObject({ code: 'not-found' })
    expect(await claim(person, userCode)).toMatchObject({ id })
  })

  it('says when it asks from another network than the person is in', async () => {
    const person = await bench.registerVerified(newEmail())
    const { userCode } = await start('2001:db8:1:2::3')
    const { id } = await claim(person, userCode)
    const seenFrom = (address: string) =>
      withOrigin(originAt(address), () => bench.deviceLogin.getDeviceLogin(person, id))
    expect((await seenFrom('2001:db8:1:2::9')).request).toMatchObject({ isFromElsewhere: false })
    expect((await seenFrom('2001:db8:1:3::9')).request).toMatchObject({ isFromElsewhere: true })
  })
})

describe('guessing codes', () => {
  it('slows down whoever guesses, and nobody else', async () => {
    const [guesser, owner] = [
      await bench.registerVerified(newEmail()),
      await bench.registerVerified(newEmail()),
    ]
    const { userCode } = await start()
    for (let guess = 0; guess < policies.userCode.freeFailures; guess++)
      await expect(claim(guesser, createUserCode())).rejects.toMatchObject({ code: 'invalid' })
    await expect(claim(guesser, userCode)).rejects.toMatchObject({ code: 'throttled' })
    expect(await claim(owner, userCode)).toHaveProperty('id')
  })

  it('costs those nothing who type right ones', async () => {
    const person = await bench.registerVerified(newEmail())
    for (let login = 0; login < policies.userCode.freeFailures + 5; login++) {
      const { userCode } = await start()
      await claim(person, userCode)
    }
  })

  it('is not helped by many that wait: a place begins so many, and all together so many', async () => {
    const place = '198.51.100.7'
    for (let begun = 0; begun < policies.deviceLogin.freeFailures; begun++) await start(place)
    await expect(start(place)).rejects.toMatchObject({ code: 'throttled' })
    await expect(start('198.51.100.8')).resolves.toHaveProperty('deviceCode')
    await fill()
    await start('198.51.100.9')
    expect(await DeviceLogin.count()).toBe(mostOpen)
  })
})

/** As many that wait as may, as if many places had begun them a second ago. */
const fill = () =>
  database.sequelize.query(
    `INSERT INTO device_logins (id, device_code_hash, user_code_hash, state, address, user_agent, created_at, expires_at)
     SELECT gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 'pending', '', '', $1, $2 FROM generate_series(1, ${mostOpen}) n`,
    {
      bind: [new Date(bench.clock.now() - second), new Date(bench.clock.now() + (lifeSeconds - 1) * second)],
    },
  )

describe('beginning a login', () => {
  it('is kept from nobody who was in before by strangers of the same network who begin as many as may be', async () => {
    const place = '203.0.113.78'
    const from = <Result>(work: () => Promise<Result>) => withOrigin(originAt(place, terminal), work)
    const { returnTicket = '' } = await askLater((await buildApproved()).deviceCode)
    for (let begun = 0; begun < policies.deviceLogin.freeFailures; begun++) await start(place)
    await expect(start(place)).rejects.toMatchObject({ code: 'throttled' })
    const again = () => from(() => bench.deviceLogin.startDeviceLogin({ returnTicket }))
    for (let time = 0; time < policies.returningDeviceLogin.freeFailures; time++)
      await expect(again()).resolves.toHaveProperty('deviceCode')
    await expect(again()).rejects.toMatchObject({ code: 'throttled' })
    const other = await askLater((await buildApproved()).deviceCode)
    await expect(
      from(() => bench.deviceLogin.startDeviceLogin({ returnTicket: other.returnTicket })),
    ).resolves.toHaveProperty('deviceCode')
  })

  it('is counted for its network with a ticket that was made up, or is another person’s', async () => {
    const place = '203.0.113.79'
    const { returnTicket = '' } = await askLater((await buildApproved()).deviceCode)
    for (let begun = 0; begun < policies.deviceLogin.freeFailures; begun++) await start(place)
    const hash = returnTicket.slice(returnTicket.indexOf('.'))
    for (const madeUp of ['', 'x', hash, `${randomUUID()}${hash}`, `${returnTicket}x`])
      await expect(
        withOrigin(originAt(place, terminal), () =>
          bench.deviceLogin.startDeviceLogin({ returnTicket: madeUp }),
        ),
      ).rejects.toMatchObject({ code: 'throttled' })
  })

  it('is kept from nobody by others who begin as many as may wait', async () => {
    await fill()
    const { person, id, deviceCode } = await build()
    await bench.deviceLogin.approveDeviceLogin(person, { id })
    expect(await askLater(deviceCode)).toMatchObject({ result: 'SUCCESS' })
  })

  it('is possible for a whole office, of whom each approves', async () => {
    const place = '203.0.113.77'
    const person = await bench.registerVerified(newEmail())
    const logIn = async () => {
      const { userCode, deviceCode } = await start(place)
      const { id } = await claim(person, userCode)
      await bench.deviceLogin.approveDeviceLogin(person, { id })
      expect(await ask(deviceCode)).toMatchObject({ result: 'SUCCESS' })
    }
    for (let login = 0; login < policies.deviceLogin.freeFailures + 2; login++) await logIn()
    await expect(start(place)).resolves.toHaveProperty('deviceCode')
  })
})

describe('the code that a person types', () => {
  it('is read however its letters are written and parted, and nothing else is', () => {
    const parted = fc.constantFrom('', '-', ' ', '–', ' - ')
    fc.assert(
      fc.property(parted, fc.boolean(), fc.boolean(), (between, isLower, isPadded) => {
        const code = createUserCode()
        const written = code.replace('-', between)
        const typed = isLower ? written.toLowerCase() : written
        expect(readUserCode(isPadded ? ` ${typed}\n` : typed)).toBe(code)
      }),
    )
    for (const typed of ['', 'BCDF', 'BCDF-GHJKL', 'ACDF-GHJK', 'BCDF_GHJK', '1CDF-GHJK'])
      expect(readUserCode(typed)).toBeUndefined()
  })

  it('is found while the keys change', () => {
    const added = { currentId: 'new', keys: new Map([['new', Buffer.alloc(32, 7)], ...testKeys.keys]) }
    const code = createUserCode()
    const kept = hashUserCode({ authenticatorKeys: testKeys }, code)
    expect(hashesOfUserCode({ authenticatorKeys: added }, code)).toContain(kept)
    expect(hashUserCode({ authenticatorKeys: added }, code)).not.toBe(kept)
  })
})

it('somebody who is not logged in decides nothing', async () => {
  const { id, userCode } = await build()
  const nobody = anonymous as unknown as HumanActor
  await expect(claim(nobody, userCode)).rejects.toMatchObject({ code: 'unauthenticated' })
  await expect(bench.deviceLogin.approveDeviceLogin(nobody, { id })).rejects.toMatchObject({
    code: 'unauthenticated',
  })
})
