import type { Mail } from './mail'

const sentences = [
  'Thank you for writing to us. Your message has arrived, and we’ll reply to this address.',
  'We never ask for passwords, tokens or AWS credentials. Please do not send them.',
  'If you did not write to us, somebody mistyped their address. Ignore this e-mail.',
]

/** Confirms a message to whoever is said to have sent it. Quotes nothing of it, so that it carries no stranger's words to anybody. */
export const messageReceivedMail = (): Mail => ({
  subject: 'We have received your message to SDO',
  text: ['Hello,', ...sentences, ''].join('\n\n'),
  html: ['Hello,', ...sentences].map((sentence) => `<p>${sentence}</p>`).join('\n'),
})
