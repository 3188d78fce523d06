import { expect } from '@playwright/test'
import { test, withAndWithoutScripts } from './test'

withAndWithoutScripts(() => {
  test('a team adds its webhook, sees the secret once, sends a test and takes it away again', async ({
    visitor,
    site,
  }) => {
    const { page } = visitor
    const person = await site.people.signUp()
    await visitor.signInAs(person)
    const { id } = await site.environments.create(person.actor)
    await site.environments.deploy(person.actor, id, ['shop'])
    await visitor.open('/portal/notifications')
    await visitor.expectPage('Notifications', 'Notifications')
    await visitor.look('notifications-none')
    await page.getByLabel('Address').fill('https://10.0.0.1/')
    await visitor.press('Add webhook')
    await visitor.expectRefusal('private networks')
    await page.getByLabel('Address').fill('https://hooks.example.com/services/T0001/B0001/abcd')
    await visitor.press('Add webhook')
    await visitor.expectText('whsec_')
    await visitor.press('Send a test')
    await visitor.expectText('The test is queued.')
    await expect(page.getByText('whsec_')).toHaveCount(0)
    const messages = page.getByRole('table', { name: 'The newest messages to the webhook' })
    await expect(messages.getByRole('row')).toHaveCount(2)
    await visitor.look('notifications')
    await visitor.follow('Delete webhook')
    await visitor.expectPage(
      'Delete webhook https://hooks.example.com/…abcd?',
      'Delete webhook · Notifications',
    )
    await visitor.press('Delete webhook')
    await visitor.expectText('The webhook was deleted.')
    await visitor.open('/portal/account')
    await page.getByLabel('A deployment is live').uncheck()
    await visitor.press('Save preferences')
    await expect(page.getByLabel('A deployment is live')).not.toBeChecked()
    await visitor.look('account-mails')
  })
})
