import { expect } from '@playwright/test'
import { test, withAndWithoutScripts } from './test'

withAndWithoutScripts(() => {
  test('an environment opens on what runs in it, where, how well, and for how much', async ({
    visitor,
    site,
  }) => {
    const { page } = visitor
    const person = await site.people.signUp()
    await visitor.signInAs(person)
    await visitor.open('/portal/applications')
    const wayIn = page.getByRole('region', { name: 'Get your first application live' })
    await expect(wayIn).toContainText('0 of 7')
    await wayIn.getByRole('link', { name: 'Next: Link an AWS account' }).click()
    await visitor.expectText('Next you install one role template')
    const { id } = await site.environments.create(person.actor)
    await visitor.open('/portal/environments')
    await expect(wayIn).toContainText('3 of 7')
    await visitor.look('first-way-in')
    await wayIn.getByRole('link', { name: 'Next: Define an application' }).click()
    await visitor.expectPage('New application', 'New application')
    await visitor.open(`/portal/environments/detail?id=${id}`)
    await visitor.expectText('Nothing runs here yet')
    await visitor.look('overview-empty')
    await site.environments.deploy(person.actor, id, ['shop', 'api'])
    await visitor.open(`/portal/environments/detail?id=${id}`)
    const applications = page.getByRole('table', { name: 'Applications' })
    await expect(applications.getByRole('row')).toHaveCount(3)
    await expect(applications.getByRole('row', { name: /shop/ })).toContainText('2 of 2')
    await expect(
      applications.getByRole('link', { name: 'http://load-balancer-1.elb.example.com' }),
    ).toBeVisible()
    await expect(page.getByRole('table', { name: 'What the same would cost' })).toContainText('AWS Fargate')
    await visitor.look('overview')
    await visitor.open('/portal/applications')
    await expect(wayIn).toHaveCount(0)
    const row = page.getByRole('row', { name: /shop/ })
    for (const said of ['Production', 'v1', '2 of 2', 'Live', 'ago']) await expect(row).toContainText(said)
    await visitor.look('applications-live')
    await page.locator('summary').filter({ hasText: 'Switch to' }).click()
    await visitor.look('bar-environments')
    await page.getByRole('navigation', { name: 'Site' }).getByRole('link', { name: 'Production' }).click()
    await visitor.expectPage('Production', 'Production · Environments')
    await visitor.follow('Deploy shop')
    await visitor.expectText('New deployment to Production')
  })
})
