import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { MailMessage } from '../../../db/models/mail-message'
import { PasswordResetRequest } from '../../../db/models/password-reset'
import { buildAccountServices, originAt } from '../../../tests/builders/accounts'
import { eventually } from '../../../tests/builders/eventually'
import { refuseWrites } from '../../../tests/builders/refuse-writes'
import { useTestDatabase } from '../../../tests/postgres/test-database'
import { withOrigin } from '../actor/origin'
import { repeat } from '../background/repeat'
import { repeatedWork } from '../background/repeated-work'

const database = useTestDatabase()
let bench: ReturnType<typeof buildAccountServices>

beforeAll(() => {
  bench = buildAccountServices(database.sequelize)
})
beforeEach(async () => {
  await PasswordResetRequest.destroy({ where: {} })
  await MailMessage.destroy({ where: {} })
})

const minute = 60_000
const isLink = ({ text }: { text: string }) => text.includes('/login?forgot=true&token=')
/** From a place of its own, so that no limit is met. */
const ask = (email: string) =>
  withOrigin(originAt(randomUUID()), () => bench.passwords.requestPasswordReset({ email }))
const countLinks = async (email: string) => (await bench.mail.listMail(email)).filter(isLink).length
const countRequests = () => PasswordResetRequest.count()

/** The statements that `work` makes, without what stands in them. */
async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const statements: string[] = []
  const { options } = database.sequelize as unknown as { options: { logging?: unknown } }
  const before = options.logging
  options.logging = (line: string) => void statements.push(line)
  await work()
  options.logging = before
  return statements.map(
    (line) => /Executing \([^)]*\): (\w+(?:.*?(?:FROM|INTO|UPDATE) "?\w+)?)/.exec(line)?.[1] ?? line,
  )
}

describe('asking for a link', () => {
  it('writes the same row for every address, whose owner the answer does not look for', async () => {
    const { email } = await bench.registerVerified('row@example.com')
    const known = await statementsOf(() => ask(email))
    const unknown = await statementsOf(() => ask('nobody@example.com'))
    expect(known).toEqual(unknown)
    expect(known.join('\n')).not.toContain('users')
    expect(await countRequests()).toBe(2)
    expect(await MailMessage.count({ where: { recipient: email } })).toBe(1)
  })

  it('leaves no address in the database that nobody gave it otherwise', async () => {
    await ask('Secret.Admirer@example.com')
    const rows = JSON.stringify(await PasswordResetRequest.findAll())
    expect(rows).not.toMatch(/admirer/i)
    expect(rows).toContain('v1.test.')
  })
})

