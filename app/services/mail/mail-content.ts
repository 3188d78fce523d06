import type { MailMessage } from '../../../db/models/mail-message'
import type { Mail } from '../../mail/mail'
import type { Dependencies } from '../dependencies'
import { seal, unseal } from '../secrets/seal'

type Row = Pick<MailMessage, 'id' | 'recipient'>
type Keys = Pick<Dependencies, 'authenticatorKeys'>

/** The row that a content belongs to: copied to another one, or addressed to somebody else, it does not open. */
const purposeOf = ({ id, recipient }: Row) => `mail ${id} to ${recipient}`

/** How the content of the mail `row` is kept. */
export const sealMailContent = (
  { authenticatorKeys }: Keys,
  row: Row,
  { subject, text, html, unsubscribePage }: Mail,
): string => seal(authenticatorKeys, JSON.stringify({ subject, text, html, unsubscribePage }), purposeOf(row))

/** The content of the mail `row`; blank once it is gone. @throws Error that says why it cannot be read, without anything of it */
export function readMailContent({ authenticatorKeys }: Keys, row: Row & Pick<MailMessage, 'content'>): Mail {
  if (row.content === null) return { subject: '', text: '', html: '' }
  return JSON.parse(unseal(authenticatorKeys, row.content, purposeOf(row))) as Mail
}
