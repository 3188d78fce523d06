import { createServer, type AddressInfo, type Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readSmtpUrl } from '../../../app/mail/smtp-settings'
import { createSmtpTransport } from '../../../app/mail/smtp-transport'
import { writeSlowlyWithoutEnd, writeWithoutEnd } from '../../builders/endless'
import { MailServer } from '../../builders/mail-server'
import { header, headerNames, readMime } from '../../builders/read-mime'
import { buildMail, describeMailTransport } from './mail-transport-contract'

const credentials = { user: 'sdo', pass: 'p@ss/word:1' }
const sender = { name: 'SDO', address: 'no-reply@sdo.example' }
let server: MailServer

beforeEach(async () => {
  server = new MailServer({ credentials })
  await server.start()
})
afterEach(() => server.stop())

const transportTo = (url = server.url, answerMilliseconds = 5_000) =>
  createSmtpTransport({
    settings: readSmtpUrl(url),
    sender,
    timeouts: { connectMilliseconds: 2_000, answerMilliseconds },
  })
const handOver = async () => undefined
const send = (mail = buildMail()) => transportTo().send(mail, handOver)
const messages = () => Promise.all(server.received.map(({ raw }) => readMime(raw)))

describeMailTransport('SMTP', () => ({
  transport: transportTo(),
  recipientsOf: (subject) =>
    messages().then((mails) =>
      mails.flatMap((mail, index) => (mail.subject === subject ? (server.received[index]?.to ?? []) : [])),
    ),
}))

describe('a mail sent by SMTP', () => {
  it('has a text and an HTML part, its sender, date and an id of its own', async () => {
    const mail = buildMail({ text: 'Grüße\n.\n..dots\n', html: '<p>Grüße &amp; ☃</p>' })
    await send(mail)
    const [message] = await messages()
    if (!message) throw new Error('Nothing came.')
    expect(header(message, 'content-type')).toMatch(/^multipart\/alternative;/)
    expect([message.text?.trimEnd(), message.html?.trimEnd()]).toEqual([mail.text.trimEnd(), mail.html])
    expect(message.attachments).toEqual([])
    expect(header(message, 'from')).toBe('SDO <no-reply@sdo.example>')
    expect(header(message, 'date')).toBe('Thu, 01 Jan 2026 12:00:00 +0000')
    expect(header(message, 'message-id')).toBe(`<${mail.id}@sdo.example>`)
    expect(header(message, 'auto-submitted')).toBe('auto-generated')
    expect(server.received[0]?.from).toBe('no-reply@sdo.example')
  })

  it('has the same id when it is sent again', async () => {
    const mail = buildMail()
    await send(mail)
    await send(mail)
    const ids = (await messages()).map(({ messageId }) => messageId)
    expect(ids[0]).toBe(ids[1])
  })

  it.each([
    ['a line break', 'Ada\r\nBcc: eve@example.com\r\n\r\nEvil'],
    ['a bare line feed', 'Ada\nBcc: eve@example.com'],
    ['a bare carriage return', 'Ada\rBcc: eve@example.com'],
    ['other line separators', 'Ada\u2028Bcc: eve@example.com\u0085X: y'],
    ['a NUL', 'Ada\u0000Bcc: eve@example.com'],
    ['an encoded word', '=?utf-8?Q?Ada=0D=0ABcc:_eve@example.com?='],
    ['other writing', '李雷 Ærøskøbing 👩🏽‍🚀 مرحبا'],
    ['half a character', 'Ada \ud83d'],
    ['a long name', 'Ä'.repeat(500)],
  ])('keeps its headers and its recipient with %s in its subject', async (_name, name) => {
    await send(buildMail({ subject: `${name} wrote` }))
    const [message] = await messages()
    if (!message) throw new Error('Nothing came.')
    expect(server.received[0]?.to).toEqual(['ada@example.com'])
    expect(headerNames(message)).toEqual([
      'auto-submitted',
      'content-type',
      'date',
      'from',
      'message-id',
      'mime-version',
      'subject',
      'to',
    ])
    expect([message.text, message.html]).not.toContain(undefined)
    expect(message.attachments).toEqual([])
  })

  it('shows Unicode in its subject as it was written', async () => {
    const subject = '李雷 Ærøskøbing 👩🏽‍🚀 مرحبا'
    await send(buildMail({ subject }))
    expect((await messages()).map((message) => message.subject)).toEqual([subject])
  })

  it.each([
    'ada@example.com, eve@example.com',
    'ada@example.com>\r\nRCPT TO:<eve@example.com',
    'Ada <a@b.cd>',
    '',
  ])('goes to nobody when its recipient is %j', async (recipient) => {
    expect(await send(buildMail({ recipient }))).toMatchObject({ result: 'refused' })
    expect(server.contents).toBe(0)
  })
})

