import { expect } from '@playwright/test'

/** The newest verification code that was mailed to `email`. */
export const readVerificationCode = (origin: string, email: string): Promise<string> =>
  readMail(origin, email, /\b([A-Z0-9]{6})\b/)

/** The token of the newest invitation that was mailed to `email`. */
export const readInvitation = (origin: string, email: string): Promise<string> =>
  readMail(origin, email, /invited=true&token=([\w-]+)/)

/** What `part` finds in the newest mail to `email`, once there is one. */
async function readMail(origin: string, email: string, part: RegExp): Promise<string> {
  let found = ''
  await expect(async () => {
    const answer = await fetch(`${origin}/dev/mail.json?to=${encodeURIComponent(email)}`)
    const [newest] = (await answer.json()) as { text: string }[]
    found = part.exec(newest?.text ?? '')?.[1] ?? ''
    expect(found).not.toBe('')
  }).toPass({ timeout: 10_000, intervals: [100] })
  return found
}
