import { expect, it, beforeEach, describe } from 'vitest'
import { MailMessage } from '../../../db/models/mail-message'
import { SupportMessage } from '../../../db/models/support-message'
import { anonymous, originAt } from '../../../tests/builders/accounts'
import { useTestDatabase } from '../../../tests/postgres/test-database'
import { withOrigin } from '../actor/origin'
import { maximumPerEmail, maximumPerSource, windowMilliseconds } from './require-few-messages'
import { buildDependencies } from '../../../tests/builders/dependencies'
import { createServices } from '../services'

const database = useTestDatabase()
const office = originAt('203.0.113.7')
const home = originAt('203.0.113.8')
const question = { name: 'Ada', email: 'ada@example.com', message: 'How do I begin?' }

beforeEach(async () => {
  await SupportMessage.destroy({ where: {} })
  await MailMessage.destroy({ where: {} })
})

function buildSupport() {
  const { dependencies, clock } = buildDependencies(database.sequelize)
  const { sendMessage } = createServices(dependencies).customerSupport
  const send = (changes: Partial<typeof question> = {}, origin = office, submissionId?: string) =>
    withOrigin(origin, () => sendMessage(anonymous, { ...question, ...changes }, submissionId))
  return { clock, dependencies, send, listMail: createServices(dependencies).mail.listMail }
}

const throttled = expect.objectContaining({ code: 'throttled', status: 429 }) as Error

describe('a message to support', () => {
  it('is kept, mailed to support and confirmed to its sender', async () => {
    const { dependencies, send, listMail } = buildSupport()
    expect(await send({ name: '  Ada <b>', message: 'Hello & <i>goodbye</i>' })).toEqual({
      result: 'SUCCESS',
    })
    const [kept] = await SupportMessage.findAll()
    expect(kept).toMatchObject({ name: 'Ada <b>', email: 'ada@example.com', source: office.address })
    const [toSupport] = await listMail(dependencies.supportEmail)
    expect(toSupport?.text).toContain('Hello & <i>goodbye</i>')
    expect(toSupport?.html).toContain('Hello &amp; &lt;i&gt;goodbye&lt;/i&gt;')
    expect(toSupport?.html).toContain('Ada &lt;b&gt;')
    expect(await MailMessage.count({ where: { recipient: 'ada@example.com' } })).toBe(1)
  })

  it('is confirmed without a word of what was typed, so that nobody can send their words to others', async () => {
    const { send, listMail } = buildSupport()
    await send({ name: 'Buy cheap pills', message: 'https://spam.example' })
    const [confirmation] = await listMail('ada@example.com')
    const { subject, text, html } = confirmation ?? {}
    for (const part of [subject, text, html]) expect(part).not.toMatch(/pills|spam\.example/)
  })

  it('is kept and mailed wholly or not at all', async () => {
    const { send } = buildSupport()
    await database.sequelize.query('ALTER TABLE mail_messages RENAME TO mail_messages_away')
    await expect(send()).rejects.toThrow()
    await database.sequelize.query('ALTER TABLE mail_messages_away RENAME TO mail_messages')
    expect(await SupportMessage.count()).toBe(0)
  })

  it('sent twice by one form arrives once', async () => {
    const { send } = buildSupport()
    await Promise.all([send({}, office, 'form-1'), send({}, office, 'form-1')])
    expect(await SupportMessage.count()).toBe(1)
    expect(await MailMessage.count()).toBe(2)
  })

  it.each([
    [{ name: '  ' }, 'name'],
    [{ email: '' }, 'email'],
    [{ message: '\n\0' }, 'message'],
    [{ email: 'ada@example' }, 'email'],
    [{ email: 'ada@example.com\nBcc: all@example.com' }, 'email'],
    [{ name: 'x'.repeat(201) }, 'name'],
    [{ name: 'Ada\nTo: all@example.com' }, 'name'],
    [{ email: 'a\u001b[2Jda@example.com' }, 'email'],
    [{ message: 'x'.repeat(10_001) }, 'message'],
  ])('is refused at its field: %j', async (changes, field) => {
    const { send } = buildSupport()
    const refusal = { code: 'invalid', fields: { [field]: expect.any(String) as string } }
    await expect(send(changes)).rejects.toMatchObject(refusal)
    expect(await SupportMessage.count()).toBe(0)
  })

  it('is kept with any characters that Postgres can hold', async () => {
    const { send } = buildSupport()
    await send({ name: 'Ødegård 李\0', message: '🙂 \0 done' })
    expect(await SupportMessage.findOne()).toMatchObject({ name: 'Ødegård 李', message: '🙂  done' })
  })
})

describe('the limits on messages', () => {
  it('hold for an address, however it is written and wherever it is sent from, for an hour', async () => {
    const { clock, send } = buildSupport()
    for (let sent = 0; sent < maximumPerEmail; sent++) await send({}, sent % 2 ? office : home)
    await expect(send({ email: 'ADA@Example.com' }, home)).rejects.toThrow(throttled)
    await send({ email: 'bob@example.com' }, home)
    await clock.advance(windowMilliseconds)
    await send()
  })

  it('hold for a source, whatever addresses it types, and leave other sources alone', async () => {
    const { send } = buildSupport()
    for (let sent = 0; sent < maximumPerSource; sent++) await send({ email: `sender-${sent}@example.com` })
    await expect(send({ email: 'new@example.com' })).rejects.toThrow(throttled)
    await send({ email: 'new@example.com' }, home)
  })

  it('hold for messages that are sent at the same moment', async () => {
    const { send } = buildSupport()
    const answers = await Promise.allSettled(Array.from({ length: maximumPerEmail + 4 }, () => send()))
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(maximumPerEmail)
    expect(await SupportMessage.count()).toBe(maximumPerEmail)
  })
})
