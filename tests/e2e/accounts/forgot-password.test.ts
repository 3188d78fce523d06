import { expect } from '@playwright/test'
import type { Site } from './site/start-site'
import { test, withAndWithoutScripts } from './test'
import type { Visitor } from './visitor'

const newPassword = 'battery-staple'

/** Asks for a link for `email` by the use case, and gives its path from the mail. */
async function requestLink(site: Site, email: string): Promise<string> {
  await site.services.passwords.requestPasswordReset({ email })
  return readLink(site, email)
}

async function readLink(site: Site, email: string): Promise<string> {
  await site.services.passwords.sendPasswordResets()
  const mails = await site.services.mail.listMail(email)
  const link = mails.map(({ text }) => /\/login\?forgot=true&token=[\w-]+/.exec(text)?.[0]).find(Boolean)
  expect(link).toBeDefined()
  return link ?? ''
}

async function setPassword(visitor: Visitor, password: string, confirmation = password): Promise<void> {
  await visitor.fill({ 'New Password': password, 'Confirm new password': confirmation })
  await visitor.press('Change password')
}

withAndWithoutScripts(() => {
  test('somebody who forgot the password sets a new one by mail', async ({ visitor, site }) => {
    const { email } = await site.people.signUp()
    await visitor.open('/login')
    await visitor.follow('Forgot your password?')
    await visitor.expectPage('Forgot password', 'Forgot password')
    await visitor.look('forgot-password')
    const send = visitor.page.getByRole('button', { name: 'Send link' })
    if (visitor.runsScripts) await expect(send).toBeDisabled()
    else {
      await send.click()
      await visitor.expectRefusal('E-mail is required')
      await visitor.look('forgot-password-refused')
    }
    const neutral = 'If an account exists for this e-mail, a link to set a new password was sent to it.'
    for (const address of ['nobody@example.com', email]) {
      await visitor.fill({ 'E-mail': address })
      await send.click()
      await visitor.expectNews(neutral)
      await expect(visitor.page.getByLabel('E-mail')).toHaveValue('')
    }
    await visitor.look('forgot-password-sent')
    await visitor.open(await readLink(site, email))
    await visitor.expectPage('Set a new password', 'Set a new password')
    await visitor.look('new-password')
    await setPassword(visitor, newPassword, 'something-else')
    await visitor.expectRefusal('The two passwords are not the same.')
    await setPassword(visitor, 'short')
    await visitor.expectRefusal('Your password did not meet the requirements.')
    await visitor.look('new-password-refused')
    await setPassword(visitor, newPassword)
    await visitor.expectNews('Your password was changed. Log in with the new one.')
    await visitor.look('new-password-set')
    await visitor.fill({ 'E-mail': email, Password: newPassword })
    await visitor.press('Login')
    await visitor.expectPage('Environments', 'Environments')
  })

  test('a link works once, and for ten minutes', async ({ visitor, site }) => {
    const { email } = await site.people.signUp()
    const link = await requestLink(site, email)
    await visitor.open(link)
    await site.clock.advance(10 * 60_000)
    await setPassword(visitor, newPassword)
    await visitor.expectRefusal(
      'The token expired. The password change must be finished within 10 minutes of asking for it. Please ask for a new link.',
    )
    await visitor.look('new-password-expired')
    await visitor.follow('Ask for a new link')
    await visitor.expectPage('Forgot password', 'Forgot password')
    await visitor.open('/login/new-password')
    await visitor.expectPage('Forgot password', 'Forgot password')
  })

  test('a new password that fails for our fault says so', async ({ visitor, site }) => {
    const { email } = await site.people.signUp()
    const link = await requestLink(site, email)
    const restore = await site.refuseWrites('users', `NEW.email = '${email}'`)
    await visitor.open(link)
    await setPassword(visitor, newPassword)
    await visitor.expectRefusal('There was a problem contacting the server. Please try again.')
    await restore()
    await setPassword(visitor, newPassword)
    await visitor.expectPage('Login', 'Login')
  })

  test('a mailbox alone does not get past the second factor', async ({ visitor, site }) => {
    const person = await site.people.signUp()
    const authenticator = await site.people.addAuthenticator(person)
    await site.clock.advance(60_000)
    await visitor.open(await requestLink(site, person.email))
    await setPassword(visitor, newPassword)
    await visitor.expectRefusal('Enter the code that your authenticator app shows.')
    await visitor.look('new-password-two-factor')
    await visitor.fill({ Code: '000000' })
    await setPassword(visitor, newPassword)
    await visitor.expectRefusal('The token you entered was rejected. Please try again.')
    await visitor.fill({ Code: authenticator.code() })
    await setPassword(visitor, newPassword)
    await visitor.expectRefusal('Throttled. Please wait 2 seconds before trying again.')
    await site.clock.advance(2000)
    await visitor.fill({ Code: authenticator.code() })
    await setPassword(visitor, newPassword)
    await visitor.expectNews('Your password was changed. Log in with the new one.')
  })
})
