import { expect } from '@playwright/test'
import { password } from './site/password'
import { test, withAndWithoutScripts } from './test'
import type { Visitor } from './visitor'

const filledIn = { Name: 'Grace Hopper', Password: password, 'Confirm password': password }
const terms = (visitor: Visitor) => visitor.page.getByRole('checkbox', { name: /I accept the/ })

async function register(visitor: Visitor, fields: Record<string, string>, acceptsTerms = true) {
  await visitor.fill(fields)
  await terms(visitor).setChecked(acceptsTerms)
  await visitor.press('Register')
}

withAndWithoutScripts(() => {
  test('registration says what is wrong, keeps what was typed, and leads to the code', async ({
    visitor,
    site,
  }) => {
    const { email: taken } = await site.people.signUp()
    const email = site.people.nextEmail()
    await visitor.open('/register')
    await visitor.expectPage('Register', 'Register')
    await visitor.look('register')
    await visitor.press('Register')
    await visitor.expectRefusal('All fields are required.')
    await visitor.look('register-empty')
    const problems: [Record<string, string>, string][] = [
      [{ 'Confirm password': 'something-else' }, 'The two passwords are not the same.'],
      [{ Password: 'short', 'Confirm password': 'short' }, 'Your password did not meet the requirements.'],
      [{ 'E-mail': 'ada@nowhere' }, 'The email ada@nowhere is not valid'],
      [{ 'E-mail': taken }, 'An e-mail can be tied to only one account.'],
    ]
    for (const [fields, message] of problems) {
      await register(visitor, { ...filledIn, 'E-mail': email, ...fields })
      await visitor.expectRefusal(message)
      await expect(visitor.page.getByLabel('Name', { exact: true })).toHaveValue(filledIn.Name)
    }
    await visitor.look('register-duplicate')
    await register(visitor, { ...filledIn, 'E-mail': email }, false)
    await visitor.expectRefusal('You can not create a new account without accepting the terms of service.')
    await visitor.look('register-terms')
    await register(visitor, { ...filledIn, 'E-mail': email })
    await visitor.expectPage('Verify your e-mail', 'Verify your e-mail')
    await visitor.open('/register')
    await visitor.expectPage('Verify your e-mail', 'Verify your e-mail')
  })

  test('registration against outdated terms asks for the new ones', async ({ visitor, site }) => {
    await visitor.open('/register')
    const takeBack = await site.publishTerms(1)
    await site.clock.advance(1)
    try {
      await register(visitor, { ...filledIn, 'E-mail': site.people.nextEmail() })
      await visitor.expectRefusal('The terms of service have changed. Please read and accept the new ones.')
      await visitor.look('register-outdated-terms')
    } finally {
      await takeBack()
    }
  })

  test('registration that fails for our fault says so', async ({ visitor, site }) => {
    const email = site.people.nextEmail()
    const restore = await site.refuseWrites('users', `NEW.email = '${email}'`)
    await visitor.open('/register')
    await register(visitor, { ...filledIn, 'E-mail': email })
    await visitor.expectRefusal(
      'An error occured while trying to create your account. Please wait and try again later.',
    )
    await visitor.look('register-failed')
    await restore()
    await register(visitor, { ...filledIn, 'E-mail': email })
    await visitor.expectPage('Verify your e-mail', 'Verify your e-mail')
  })

  test('closed registration says so', async ({ visitor, site }) => {
    await visitor.open('/register', await site.serve({ registrationOpen: false }))
    await visitor.expectText(
      'New account registration is currently unavailable. Please check back again later.',
    )
    await expect(visitor.page.getByRole('button')).toHaveCount(0)
    await visitor.look('register-closed')
  })
})

test('the rules for passwords are ticked off as one types, and blanks are taken out', async ({ visitor }) => {
  await visitor.open('/register')
  const fulfilled = visitor.page.getByText('(fulfilled)')
  await expect(fulfilled).toHaveCount(0)
  const field = visitor.page.getByLabel('Password', { exact: true })
  await field.pressSequentially('seven 7')
  await expect(field).toHaveValue('seven7')
  await expect(fulfilled).toHaveCount(1)
  await field.pressSequentially('89')
  await expect(fulfilled).toHaveCount(2)
  await visitor.fill({ 'Confirm password': 'seven789' })
  await expect(fulfilled).toHaveCount(3)
  await visitor.look('register-rules')
})