describe('the hand-over', () => {
  it('comes before the end of the content: a server that never sees that end has no mail', async () => {
    await expect(transportTo().send(buildMail(), () => Promise.reject(new Error('not now')))).rejects.toThrow(
      'not now',
    )
    await server.stop()
    expect(server.contents).toBe(0)
  })

  it('is not asked for while the server refuses to receive', async () => {
    server.atRecipient = () => 450
    let handOvers = 0
    await transportTo().send(buildMail(), async () => void handOvers++)
    expect(handOvers).toBe(0)
  })
})

describe('what an answer means', () => {
  it.each([
    ['atRecipient', 550, 'refused'],
    ['atRecipient', 450, 'deferred'],
    ['atContent', 554, 'refused'],
    ['atContent', 451, 'deferred'],
    ['atContent', 'vanish', 'unanswered'],
    ['atSender', 550, 'unavailable'],
    ['atSender', 421, 'unavailable'],
    ['atConnect', 554, 'unavailable'],
    ['atRecipient', 'vanish', 'unavailable'],
    ['atConnect', 'vanish', 'unavailable'],
  ] as const)('%s %s: %s', async (moment, behaviour, result) => {
    server[moment] = () => behaviour
    const outcome = await send()
    expect(outcome).toEqual({ result, reason: expect.stringMatching(/^.{1,300}$/) as string })
    expect(server.received).toEqual([])
  })

  it.each([
    [
      'a greeting without end',
      (socket: Socket) => void writeWithoutEnd(socket, Buffer.from('220-more\r\n'.repeat(500))),
    ],
    ['a line without end', (socket: Socket) => void writeWithoutEnd(socket, Buffer.from('220 '.repeat(500)))],
    [
      'an answer that comes too slowly',
      (socket: Socket) => {
        socket.write('220 hello\r\n')
        socket.once('data', () => void writeSlowlyWithoutEnd(socket, '250-more\r\n'))
      },
    ],
  ])('is unavailable with %s', async (_what, greet) => {
    const endless = createServer((socket) => void greet(socket))
    await new Promise<void>((resolve) => endless.listen(0, '127.0.0.1', resolve))
    const { port } = endless.address() as AddressInfo
    try {
      const outcome = await transportTo(`smtp://127.0.0.1:${port}`, 500).send(buildMail(), handOver)
      expect(outcome).toEqual({
        result: 'unavailable',
        reason: expect.stringMatching(/^.{1,300}$/) as string,
      })
    } finally {
      await new Promise((resolve) => endless.close(resolve))
    }
  })

  it('is unavailable without a server', async () => {
    await server.stop()
    expect(await send()).toMatchObject({ result: 'unavailable' })
  })

  it('is unavailable when the login is wrong, and the reason does not say with what', async () => {
    const outcome = await transportTo(server.url.replace('sdo:', 'sdo:wr0ng-')).send(buildMail(), handOver)
    expect(outcome).toMatchObject({ result: 'unavailable' })
    const said = JSON.stringify(outcome)
    const given = `wr0ng-${credentials.pass}`
    for (const secret of [given, encodeURIComponent(given), Buffer.from(given).toString('base64')])
      expect(said).not.toContain(secret)
  })

  it('is unavailable when TLS is required and not offered: neither login nor mail is sent', async () => {
    const settings = { ...readSmtpUrl(server.url), requiresTls: true }
    const outcome = await createSmtpTransport({ settings, sender }).send(buildMail(), handOver)
    expect(outcome).toMatchObject({ result: 'unavailable' })
    expect(server.contents).toBe(0)
  })

  it.each([
    ['atContent', 'unanswered'],
    ['atRecipient', 'unavailable'],
  ] as const)('%s silence: %s', async (moment, result) => {
    server[moment] = () => 'silence'
    // Long enough for the answers before it on a busy machine.
    expect(await transportTo(server.url, 3_000).send(buildMail(), handOver)).toMatchObject({ result })
  })
})
