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
    await visitor.look('first-steps-panel')
    await wayIn.getByRole('link', { name: 'Next: Define an application' }).click()
    await visitor.expectPage('New application', 'New application · Applications')
    await visitor.open(`/portal/environments/detail?id=${id}`)
    await visitor.expectText('Nothing runs here yet')
    await visitor.look('overview-empty')
    await site.environments.deploy(person.actor, id, ['shop', 'api'])
    const costs = [0.02, 0.05, 0.03, 0.08, 0.04, 0.06, 0.02, 0.03, 0.05, 0.04]
    const now = await site.environments.giveHistory(id, costs)
    await visitor.open(`/portal/environments/detail?id=${id}&tab=settings`)
    const mails = page.getByRole('group', { name: /^E-mail the admins/ })
    await mails.getByLabel('A deployment is live').check()
    await page.getByRole('button', { name: 'Save notifications' }).click()
    await visitor.expectText('The notifications were saved.')
    await expect(mails.getByLabel('A deployment is live')).toBeChecked()
    await visitor.look('environment-settings')
    await page.getByRole('link', { name: 'Overview' }).click()
    const applications = page.getByRole('table', { name: 'Applications' })
    await expect(applications.getByRole('row')).toHaveCount(3)
    await expect(applications.getByRole('row', { name: /shop/ })).toContainText('2 of 2')
    await expect(
      applications.getByRole('link', { name: 'http://load-balancer-1.elb.example.com' }),
    ).toBeVisible()
    await expect(page.getByRole('table', { name: 'Compare costs' })).toContainText('AWS Fargate')
    await visitor.expectText('up to 0.4 % above the optimum')
    await expect(
      page.getByRole('img', { name: new RegExp(`^Cost an hour.* now \\$${now.toFixed(4)}`) }),
    ).toBeVisible()
    await page.getByText('As a table, day by day').click()
    await expect(
      page.getByRole('table', { name: 'Cost and instances day by day' }).getByRole('row'),
    ).toHaveCount(12)
    await visitor.look('overview')
    await visitor.follow('Why')
    await expect(
      page.getByRole('table', { name: 'Why instances came and went' }).getByRole('row'),
    ).toHaveCount(11)
    await visitor.look('environment-why')
    await visitor.open('/portal/applications')
    await expect(wayIn).toHaveCount(0)
    const row = page.getByRole('row', { name: /shop/ })
    for (const said of ['Production', 'v1', '2 of 2', 'Live', 'ago']) await expect(row).toContainText(said)
    await visitor.look('applications-live')
    await visitor.openMenu('Switch to')
    await visitor.look('bar-environments')
    await page.getByRole('navigation', { name: 'Site' }).getByRole('link', { name: 'Production' }).click()
    await visitor.expectPage('Production', 'Production · Environments')
    await visitor.follow('Deploy shop')
    await visitor.expectText('New deployment to Production')
  })
})
