import { expect } from '@playwright/test'
import { password } from './site/password'
import { test, withAndWithoutScripts } from './test'
import type { Visitor } from './visitor'

async function logIn(visitor: Visitor, email: string, typed = password): Promise<void> {
  await visitor.fill({ 'E-mail': email, Password: typed })
  await visitor.press('Login')
}

withAndWithoutScripts(() => {
  test('a page of the portal asks for the login first, and opens after it', async ({ visitor, site }) => {
    const { email } = await site.people.signUp()
    await visitor.open('/portal/users')
    await visitor.expectPage('Login', 'Login')
    await visitor.look('login')
    await logIn(visitor, email, 'not-the-password')
    await visitor.expectRefusal('Incorrect username or password')
    await expect(visitor.page.getByLabel('E-mail')).toHaveValue(email)
    await visitor.look('login-refused')
    await logIn(visitor, email)
    await visitor.expectPage('Users', 'Users')
    await visitor.open('/login')
    await visitor.expectPage('Environments', 'Environments')
  })

  test('a login that fails for our fault says so', async ({ visitor, site }) => {
    const { email, actor } = await site.people.signUp()
    const restore = await site.refuseWrites('sessions', `NEW.user_id = '${actor.userId}'`)
    await visitor.open('/login')
    await logIn(visitor, email)
    await visitor.expectRefusal('There was a problem contacting the server')
    await restore()
    await logIn(visitor, email)
    await visitor.expectPage('Environments', 'Environments')
  })

  test('guessing has to wait', async ({ visitor, site }) => {
    const { email } = await site.people.signUp()
    await site.people.guessPassword(email, visitor.address, 5)
    await visitor.open('/login')
    await logIn(visitor, email)
    await visitor.expectRefusal('Too many failed attempts. Please wait 1 second before trying again.')
    await visitor.look('login-throttled')
    await site.clock.advance(1000)
    await logIn(visitor, email)
    await visitor.expectPage('Environments', 'Environments')
  })

  test('the second factor is asked for after the password', async ({ visitor, site }) => {
    const person = await site.people.signUp()
    const authenticator = await site.people.addAuthenticator(person)
    await site.clock.advance(60_000)
    await visitor.open('/login')
    await logIn(visitor, person.email)
    await visitor.expectPage('Two-factor login', 'Two-factor login')
    await visitor.look('two-factor')
    const answer = async (code: string) => {
      await visitor.fill({ Code: code })
      await visitor.press('Login')
    }
    await answer('000000')
    await visitor.expectRefusal('The token you entered was rejected. Please try again.')
    await visitor.look('two-factor-rejected')
    await answer(authenticator.code())
    await visitor.expectRefusal('Throttled. Please wait 2 seconds before trying again.')
    await visitor.look('two-factor-throttled')
    await site.clock.advance(2000)
    await answer(authenticator.code())
    await visitor.expectPage('Environments', 'Environments')
  })

  test('a second factor that comes too late needs the password again', async ({ visitor, site }) => {
    const person = await site.people.signUp()
    const authenticator = await site.people.addAuthenticator(person)
    await visitor.open('/login')
    await logIn(visitor, person.email)
    await visitor.expectPage('Two-factor login', 'Two-factor login')
    await site.clock.advance(6 * 60_000)
    await visitor.fill({ Code: authenticator.code() })
    await visitor.press('Login')
    await visitor.expectNews('That took too long. Please log in again.')
    await visitor.expectPage('Login', 'Login')
    await visitor.look('two-factor-too-late')
  })
})
