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
    await visitor.open(`/portal/environments/detail?id=${id}`)
    const applications = page.getByRole('table', { name: 'Applications' })
    await expect(applications.getByRole('row')).toHaveCount(3)
    await expect(applications.getByRole('row', { name: /shop/ })).toContainText('2 of 2')
    await expect(
      applications.getByRole('link', { name: 'http://load-balancer-1.elb.example.com' }),
    ).toBeVisible()
    await expect(page.getByRole('table', { name: 'What the same would cost' })).toContainText('AWS Fargate')
    await visitor.look('overview')
    await visitor.follow('Deploy shop')
    await visitor.expectText('New deployment to Production')
  })
})
