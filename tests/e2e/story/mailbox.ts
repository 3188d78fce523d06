import { expect } from '@playwright/test'

/** The newest verification code that was mailed to `email`. */
export async function readVerificationCode(origin: string, email: string): Promise<string> {
  let code = ''
  await expect(async () => {
    const answer = await fetch(`${origin}/dev/mail.json?to=${encodeURIComponent(email)}`)
    const [newest] = (await answer.json()) as { text: string }[]
    code = /\b[A-Z0-9]{6}\b/.exec(newest?.text ?? '')?.[0] ?? ''
    expect(code).not.toBe('')
  }).toPass({ timeout: 10_000, intervals: [100] })
  return code
}
