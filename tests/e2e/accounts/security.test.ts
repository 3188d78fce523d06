import { expect } from '@playwright/test'
import { password } from './site/people'
import { test, withAndWithoutScripts } from './test'

const newPassword = 'battery-staple'

withAndWithoutScripts(() => {
  test('an authenticator is set up by image or key, used, and removed', async ({ visitor, site }) => {
    const { page } = visitor
    await visitor.signInAs(await site.people.signUp())
    await visitor.open('/portal/security')
    await visitor.expectPage('Website Security', 'Website Security')
    await visitor.look('security-empty')
    await visitor.press('Add authenticator token')
    await visitor.expectPage('Add authenticator token', 'Add authenticator token')
    const image = page.getByRole('img', { name: 'Image for your authenticator app' })
    if (visitor.runsScripts) await expect(image).toBeVisible()
    else await expect(image).toHaveCount(0)
    const key = (await page.locator('code').first().textContent()) ?? ''
    expect(key).toMatch(/^[A-Z2-7]{32}$/)
    await visitor.look('security-add-token')
    await visitor.fill({ Code: '000000' })
    await visitor.press('Add token')
    await visitor.expectRefusal('Your token was invalid, try again.')
    await visitor.look('security-add-token-refused')
    await visitor.fill({ Code: site.codeAt(key, site.clock.now()) })
    await visitor.press('Add token')
    await visitor.expectNews('The authenticator token was added. From now on a login needs its code.')
    await visitor.look('security-token-added')
    await visitor.follow('Delete this token')
    await visitor.expectPage(/^Delete authenticator token of \d{4}-/, 'Delete authenticator token')
    await visitor.expectText('It is your only one: after that your password alone is enough to log in.')
    await visitor.look('security-delete-token')
    await visitor.press('Delete authenticator token')
    await visitor.expectNews('The authenticator token was deleted. You are logged out everywhere else.')
  })

  test('a token that nobody confirms waits for thirty minutes', async ({ visitor, site }) => {
    const person = await site.people.signUp()
    const { secretId, code } = await site.services.security.createAuthenticatorToken(person.actor)
    await visitor.signInAs(person)
    await visitor.open(`/portal/security/add-token?id=${secretId}`)
    await site.clock.advance(30 * 60_000)
    await visitor.fill({ Code: site.codeAt(code, site.clock.now()) })
    await visitor.press('Add token')
    await visitor.expectText(/The authenticator token could not be found|Your token was invalid, try again/)
    await visitor.look('security-add-token-too-late')
  })

  test('the password is changed by who knows the current one', async ({ visitor, site }) => {
    await visitor.signInAs(await site.people.signUp())
    await visitor.open('/portal/security')
    await visitor.follow('Change password')
    await visitor.expectPage('Change password', 'Change password')
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
    await visitor.press('Log out everywhere else')
    await visitor.expectNews('You are logged out everywhere else.')
    await expect(visitor.page.getByRole('row', { name: 'Safari on iOS' })).toHaveCount(0)
    expect((await site.services.accounts.findActor(phone.token)).kind).toBe('anonymous')
  })
})
