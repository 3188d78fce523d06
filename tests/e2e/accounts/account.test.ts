import { expect } from '@playwright/test'
import { test, withAndWithoutScripts } from './test'

withAndWithoutScripts(() => {
  test('the account shows accepted terms, and announcements are a choice', async ({ visitor, site }) => {
    const { page } = visitor
    const person = await site.people.signUp()
    await visitor.signInAs(person)
    await visitor.open('/portal/account')
    await visitor.expectPage('Account', 'Account')
    await expect(
      page.getByRole('table', { name: 'Terms of service that you accepted' }).getByRole('link'),
    ).toHaveCount(1)
    await visitor.look('account')
    const announcements = page.getByLabel('Send me announcements about SDO')
    await expect(announcements).not.toBeChecked()
    await announcements.check()
    await visitor.press('Save')
    await visitor.expectNews('You will receive announcements.')
    await announcements.uncheck()
    await visitor.press('Save')
    await visitor.expectNews('You will receive no announcements.')
    await expect(announcements).not.toBeChecked()
    const restore = await site.refuseWrites('users', `NEW.id = '${person.actor.userId}'`)
    await announcements.check()
    await visitor.press('Save')
    await visitor.expectRefusal('Your subscription preference could not be set. Please try again.')
    await expect(announcements).not.toBeChecked()
    await visitor.look('account-mailing-list-failed')
    await restore()
    await announcements.check()
    await visitor.press('Save')
    await visitor.expectNews('You will receive announcements.')
    await page.getByRole('table').getByRole('link').click()
    await expect(page).toHaveTitle('Terms of service · SDO')
  })

  test('an account with something in it can not be deleted', async ({ visitor, site }) => {
    const person = await site.people.signUp()
    await site.query(
      "INSERT INTO aws_accounts (id, team_id, name, account_number, external_id) VALUES (gen_random_uuid(), $1, 'Main', $2, gen_random_uuid())",
      [person.actor.teamId, visitor.runsScripts ? '123456789012' : '123456789013'],
    )
    await visitor.signInAs(person)
    await visitor.open('/portal/account')
    await visitor.follow('Delete Account')
    await visitor.expectPage('Delete account', 'Delete account · Account')
    await visitor.expectText(
      'Before deleting your account you will first need to remove all environments and AWS accounts.',
    )
    await expect(visitor.page.getByRole('button', { name: 'Delete account' })).toHaveCount(0)
    await visitor.look('account-delete-blocked')
  })

  test('an account goes with everything in it, or says that it could not', async ({ visitor, site }) => {
    const person = await site.people.signUp()
    await site.people.invite(person)
    await site.services.users.createIntegrationUser(person.actor, { name: 'Build server' })
    await visitor.signInAs(person)
    await visitor.open('/portal/account/delete')
    await visitor.expectText('Build server')
    await visitor.look('account-delete')
    await site.query('CREATE TABLE left_over (team_id uuid REFERENCES teams)')
    await site.query('INSERT INTO left_over VALUES ($1)', [person.actor.teamId])
    await visitor.press('Delete account')
    await visitor.expectRefusal(
      'We were unable to delete your account. There may still be resources associated with it. Please contact support to complete the deletion procedure.',
    )
    await visitor.look('account-delete-failed')
    await site.query('DROP TABLE left_over')
    await visitor.press('Delete account')
    await expect(visitor.page).toHaveURL(`${site.url}/`)
    await expect(visitor.page.getByRole('link', { name: 'Login' })).toBeVisible()
    await visitor.open('/login')
    await visitor.fill({ 'E-mail': person.email, Password: 'correct-horse' })
    await visitor.press('Login')
    await visitor.expectRefusal('Incorrect username or password')
  })

  test('somebody who is no admin has no account to delete and no audit log to read', async ({
    visitor,
    site,
  }) => {
    const member = await site.people.invite(await site.people.signUp())
    await site.people.makeReady(member.id)
    await visitor.signInAs(await site.people.logIn(member))
    await visitor.open('/portal/account')
    await visitor.expectText('Your team accepted the terms of service before you joined.')
    await expect(visitor.page.getByRole('link', { name: /Delete Account|Audit log/ })).toHaveCount(0)
    await visitor.look('account-member')
    for (const path of ['/portal/account/delete', '/portal/audit-log']) {
      await visitor.open(path)
      await visitor.expectText('Only an admin of your team may do this.')
    }
  })
})
