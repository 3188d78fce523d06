import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { MailTransport, OutgoingMail } from '../../../app/mail/mail-transport'

export interface MailTransportHarness {
  transport: MailTransport
  /** Addresses that got a mail with this subject. */
  recipientsOf(subject: string): string[] | Promise<string[]>
}

export const buildMail = (changes: Partial<OutgoingMail> = {}): OutgoingMail => ({
  id: randomUUID(),
  recipient: 'ada@example.com',
  subject: `Hello ${randomUUID()}`,
  text: 'Hello Ada',
  html: '<p>Hello Ada</p>',
  queuedAt: new Date('2026-01-01T12:00:00Z'),
  ...changes,
})

/** What delivery relies on, whatever is behind the transport. */
export function describeMailTransport(name: string, useHarness: () => MailTransportHarness): void {
  describe(`${name} as a mail transport`, () => {
    it('delivers to the recipient, once', async () => {
      const { transport, recipientsOf } = useHarness()
      const mail = buildMail()
      expect(await transport.send(mail, async () => undefined)).toEqual({ result: 'sent' })
      expect(await recipientsOf(mail.subject)).toEqual(['ada@example.com'])
    })

    it('asks for the hand-over once, before the mail is delivered', async () => {
      const { transport, recipientsOf } = useHarness()
      const mail = buildMail()
      const seen: string[][] = []
      await transport.send(mail, async () => void seen.push(await recipientsOf(mail.subject)))
      expect(seen).toEqual([[]])
    })

    it('delivers nothing when the hand-over fails, and passes its reason on', async () => {
      const { transport, recipientsOf } = useHarness()
      const mail = buildMail()
      const reason = new Error('somebody else has it')
      await expect(transport.send(mail, () => Promise.reject(reason))).rejects.toBe(reason)
      expect(await recipientsOf(mail.subject)).toEqual([])
    })
  })
}
