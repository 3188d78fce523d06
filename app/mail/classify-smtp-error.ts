import type { MailOutcome } from './mail-transport'

/** The library's error; `responseCode` only if the server said something. */
interface SmtpError extends Error {
  code?: string
  command?: string
  responseCode?: number
  rejectedErrors?: SmtpError[]
}

const longestReason = 300

/**
 * Judges a failed attempt. The server's word on the recipient or the content is about this mail; its word on anything
 * before, and silence, are about the server. After the hand-over silence leaves open whether it took the mail.
 */
export function classifySmtpError(failure: SmtpError, isHandedOver: boolean): MailOutcome {
  // With a single recipient, the refusal of that one is what there is to know.
  const error = failure.rejectedErrors?.[0] ?? failure
  const { code, command = '', responseCode } = error
  const reason = oneLine(error.message)
  if (isHandedOver && !responseCode) return { result: 'unanswered', reason }
  const isAboutThisMail = isHandedOver || ['RCPT TO', 'DATA'].includes(command)
  if (isAboutThisMail && responseCode) return { result: responseCode >= 500 ? 'refused' : 'deferred', reason }
  // The library itself finds fault with the address.
  if (code === 'EENVELOPE' && command === 'API') return { result: 'refused', reason }
  return { result: 'unavailable', reason }
}

const oneLine = (text: string) => text.replace(/[\s\p{Cc}]+/gu, ' ').slice(0, longestReason)
