import { password } from './site/password'
import { test, withAndWithoutScripts } from './test'
import type { Visitor } from './visitor'

const newPassword = 'battery-staple'

async function changePassword(visitor: Visitor, current: string, next: string, confirmation = next) {
  await visitor.fill({
    'Current password': current,
    'New Password': next,
    'Confirm new password': confirmation,
  })
  await visitor.press('Change password')
}

withAndWithoutScripts(() => {
  test('somebody added by an admin verifies the address and replaces the password first', async ({
    visitor,
    site,
  }) => {
    const admin = await site.people.signUp()
    const { email } = await site.people.invite(admin)
    await visitor.open('/login')
    await visitor.fill({ 'E-mail': email, Password: password })
    await visitor.press('Login')
    await visitor.expectPage('Verify your e-mail', 'Verify your e-mail')
    await visitor.fill({ Code: await site.people.verificationCode(email) })
    if (!visitor.runsScripts) await visitor.press('Verify')
    await visitor.expectPage('Choose a new password', 'Choose a new password')
    await visitor.look('forced-password-change')
    await visitor.open('/portal/users')
    await visitor.expectPage('Choose a new password', 'Choose a new password')
    await changePassword(visitor, 'not-the-password', newPassword)
    await visitor.expectRefusal('The current password you entered was incorrect.')
    await changePassword(visitor, password, newPassword, 'something-else')
    await visitor.expectRefusal('The two passwords are not the same.')
    await changePassword(visitor, password, password)
    await visitor.expectRefusal('The new password must not be the current one.')
    await visitor.look('forced-password-change-refused')
    await changePassword(visitor, password, newPassword)
    await visitor.expectNews('Your password was changed.')
    await visitor.expectPage('Environments', 'Environments')
  })

  test('newer terms are announced, and have to be accepted once they are in force', async ({
    visitor,
    site,
  }) => {
    const person = await site.people.signUp()
    const takeBack = await site.publishTerms(3_600_000)
    try {
      await visitor.signInAs(person)
      await visitor.open('/portal/account')
      await visitor.expectText('New terms of service take effect at')
      await visitor.look('terms-announced')
      await visitor.follow('Read them')
      await visitor.expectPage('New terms of service', 'New terms of service')
      await visitor.look('terms-to-accept-later')
      await visitor.follow('Later')
      await visitor.expectPage('Environments', 'Environments')
      await site.clock.advance(3_600_000)
      await visitor.open('/portal/users')
      await visitor.expectPage('New terms of service', 'New terms of service')
      await visitor.look('terms-to-accept')
      await visitor.open('/logout')
      await visitor.expectPage('Logout', 'Logout')
      await visitor.open('/login')
      await visitor.press('Accept the terms')
      await visitor.expectNews('You accepted the terms of service.')
      await visitor.open('/portal/account')
      await visitor.expectPage('Account', 'Account')
      await visitor.look('account-terms-history')
    } finally {
      await takeBack()
    }
  })
})
