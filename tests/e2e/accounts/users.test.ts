import { expect } from '@playwright/test'
import { password } from './site/password'
import { test, withAndWithoutScripts } from './test'

const month = 31 * 24 * 3_600_000
const longName = `${'Wolfeschlegelsteinhausenbergerdorff'.repeat(5)} the Longest`
const longEmail = `${'long-'.repeat(12)}@${'very-'.repeat(6)}long.example.com`

withAndWithoutScripts(() => {
  test('an admin adds a person, makes them an admin and back, and deletes them', async ({
    visitor,
    site,
  }) => {
    const { page } = visitor
    const admin = await site.people.signUp()
    await visitor.signInAs(admin)
    await visitor.open('/portal/users')
    await visitor.look('users-alone')
    await visitor.follow('Add New User')
    await visitor.expectPage('New user', 'New user · Users')
    await visitor.expectText('We e-mail them a link to choose their password.')
    await visitor.openMenu('Set a first password yourself instead')
    const forced = page.getByLabel('Must change the password at the first login')
    await expect(forced).toBeChecked()
    await expect(forced).toBeDisabled()
    await visitor.look('users-create')
    await visitor.press('Create')
    await visitor.expectRefusal('Please fill in all fields and make sure all password requirements are met.')
    await visitor.look('users-create-refused')
    const unfold = () => page.locator('details:not([open]) > summary', { hasText: 'Set a first' }).click()
    if (!visitor.runsScripts) await unfold()
    const fields = { Name: 'Max Member', Password: password, 'Confirm password': password }
    await visitor.fill({ ...fields, 'E-mail': admin.email })
    await visitor.press('Create')
    await visitor.expectRefusal(
      'A user with that email already exists in our system. If you believe this is incorrect, please file a support request.',
    )
    await visitor.look('users-create-duplicate')
    if (!visitor.runsScripts) await unfold()
    const email = site.people.nextEmail()
    await visitor.fill({ ...fields, 'E-mail': email })
    await visitor.press('Create')
    await visitor.expectNews('The user was created and got an e-mail. Give them the password yourself.')
    const row = page.getByRole('row', { name: 'Max Member' })
    await expect(row).toContainText(email)
    await expect(row).toContainText('E-mail not verified')
    await visitor.look('users-created')
    await expect(row.getByRole('link', { name: 'Make admin' })).toHaveCount(0)
    const { humanUsers } = await site.services.users.listUsers(admin.actor, { filter: email })
    await site.people.makeReady(humanUsers[0]?.id ?? '')
    await visitor.open('/portal/users')
    await visitor.follow('Make admin: Max Member')
    await visitor.expectPage('Make Max Member an admin?', 'Make Max Member an admin · Users')
    await visitor.look('users-make-admin')
    await visitor.press('Make admin')
    await visitor.expectNews('The user is an admin now.')
    await visitor.press('Remove admin from Max Member')
    await visitor.expectNews('The user is no longer an admin.')
    await visitor.press('Log out Max Member everywhere')
    await visitor.expectNews('The user was logged out everywhere.')
    await expect(page.getByRole('row', { name: `${admin.name} (you)` }).getByRole('button')).toHaveCount(0)
    await visitor.follow('Delete Max Member')
    await visitor.expectPage('Delete user Max Member?', 'Delete Max Member · Users')
    await visitor.expectText(email)
    await visitor.look('users-delete')
    await visitor.follow('Cancel')
    await visitor.follow('Delete Max Member')
    await visitor.press('Delete user')
    await visitor.expectNews('The user was deleted.')
    await expect(row).toHaveCount(0)
    await visitor.open(`/portal/users/delete?id=${admin.actor.userId}`)
    await visitor.expectText('You can not delete your own login')
    await visitor.look('users-delete-own')
  })

  test('an admin invites a person, who chooses a password by the link of the mail', async ({
    visitor,
    site,
  }) => {
    const { page } = visitor
    await visitor.signInAs(await site.people.signUp())
    await visitor.open('/portal/users/create')
    const email = site.people.nextEmail()
    await visitor.fill({ Name: 'Eve Invited', 'E-mail': email })
    await visitor.press('Create')
    await visitor.expectNews(`An invitation was sent to ${email}. Its link works for 7 days.`)
    await expect(page.getByRole('row', { name: 'Eve Invited' })).toContainText('Invited')
    await visitor.look('users-invited')
    await site.clock.advance(1000)
    await visitor.press('Send Eve Invited an invitation')
    await visitor.expectNews('The invitation was sent. A link that was sent before no longer works.')
    const [mail] = await site.services.mail.listMail(email)
    await page.context().clearCookies()
    await visitor.open(/\/login\?invited=true&token=[\w-]+/.exec(mail?.text ?? '')?.[0] ?? '')
    await visitor.expectPage('Choose your password', 'Choose your password')
    await visitor.look('login-invited')
    await visitor.fill({ Password: password, 'Confirm password': password })
    await visitor.press('Set password')
    await visitor.expectNews('Your password is set. Log in with your e-mail address.')
    await visitor.fill({ 'E-mail': email, Password: password })
    await visitor.press('Login')
    await visitor.expectPage('Environments', 'Environments')
  })

  test('an admin gives automation a token, which is seen once', async ({ visitor, site }) => {
    const { page } = visitor
    await visitor.signInAs(await site.people.signUp())
    await visitor.open('/portal/users/create-integration')
    await visitor.expectPage('New integration user', 'New integration user · Users')
    await visitor.look('integration-create')
    await visitor.press('Create')
    await visitor.expectRefusal('Please fill in all fields')
    await visitor.look('integration-create-refused')
    await visitor.fill({ Name: 'Build server' })
    await visitor.press('Create')
    await visitor.expectPage('Build server', 'Build server · Users')
    await visitor.look('integration-without-token')
    await visitor.press('Create Token')
    await visitor.expectNews('This is the new token. Copy it now')
    const token = (await page.getByRole('status').locator('code').textContent()) ?? ''
    expect(token).toMatch(/^[\w-]{40,}$/)
    await visitor.look('integration-new-token')
    const { result } = await site.services.signingIn.logIn({ kind: 'anonymous' }, { integrationToken: token })
    expect(result).toBe('SUCCESS')
    await visitor.open(new URL(page.url()).pathname + new URL(page.url()).search)
    await expect(page.getByText(token)).toHaveCount(0)
  })

  test('an admin lets automation log in by the identity of its jobs, and takes that back', async ({
    visitor,
    site,
  }) => {
    const admin = await site.people.signUp()
    const { id } = await site.services.users.createIntegrationUser(admin.actor, { name: 'Build server' })
    await visitor.signInAs(admin)
    await visitor.open(`/portal/users/integration?id=${id}`)
    await visitor.follow('Trust an Identity')
    await visitor.expectPage('Trust an identity', 'Trust an identity for Build server · Users')
    await visitor.look('trust-create')
    await visitor.fill({ Subject: '*' })
    await visitor.press('Trust')
    await visitor.expectRefusal('Subject must begin with repo: for this issuer.')
    await visitor.look('trust-create-refused')
    const subject = 'repo:example/shop-with-a-name-that-is-long:ref:refs/heads/*'
    await visitor.fill({ Subject: subject, 'Environment (optional)': 'production' })
    await visitor.press('Trust')
    await visitor.expectNews('The identity is trusted.')
    await visitor.look('integration-trusts')
    await visitor.follow(`Remove ${subject}`)
    await visitor.expectPage(`Remove identity ${subject}?`, 'Remove identity of Build server · Users')
    await visitor.expectText('It was never used.')
    await visitor.look('trust-delete')
    await visitor.press('Remove identity')
    await visitor.expectNews('The identity is no longer trusted.')
    await visitor.expectText('No job is trusted yet.')
  })

  test('an expired token is marked and can be deleted', async ({ visitor, site }) => {
    const { page } = visitor
    const admin = await site.people.signUp()
    const { id } = await site.services.users.createIntegrationUser(admin.actor, { name: 'Build server' })
    await site.services.users.createIntegrationToken(admin.actor, id)
    await site.clock.advance(4 * month)
    const again = await site.people.logIn(admin)
    await site.services.users.createIntegrationToken(again.actor, id)
    await visitor.signInAs(again)
    await visitor.open('/portal/users')
    await expect(page.getByText('Expired')).toHaveCount(1)
    await visitor.look('users-with-integration')
    await visitor.follow('Tokens of Build server')
    await visitor.expectPage('Build server', 'Build server · Users')
    await visitor.look('integration-tokens')
    await page
      .getByRole('row')
      .filter({ hasText: 'Expired' })
      .getByRole('link', { name: /^Delete token/ })
      .click()
    await visitor.expectPage(/^Delete token .+…/, 'Delete token of Build server · Users')
    await visitor.expectText('It was never used.')
    await visitor.look('integration-token-delete')
    await visitor.press('Delete token')
    await visitor.expectNews('The token was deleted.')
    await expect(page.getByText('Expired')).toHaveCount(0)
    await visitor.follow('Delete Integration User')
    await expect(page.getByRole('status')).toHaveCount(0)
    await visitor.expectPage('Delete integration user Build server?', 'Delete Build server · Users')
    await visitor.look('integration-delete')
    await visitor.press('Delete integration user')
    await visitor.expectNews('The user was deleted.')
    await visitor.expectText('A build system that declares versions for you belongs here.')
  })

  test('somebody who is no admin sees lists only', async ({ visitor, site }) => {
    const { page } = visitor
    const admin = await site.people.signUp()
    const member = await site.people.invite(admin, {
      email: longEmail.replace('@', `${visitor.runsScripts}@`),
      name: longName,
    })
    await site.people.makeReady(member.id)
    const { id } = await site.services.users.createIntegrationUser(admin.actor, { name: 'x'.repeat(100) })
    await site.services.users.createIntegrationToken(admin.actor, id)
    await visitor.signInAs(await site.people.logIn(member))
    await visitor.open('/portal/users')
    await expect(page.getByRole('row', { name: longName })).toBeVisible()
    const content = page.getByRole('main')
    // The first steps are about no user.
    await visitor.press('Dismiss')
    await visitor.expectPage('Users', 'Users')
    await expect(content.getByRole('link', { name: /^(?!Docs about this page$)/ })).toHaveCount(0)
    await expect(content.getByRole('button')).toHaveCount(0)
    await visitor.look('users-member')
    await visitor.open('/portal/users/create')
    await visitor.expectText('Only an admin of your team may do this.')
    await visitor.look('users-forbidden')
    await visitor.signInAs(admin)
    await visitor.open('/portal/users')
    await visitor.look('users-long-names')
    await visitor.follow(`Delete ${longName}`)
    await visitor.expectPage(`Delete user ${longName}?`, `Delete ${longName} · Users`)
    await visitor.look('users-delete-long-name')
  })
})
