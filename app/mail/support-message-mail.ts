import { escapeHtml } from './escape-html'
import type { Mail } from './mail'

/** Mail to support with a message of the contact page. The sender's address is the only thing typed that the subject names. */
export function supportMessageMail({
  name,
  email,
  message,
}: {
  name: string
  email: string
  message: string
}): Mail {
  const [safeName, safeEmail] = [escapeHtml(name), escapeHtml(email)]
  return {
    subject: `Message from ${email}`,
    text: [`From: ${name} <${email}>`, '', message, ''].join('\n'),
    html: [
      `<p>From: ${safeName} &lt;<a href="mailto:${encodeURIComponent(email)}">${safeEmail}</a>&gt;</p>`,
      `<p style="white-space: pre-wrap">${escapeHtml(message)}</p>`,
    ].join('\n'),
  }
}
