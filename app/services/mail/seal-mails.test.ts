import { randomBytes, randomUUID } from 'node:crypto'
import { Writable } from 'node:stream'
import pino from 'pino'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { MailMessage } from '../../../db/models/mail-message'
import { inTransaction } from '../../../db/transaction'
import { buildAccountServices } from '../../../tests/builders/accounts'
import { testKeys } from '../../../tests/builders/authenticator-keys'
import { useTestDatabase } from '../../../tests/postgres/test-database'
import type { MailTransport, OutgoingMail } from '../../mail/mail-transport'
import type { KeyRing } from '../secrets/key-ring'
import { deliverMail } from './deliver-mail'
import { queueMail } from './queue-mail'
import { createServices } from '../services'

const database = useTestDatabase()
let bench: ReturnType<typeof buildAccountServices>
let logged = ''

beforeAll(() => {
  bench = buildAccountServices(database.sequelize)
})
beforeEach(async () => {
  logged = ''
  await MailMessage.destroy({ where: {} })
})

const log = pino(
  new Writable({
    write(chunk: Buffer, _encoding, done) {
      logged += chunk.toString()
      done()
    },
  }),
)
const mail = { subject: '123456 is your code', text: 'the-secret-link', html: '<p>the-secret-link</p>' }
const otherKey = randomBytes(32)
const rotated: KeyRing = { currentId: 'next', keys: new Map([['next', otherKey], ...testKeys.keys]) }
const otherAlone: KeyRing = { currentId: 'next', keys: new Map([['next', otherKey]]) }

const withKeys = (authenticatorKeys: KeyRing) => ({ ...bench.dependencies, log, authenticatorKeys })
const sealAll = (keys: KeyRing) => createServices(withKeys(keys)).mail.sealMails()
const onlyRow = () => MailMessage.findOne({ rejectOnEmpty: true })
const queue = () =>
  inTransaction(database.sequelize, () => queueMail(withKeys(testKeys), 'ada@example.com', mail))

/** A mail as the migration leaves one that was queued before mails were sealed. */
async function queueAsBefore(): Promise<void> {
  const constraint = 'mail_messages_content_sealed'
  await database.sequelize.query(`ALTER TABLE mail_messages DROP CONSTRAINT ${constraint}`)
  const content = JSON.stringify(mail)
  const now = new Date(bench.clock.now())
  const row = { id: randomUUID(), recipient: 'ada@example.com', content, createdAt: now, dueAt: now }
  await MailMessage.create(row)
  await database.sequelize.query(
    `ALTER TABLE mail_messages ADD CONSTRAINT ${constraint} CHECK (content LIKE 'v1.%') NOT VALID`,
  )
}

/** What one attempt sends with `keys`. */
async function deliver(keys: KeyRing): Promise<OutgoingMail | undefined> {
  let sent: OutgoingMail | undefined
  const transport: MailTransport = {
    showsStoredMails: false,
    async send(outgoing, handOver) {
      await handOver()
      sent = outgoing
      return { result: 'sent' }
    },
  }
  const { signal } = new AbortController()
  await deliverMail({ dependencies: withKeys(keys), transport, signal, random: () => 0.5 })
  return sent
}

describe('the content of a mail that waits', () => {
  it('is kept sealed, opens for its row and recipient alone, and is sent as it was queued', async () => {
    await queue()
    const { id, content } = await onlyRow()
    expect(content).toMatch(/^v1\.test\./)
    await MailMessage.update({ recipient: 'thief@example.com' }, { where: { id } })
    await expect(createServices(withKeys(testKeys)).mail.listMail()).rejects.toThrow('another row')
    expect(await deliver(testKeys)).toBeUndefined()
    expect((await onlyRow()).failure).toContain('It cannot be read')
    await MailMessage.update({ recipient: 'ada@example.com' }, { where: { id } })
    await bench.clock.advance(60 * 60_000)
    expect(await deliver(testKeys)).toMatchObject({ recipient: 'ada@example.com', ...mail })
    expect(await onlyRow()).toMatchObject({ content: null })
  })

  it('cannot be put there plain, for somebody to be sent it', async () => {
    const now = new Date()
    const row = { id: randomUUID(), recipient: 'ada@example.com', createdAt: now, dueAt: now }
    await expect(MailMessage.create({ ...row, content: JSON.stringify(mail) })).rejects.toThrow(
      'mail_messages_content_sealed',
    )
  })

  it('waits for its key when that is not given, which the operator can see, and is sent when it is', async () => {
    await queue()
    expect(await deliver(otherAlone)).toBeUndefined()
    expect(await onlyRow()).toMatchObject({
      failedAt: null,
      failure: expect.stringContaining('with the key "test", which is not given') as string,
    })
    await bench.clock.advance(60 * 60_000)
    expect(await deliver(rotated)).toMatchObject(mail)
  })
})

describe('the start of the app', () => {
  it('seals a mail from before, once, by however many processes, and it is still sent', async () => {
    await queueAsBefore()
    const counts = await Promise.all([sealAll(testKeys), sealAll(testKeys)])
    expect(counts.sort()).toEqual([0, 1])
    expect((await onlyRow()).content).toMatch(/^v1\.test\./)
    expect(await deliver(testKeys)).toMatchObject(mail)
  })

  it('seals anew after the key was replaced, and goes on over what it cannot read', async () => {
    await queue()
    await MailMessage.update({ content: 'v1.test.damaged.x' }, { where: {} })
    await queue()
    expect(await sealAll(rotated)).toBe(1)
    expect(logged).toContain('The content of an e-mail cannot be read')
    expect(await MailMessage.destroy({ where: { content: 'v1.test.damaged.x' } })).toBe(1)
    expect((await onlyRow()).content).toMatch(/^v1\.next\./)
    expect(await sealAll(rotated)).toBe(0)
    expect(await deliver(otherAlone)).toMatchObject(mail)
  })

  it('leaves alone what is gone', async () => {
    await queue()
    await deliver(testKeys)
    expect(await sealAll(rotated)).toBe(0)
    expect(await createServices(withKeys(rotated)).mail.listMail()).toMatchObject([{ subject: '', text: '' }])
  })
})
