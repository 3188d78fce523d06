import fc from 'fast-check'
import { LinkifyIt } from 'linkify-it'
import { describe, expect, it } from 'vitest'
import { isValidEmail } from '../input/email-address'
import { findPersonNameFault } from '../input/names'
import { headerNames, readMime } from '../../tests/builders/read-mime'
import { composeMail } from './compose-mail'
import type { MailOwner, Mail } from './mail'
import { invitationMail } from './invitation-mail'
import { passwordResetMail } from './password-reset-mail'
import { securityNoticeMail } from './security-notice-mail'
import { supportMessageMail } from './support-message-mail'
import { verificationMail } from './verification-mail'

const publicUrl = 'https://sdo.example'
const linkify = new LinkifyIt().tlds(['app', 'dev', 'example', 'io', 'xyz'], true).set({ fuzzyIP: true })

/** What a mail program makes links of in a text. */
const linksIn = (text: string) => (linkify.match(text) ?? []).map(({ url }) => url)

/** What a mail program shows of HTML, its links apart. */
const shown = (html: string) =>
  html
    .replace(/<[^>]*>/g, '')
    .replace(/&(lt|gt|quot|#39|amp);/g, (_entity, name: string) => entities[name] ?? '')
const entities: Record<string, string> = { lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' }

const linesOf = (text: string) => text.split(/\r\n|[\n\r\v\f\x85\u2028\u2029]/).length

/** All that a name could add to a mail. */
const shapeOf = ({ subject, text, html }: Mail) => ({
  subject,
  lines: linesOf(text),
  links: linksIn(text),
  htmlLines: linesOf(html),
  tags: html.match(/<[^>]*>/g),
  htmlLinks: linksIn(shown(html)),
})

const owned: Record<string, (owner: MailOwner) => Mail> = {
  'a link for a new password': (owner) => passwordResetMail({ owner, token: 'x'.repeat(43), publicUrl }),
  'a notice about security': (owner) =>
    securityNoticeMail({ owner, what: 'It was changed', consequence: 'So it is.', publicUrl }),
}

const parts = [
  'Ada', 'J.R.', 'St.', 'van', ' ', '.', ',', ':', '/', '//', '://', '@', 'http', 'https://', 'www.', 'evil.com', 'evil',
  '.xyz', '\u3002', '\uff0e', '\n', '\r\n', '\t', '\u2028', '\u0085', '\u202e', '\u200b', '<a href=x>', '&lt;', '</p>', 'Bcc: x', '\0',
  '1.1.1.1', '\u0301', '李', "'", '"', 'mailto:', '\\', '?', '#', '-', 'xn--', '\u00ad', '\ufeff',
] // prettier-ignore
const nastyText = fc.oneof(
  fc.array(fc.constantFrom(...parts), { maxLength: 8 }).map((chosen) => chosen.join('')),
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.webUrl(),
  fc.emailAddress(),
)
const acceptedName = nastyText
  .map((name) => name.trim())
  .filter((name) => findPersonNameFault(name) === undefined)
const verifiedAt = new Date()

describe.each(Object.entries(owned))('%s', (_what, make) => {
  it("has its owner's name in its greeting and nothing else of it: no line, no link, no tag", () => {
    const usual = shapeOf(make({ name: 'Ada', verifiedAt }))
    fc.assert(
      fc.property(acceptedName, (name) => {
        const mail = make({ name, verifiedAt })
        expect(mail.text.startsWith(`Hello ${name},\n`)).toBe(true)
        expect(shapeOf(mail)).toEqual(usual)
      }),
    )
  })

  it('stays what it is for names of before there was a rule', () => {
    const usual = shapeOf(make({ name: 'Ada', verifiedAt }))
    fc.assert(
      fc.property(nastyText, (name) => {
        expect(shapeOf(make({ name, verifiedAt }))).toEqual(usual)
      }),
    )
  })

  it('names nobody before the address was verified, for a stranger may have typed the name', () => {
    const nobody = make({ name: 'Ada', verifiedAt: null })
    expect(nobody.text).toMatch(/^Hello,\n/)
    expect(nobody.html).toContain('<p>Hello,</p>')
    expect(JSON.stringify(nobody)).not.toContain('Ada')
  })
})

describe('an invitation', () => {
  it('has the address of whoever invites and no other link', () => {
    const token = 'x'.repeat(43)
    for (const given of [{}, { token }]) {
      const usual = shapeOf(invitationMail({ invitedBy: 'admin@example.com', publicUrl, ...given }))
      const others = (links: string[], address: string) =>
        links.filter((link) => link !== `mailto:${address}`)
      fc.assert(
        fc.property(fc.oneof(nastyText, fc.emailAddress()).filter(isValidEmail), (invitedBy) => {
          const { links, htmlLinks, ...shape } = shapeOf(invitationMail({ invitedBy, publicUrl, ...given }))
          expect(shape).toEqual({ ...usual, links: undefined, htmlLinks: undefined })
          expect(others(links, invitedBy)).toEqual(others(usual.links, 'admin@example.com'))
          expect(others(htmlLinks, invitedBy)).toEqual(others(usual.htmlLinks, 'admin@example.com'))
        }),
      )
    }
  })

  it.each(['http://evil.example/?@evil.example', 'www.evil.example/win@evil.example', "you'@x.de"])(
    'does not show the address %s, which looks like something else',
    (invitedBy) => {
      const mail = invitationMail({ invitedBy, publicUrl })
      expect(JSON.stringify(mail)).not.toContain('evil')
      expect(mail.text).toContain('An admin of your team created an SDO login')
    },
  )
})

describe('the headers of a mail', () => {
  it('are the same ones whatever is in subject, address and content', async () => {
    const compose = async (mail: Mail, recipient: string) => {
      const outgoing = { id: 'id', recipient, queuedAt: verifiedAt, ...mail }
      const sent = await composeMail(outgoing, { name: 'SDO', address: 'no-reply@sdo.example' })
      return readMime(sent.toString('latin1'))
    }
    const usual = await compose(verificationMail({ code: 'ABC234', publicUrl }), 'ada@example.com')
    const names = headerNames(usual)
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(nastyText, fc.emailAddress()).filter(isValidEmail),
        acceptedName,
        nastyText,
        async (email, name, message) => {
          const composed = await compose(supportMessageMail({ name, email, message }), email)
          expect(headerNames(composed)).toEqual(names)
          expect(new Set(names).size).toBe(names.length)
          expect(composed).toMatchObject({
            text: expect.any(String) as string,
            html: expect.any(String) as string,
          })
          expect(composed.attachments).toEqual([])
        },
      ),
    )
    for (const subject of ['x\r\nBcc: evil@example.com', 'x\nBcc: y', 'x\u2028Bcc: y', '\r\n\r\nbody']) {
      const composed = await compose({ subject, text: 'x', html: 'x' }, 'ada@example.com')
      expect(headerNames(composed)).toEqual(names)
    }
  })
})

describe('a message to support', () => {
  it('gains no line by the name of whoever wrote it', () => {
    const make = (name: string) => supportMessageMail({ name, email: 'ada@example.com', message: 'Hello' })
    const usual = shapeOf(make('Ada'))
    fc.assert(
      fc.property(acceptedName, (name) => {
        expect(shapeOf(make(name))).toEqual(usual)
      }),
    )
  })
})
