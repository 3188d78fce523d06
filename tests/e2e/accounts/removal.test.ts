import { expect } from '@playwright/test'
import { test, withAndWithoutScripts } from './test'

withAndWithoutScripts(() => {
  test('an application leaves an environment on a page of its own that names what goes', async ({
    visitor,
    site,
  }) => {
    const { page } = visitor
    const row = (name: string) =>
      page.getByRole('row').filter({ has: page.getByRole('checkbox', { name, exact: true }) })
    const person = await site.people.signUp()
    const { id } = await site.environments.create(person.actor)
    const [shopId = ''] = await site.environments.deploy(person.actor, id, ['shop', 'api'])
    await visitor.signInAs(person)
    await visitor.open(`/portal/environments/create-deployment?id=${id}`)
    await visitor.follow('Remove shop')
    await visitor.expectPage(
      'Remove application shop from Production?',
      'Remove shop from Production · Environments',
    )
    for (const loss of [
      '2 running processes',
      'Load balancer of port 8080',
      'http://load-balancer-1.elb.example.com',
    ])
      await visitor.expectText(loss)
    await expect(page.getByText('api', { exact: true })).toHaveCount(0)
    await visitor.look('remove-application')
    await visitor.follow('Cancel')
    await expect(row('shop')).not.toContainText('Queued for removal')
    await visitor.follow('Remove shop')
    await visitor.press('Remove application')
    await visitor.expectNews('The removal was queued.')
    await expect(row('shop')).toContainText('Queued for removal')
    await expect(row('api')).not.toContainText('Queued for removal')
    await visitor.open(`/portal/environments/remove-application?id=${id}&applicationId=${shopId}`)
    await visitor.expectText('shop is not deployed to Production, or its removal is queued already.')
    await visitor.look('remove-application-again')
  })

  test('an environment is deleted on a page that names every address, load balancer and process that goes', async ({
    visitor,
    site,
  }) => {
    const person = await site.people.signUp()
    const { id } = await site.environments.create(person.actor)
    await site.environments.deploy(person.actor, id, ['shop', 'api'])
    await visitor.signInAs(person)
    await visitor.open(`/portal/environments/detail?id=${id}`)
    await visitor.openMenu('More about Production')
    await visitor.look('environment-menu')
    await visitor.follow('Delete Environment')
    for (const loss of [
      'shop',
      'api',
      'http://load-balancer-1.elb.example.com',
      'http://load-balancer-2.elb.example.com',
    ])
      await visitor.expectText(loss)
    await expect(visitor.page.getByText('2 running processes')).toHaveCount(2)
    await visitor.look('delete-environment')
  })
})
