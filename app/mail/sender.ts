import addressparser from 'nodemailer/lib/addressparser'
import { isValidEmail } from '../input/email-address'

/** From whom mails come. */
export interface Sender {
  name: string
  address: string
}

/** Reads `SDO <no-reply@example.com>` or a bare address. @throws Error that says what must be changed */
export function readSender(text: string): Sender {
  const [sender, ...more] = addressparser(text, { flatten: true })
  if (!sender || more.length > 0 || !isValidEmail(sender.address))
    throw new Error('must be one address: SDO <no-reply@example.com>')
  return { name: sender.name, address: sender.address }
}