describe('what was asked for', () => {
  it('is worked off once, by however many processes', async () => {
    const emails = await Promise.all(
      [1, 2, 3, 4].map(async (count) => (await bench.registerVerified(`p${count}@example.com`)).email),
    )
    for (const email of [...emails, 'nobody@example.com']) await ask(email)
    await Promise.all([1, 2, 3].map(() => bench.passwords.sendPasswordResets()))
    for (const email of emails) expect(await countLinks(email)).toBe(1)
    expect(await countLinks('nobody@example.com')).toBe(0)
    expect(await countRequests()).toBe(0)
  })

  it('is not waited for while another process is at it', async () => {
    const { email } = await bench.registerVerified('busy@example.com')
    await ask(email)
    const other = await database.sequelize.transaction()
    await PasswordResetRequest.findAll({ lock: true, transaction: other })
    await bench.passwords.sendPasswordResets()
    expect(await countLinks(email)).toBe(0)
    await other.rollback()
    await bench.passwords.sendPasswordResets()
    expect(await countLinks(email)).toBe(1)
  })

  it("waits for a process that can, when one fails, and stops nobody else's link", async () => {
    const [unlucky, lucky] = ['unlucky@example.com', 'lucky@example.com']
    for (const email of [unlucky, lucky]) await bench.registerVerified(email)
    for (const email of [unlucky, lucky]) await ask(email)
    const allow = await refuseWrites(database.sequelize, 'mail_messages', `NEW.recipient = '${unlucky}'`)
    await bench.passwords.sendPasswordResets()
    expect([await countLinks(unlucky), await countLinks(lucky)]).toEqual([0, 1])
    expect(await countRequests()).toBe(1)
    await allow()
    await bench.passwords.sendPasswordResets()
    expect([await countLinks(unlucky), await countLinks(lucky)]).toEqual([1, 1])
    expect(await countRequests()).toBe(0)
  })

  it('is dropped when nobody came to it within the life of a link', async () => {
    const { email } = await bench.registerVerified('late@example.com')
    await ask(email)
    await bench.clock.advance(10 * minute - 1)
    await ask(email)
    await bench.clock.advance(1)
    await bench.passwords.sendPasswordResets()
    expect(await countLinks(email)).toBe(1)
    expect(await countRequests()).toBe(0)
  })

  it('is dropped when it was sealed for another row or by a key that is gone', async () => {
    await ask('one@example.com')
    await ask('two@example.com')
    const [one, two] = await PasswordResetRequest.findAll()
    await one?.update({ address: two?.address })
    await two?.update({ address: 'v1.gone.AAAA.AAAA' })
    await bench.passwords.sendPasswordResets()
    expect(await countRequests()).toBe(0)
    expect(await MailMessage.count()).toBe(0)
  })

  it('takes as many statements for an address that nobody has', async () => {
    const { email } = await bench.registerVerified('statements@example.com')
    const statementsFor = async (address: string) => {
      await ask(address)
      return statementsOf(() => bench.passwords.sendPasswordResets())
    }
    const known = await statementsFor(email)
    const unknown = await statementsFor('nobody@example.com')
    expect(await countLinks(email)).toBe(1)
    expect(unknown).toHaveLength(known.length)
  })

  it('goes in turns of a hundred, so that a flood holds no process for long', async () => {
    const { email } = await bench.registerVerified('after-the-flood@example.com')
    const { address, createdAt } = { address: 'v1.gone.AAAA.AAAA', createdAt: new Date(bench.clock.now()) }
    await PasswordResetRequest.bulkCreate(
      Array.from({ length: 150 }, () => ({ id: randomUUID(), address, createdAt })),
    )
    await bench.clock.advance(1)
    await ask(email)
    await bench.passwords.sendPasswordResets()
    expect(await countRequests()).toBe(51)
    await bench.passwords.sendPasswordResets()
    expect(await countLinks(email)).toBe(1)
  })
})

describe('the one who works it off', () => {
  /** Runs it with pauses that last as long as they may, and gives what ends it. */
  function start(random = () => 0.999) {
    const stopping = new AbortController()
    const ended = repeat(repeatedWork.passwordResets, {
      ...{ dependencies: bench.dependencies, mail: { showsStoredMails: false } },
      ...{ signal: stopping.signal, random },
    })
    const stop = async () => {
      stopping.abort()
      await ended
    }
    onTestFinished(stop)
    return { stop }
  }

  it('comes at moments of its own: no request wakes it', async () => {
    const { email } = await bench.registerVerified('rhythm@example.com')
    let turns = 0
    start(() => {
      turns++
      return 0.999
    })
    await eventually('its first turn is over', () => turns === 1)
    await ask(email)
    await bench.clock.advance(2_000)
    expect([turns, await countLinks(email)]).toEqual([1, 0])
    await eventually('the next turn', async () => {
      await bench.clock.advance(100)
      return turns === 2
    })
    expect(await countLinks(email)).toBe(1)
  })

  it('sends after a restart what was asked for before', async () => {
    const { email } = await bench.registerVerified('restart@example.com')
    await ask(email)
    const { stop } = start()
    await eventually('the link is sent', async () => (await countLinks(email)) === 1)
    await stop()
    await start().stop()
    expect(await countLinks(email)).toBe(1)
  })
})
