import { expect } from '@playwright/test'
import { password } from './site/password'
import { test, withAndWithoutScripts } from './test'
import type { Visitor } from './visitor'

const newPassword = 'battery-staple'

/** The codes that the page shows, of which each stands on a line of its own. */
const readRecoveryCodes = async ({ page }: Visitor): Promise<string[]> =>
  (await page.getByRole('main').locator('code').innerText()).split('\n')

withAndWithoutScripts(() => {
  test('an authenticator is set up by image or key, used, and removed', async ({ visitor, site }) => {
    const { page } = visitor
    await visitor.signInAs(await site.people.signUp())
    await site.clock.advance(10 * 60_000)
    await visitor.open('/portal/security')
    await visitor.expectPage('Website Security', 'Website Security')
    await visitor.look('security-empty')
    await visitor.press('Add authenticator token')
    await visitor.expectPage('Add authenticator token', 'Add authenticator token · Website Security')
    const { pathname, search } = new URL(page.url())
    const image = page.getByRole('img', { name: 'Image for your authenticator app' })
    if (visitor.runsScripts) await expect(image).toBeVisible()
    else await expect(image).toHaveCount(0)
    const key = (await page.locator('code').first().textContent()) ?? ''
    expect(key).toMatch(/^[A-Z2-7]{32}$/)
    await visitor.look('security-add-token')
    const code = site.codeAt(key, site.clock.now())
    await visitor.fill({ Code: code, 'Current password': 'not-the-password' })
    await visitor.press('Add token')
    await visitor.expectRefusal('The current password you entered was incorrect.')
    await visitor.look('security-add-token-password-wrong')
    await visitor.fill({ Code: '000000', 'Current password': password })
    await visitor.press('Add token')
    await visitor.expectRefusal('Your token was invalid, try again.')
    await visitor.look('security-add-token-refused')
    await visitor.fill({ Code: code, 'Current password': password })
    await visitor.press('Add token')
    await visitor.expectPage('Your recovery codes', 'Add authenticator token · Website Security')
    expect(await readRecoveryCodes(visitor)).toHaveLength(10)
    await visitor.look('security-first-recovery-codes')
    await visitor.open(pathname + search)
    await visitor.expectText('This authenticator token was added already.')
    await visitor.look('security-token-added-already')
    await visitor.open('/portal/security')
    await visitor.expectPage('Website Security', 'Website Security')
    await visitor.expectText('10 of 10 left.')
    await visitor.look('security-token-added')
    await visitor.follow('Delete this token')
    await visitor.expectPage(
      /^Delete authenticator token of \d{4}-/,
      'Delete authenticator token · Website Security',
    )
    await visitor.expectText('It is your only one. Without it, your password alone is enough to log in')
    await visitor.look('security-delete-token')
    await visitor.fill({ 'Current password': 'not-the-password' })
    await visitor.press('Delete authenticator token')
    await visitor.expectRefusal('The current password you entered was incorrect.')
    await visitor.look('security-delete-token-refused')
    await visitor.fill({ 'Current password': password })
    await visitor.press('Delete authenticator token')
    await visitor.expectNews('The authenticator token was deleted. You are logged out everywhere else.')
  })

  test('a token that nobody confirms waits for thirty minutes', async ({ visitor, site }) => {
    const person = await site.people.signUp()
    const { secretId } = await site.services.secondFactor.createAuthenticatorToken(person.actor)
    await visitor.signInAs(person)
    await site.clock.advance(30 * 60_000)
    await visitor.open(`/portal/security/add-token?id=${secretId}`)
    await visitor.expectText('The authenticator token could not be found.')
    await visitor.look('security-add-token-too-late')
  })

  test('recovery codes stand in for the app, and new ones replace them', async ({ visitor, site }) => {
    const { page } = visitor
    const person = await site.people.signUp()
    const { recoveryCodes } = await site.people.addAuthenticator(person)
    await visitor.open('/login')
    await visitor.fill({ 'E-mail': person.email, Password: password })
    await visitor.press('Login')
    const answer = async (code: string) => {
      const field = page.getByLabel('Recovery code', { exact: true })
      if (!(await field.isVisible())) await page.getByText('Use a recovery code instead').click()
      await field.fill(code)
      await visitor.press('Login')
    }
    await answer('AAAAA-AAAAA-AAAAA-AAAAA-AAAAA')
    await visitor.expectRefusal('The token you entered was rejected. Please try again.')
    await visitor.look('two-factor-recovery-code-rejected')
    await site.clock.advance(2000)
    await answer(recoveryCodes[0]?.toLowerCase() ?? '')
    await visitor.expectNews('You logged in with a recovery code. 9 are left.')
    await visitor.look('two-factor-recovery-code-used')
    await site.query('DELETE FROM recovery_codes WHERE user_id = $1', [person.actor.userId])
    await site.clock.advance(10 * 60_000)
    await visitor.open('/portal/security')
    await visitor.expectText('You have no recovery codes: without your authenticator app you cannot log in.')
    await visitor.look('security-no-recovery-codes')
    await visitor.follow('Make new recovery codes')
    await visitor.expectPage('Make new recovery codes', 'Recovery codes · Website Security')
    await visitor.look('security-recovery-codes')
    await visitor.fill({ 'Current password': 'not-the-password' })
    await visitor.press('Make new codes')
    await visitor.expectRefusal('The current password you entered was incorrect.')
    await visitor.look('security-recovery-codes-refused')
    await visitor.fill({ 'Current password': password })
    await visitor.press('Make new codes')
    await visitor.expectPage('Your recovery codes', 'Recovery codes · Website Security')
    expect(await readRecoveryCodes(visitor)).toHaveLength(10)
    await visitor.look('security-new-recovery-codes')
    await visitor.follow('I have kept them')
    await visitor.expectPage('Website Security', 'Website Security')
    await visitor.expectText('10 of 10 left.')
  })

  test('the password is changed by who knows the current one', async ({ visitor, site }) => {
    await visitor.signInAs(await site.people.signUp())
    await visitor.open('/portal/security')
    await visitor.follow('Change password')
    await visitor.expectPage('Change password', 'Change password · Website Security')
    await visitor.look('security-change-password')
    const change = async (current: string, next: string, confirmation = next) => {
      const fields = { 'New Password': next, 'Confirm new password': confirmation }
      await visitor.fill({ 'Current password': current, ...fields })
      await visitor.press('Change password')
    }
    await change('not-the-password', newPassword)
    await visitor.expectRefusal('The current password you entered was incorrect.')
    await visitor.look('security-change-password-wrong')
    await change(password, 'short')
    await visitor.expectRefusal('Your password did not meet the requirements.')
    await change(password, newPassword, 'something-else')
    await visitor.expectRefusal('The two passwords are not the same.')
    await change(password, newPassword)
    await visitor.expectNews('Your password was changed. You are logged out everywhere else.')
    await visitor.expectPage('Website Security', 'Website Security')
  })

  test('one sees where one is logged in, and logs out everywhere else', async ({ visitor, site }) => {
    const person = await site.people.signUp()
    const userAgent =
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile Safari/604.1'
    const phone = await site.people.logIn(person, {
      address: '2001:db8:85a3:8d3:1319:8a2e:370:7348',
      userAgent,
    })
    await site.clock.advance(3 * 3_600_000)
    await visitor.signInAs(
      await site.people.logIn(person, { address: visitor.address, userAgent: 'curl/8.5.0' }),
    )
    await visitor.open('/portal/security')
    await expect(visitor.page.getByRole('row', { name: 'Safari on iOS' })).toContainText('2001:db8')
    await expect(visitor.page.getByRole('row', { name: 'curl' })).toContainText('This session')
    await visitor.look('security-sessions')
    const tablet = await site.people.logIn(person, { address: '192.0.2.9', userAgent: 'Wget/1.21' })
    await visitor.open('/portal/security')
    await visitor.press('Log out Wget at 192.0.2.9')
    await visitor.expectNews('You are logged out there.')
    await expect(visitor.page.getByRole('row', { name: 'Wget' })).toHaveCount(0)
    expect((await site.services.sessions.findActor(tablet.token)).kind).toBe('anonymous')
    expect((await site.services.sessions.findActor(phone.token)).kind).toBe('human')
    await visitor.press('Log out everywhere else')
    await visitor.expectNews('You are logged out everywhere else.')
    await expect(visitor.page.getByRole('row', { name: 'Safari on iOS' })).toHaveCount(0)
    expect((await site.services.sessions.findActor(phone.token)).kind).toBe('anonymous')
  })
})
