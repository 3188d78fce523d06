import { expect } from '@playwright/test'
import { test, withAndWithoutScripts } from './test'

withAndWithoutScripts(() => {
  test('an environment opens on what runs in it, where, how well, and for how much', async ({
    visitor,
    site,
  }) => {
    const { page } = visitor
    const person = await site.people.signUp()
    const { id } = await site.environments.create(person.actor)
    await visitor.signInAs(person)
    await visitor.open(`/portal/environments/detail?id=${id}`)
    await visitor.expectText('Nothing runs here yet')
    await visitor.look('overview-empty')
    await site.environments.deploy(person.actor, id, ['shop', 'api'])
    await site.environments.giveHistory(id, [0.02, 0.05, 0.03, 0.08, 0.04, 0.06, 0.02, 0.03, 0.05, 0.04])
    await visitor.open(`/portal/environments/detail?id=${id}`)
    await page.getByLabel('is live').check()
    await page.getByRole('button', { name: 'Save mails' }).click()
    await visitor.expectText('What is mailed was saved.')
    await expect(page.getByLabel('is live')).toBeChecked()
    const applications = page.getByRole('table', { name: 'Applications' })
    await expect(applications.getByRole('row')).toHaveCount(3)
    await expect(applications.getByRole('row', { name: /shop/ })).toContainText('2 of 2')
    await expect(
      applications.getByRole('link', { name: 'http://load-balancer-1.elb.example.com' }),
    ).toBeVisible()
    await expect(page.getByRole('table', { name: 'What the same would cost' })).toContainText('AWS Fargate')
    await visitor.expectText('at most 0.4 % above the cheapest possible')
    await expect(page.getByRole('img', { name: /^Cost an hour.* now \$0\.0850/ })).toBeVisible()
    await page.getByText('As a table, day by day').click()
    await expect(
      page.getByRole('table', { name: 'Cost and instances day by day' }).getByRole('row'),
    ).toHaveCount(12)
    await expect(
      page.getByRole('table', { name: 'Why instances came and went' }).getByRole('row'),
    ).toHaveCount(9)
    await visitor.look('overview')
    await visitor.follow('Deploy shop')
    await visitor.expectText('New deployment to Production')
  })
})
