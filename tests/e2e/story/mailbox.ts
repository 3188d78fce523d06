import { expect } from '@playwright/test'

interface Mail {
  to: string
  subject: string
  text: string
  html: string
  sentEpoch: number
}

/** The newest verification code that was mailed to `email`. */
export async function readVerificationCode(origin: string, email: string): Promise<string> {
  let code: string | undefined
  await expect(async () => {
    const answer = await fetch(`${origin}/dev/mail.json?to=${encodeURIComponent(email)}`)
    const mails = (await answer.json()) as Mail[] | { mails: Mail[] }
    const newest = Array.isArray(mails) ? mails[0] : mails.mails[0]
    code = newest?.text.match(/\b[A-Z0-9]{6}\b/)?.[0]
    expect(code).toBeDefined()
  }).toPass({ timeout: 10_000, intervals: [100] })
  return code ?? ''
}
