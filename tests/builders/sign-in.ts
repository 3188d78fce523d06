import { expect } from 'vitest'
import { testPassword } from './app-server'
import { codeAt } from './authenticator'
import type { Browser } from './browser'

/** Logs in as somebody who signed up with `useAppServer`. */
export const logIn = (browser: Browser, email: string, password = testPassword) =>
  browser.submit('/login', 'login', { email, password })

/** The link in the newest mail to `email` that has one to set a password. */
export async function readResetLink(browser: Browser, email: string): Promise<string> {
  const mails = (await browser.send(`/dev/mail.json?to=${email}`)).json<{ text: string }[]>()
  const link = mails.map(({ text }) => /\/login\?forgot=true&token=[\w-]+/.exec(text)?.[0]).find(Boolean)
  expect(link).toBeTruthy()
  return link ?? ''
}

/** The recovery codes that a page shows. */
export const readRecoveryCodes = (html: string): string[] => [
  ...new Set(html.match(/\b([A-Z2-9]{5}-){4}[A-Z2-9]{5}\b/g)),
]

/** The key for an authenticator app that the page to add one shows. */
export const readKey = (html: string): string => /<code[^>]*>([A-Z2-7]{32})<\/code>/.exec(html)?.[1] ?? ''

/** Adds an authenticator by the pages, as somebody without JavaScript would, at the time `epoch`. */
export async function addAuthenticator(
  browser: Browser,
  epoch: number,
): Promise<{ secret: string; recoveryCodes: string[] }> {
  const { location = '' } = await browser.submit('/portal/security', 'addToken')
  const secret = readKey((await browser.open(location)).text)
  const fields = { code: codeAt(secret, epoch), currentPassword: testPassword }
  const { text } = await browser.submit(location, 'activate', fields)
  return { secret, recoveryCodes: readRecoveryCodes(text) }
}
