import { expect } from '@playwright/test'
import { test, withAndWithoutScripts } from './test'

withAndWithoutScripts(() => {
  test('the terms are there to read, and those that are not say so', async ({ visitor, site }) => {
    const { currentTermsId } = await site.services.accounts.getRegistration()
    await visitor.open(`/terms?id=${currentTermsId}`)
    await visitor.expectPage(/./, 'Terms of service')
    await expect(visitor.page.getByRole('navigation')).toHaveCount(0)
    await visitor.look('terms')
    await visitor.open('/terms?id=00000000-0000-4000-8000-000000000000')
    await visitor.expectText('The terms could not be found.')
    await visitor.look('terms-missing')
    await site.query('ALTER TABLE terms RENAME TO terms_gone')
    await visitor.open('/terms')
    await visitor.expectText('There was an error loading the page. Please refresh and try again.')
    await visitor.look('terms-failed')
    await site.query('ALTER TABLE terms_gone RENAME TO terms')
    await visitor.open('/terms')
    await visitor.expectPage(/./, 'Terms of service')
  })

  test('the contact form says what is missing, and keeps what was typed when it fails', async ({
    visitor,
    site,
  }) => {
    const { page } = visitor
    const email = site.people.nextEmail()
    const url = await site.serve({ supportChatUrl: 'https://chat.example/invite' })
    await visitor.open('/contact-us', url)
    await visitor.expectPage('Contact us', 'Contact us')
    await visitor.look('contact')
    const send = page.getByRole('button', { name: 'Send Message' })
    if (visitor.runsScripts) await expect(send).toBeDisabled()
    else {
      await send.click()
      await visitor.expectRefusal('Please fill in all fields')
      await visitor.look('contact-refused')
    }
    const fields = { Name: 'Ada Lovelace', 'E-mail': email, Message: 'How do I begin?' }
    const restore = await site.refuseWrites('support_messages', `NEW.email = '${email}'`)
    await visitor.fill(fields)
    await send.click()
    await visitor.expectRefusal('There was a problem sending your message. Please try again.')
    for (const [label, value] of Object.entries(fields))
      await expect(page.getByLabel(label, { exact: true })).toHaveValue(value)
    await visitor.look('contact-failed')
    await restore()
    await send.click()
    await visitor.expectNews('Thank you for your message. You will get an e-mail that confirms it.')
    await expect(page.getByRole('link', { name: 'chat server' }).first()).toBeVisible()
    await visitor.look('contact-sent')
  })

  test('what is not there is said, in the portal too', async ({ visitor, site }) => {
    await visitor.open('/nothing/of/this/name')
    await expect(visitor.page).toHaveTitle(/SDO/)
    await visitor.signInAs(await site.people.signUp())
    await visitor.open('/portal/nothing')
    await visitor.expectText('This page could not be found.')
    await visitor.look('portal-not-found')
  })
})

test('a form that nobody answers says so', async ({ visitor, page }) => {
  await visitor.open('/login')
  await page.route('**/login?*', (route) => route.abort('connectionrefused'))
  await visitor.fill({ 'E-mail': 'ada@example.com', Password: 'correct-horse' })
  await visitor.press('Login')
  await visitor.expectText('There was a problem contacting the server. Please try again.')
  await visitor.look('not-answered')
})
