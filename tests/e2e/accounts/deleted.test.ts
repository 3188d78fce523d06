import { expect } from '@playwright/test'
import { test, withAndWithoutScripts } from './test'

withAndWithoutScripts(() => {
  test('an environment is deleted on a page that lists what goes, and stays readable afterwards', async ({
    visitor,
    site,
  }) => {
    const { page } = visitor
    const person = await site.people.signUp()
    await visitor.signInAs(person)
    const { id } = await site.environments.create(person.actor)
    await site.environments.deploy(person.actor, id, ['shop'])
    await site.environments.giveLog(person.actor, id)
    await site.environments.giveSamples(id, [0.02, 4.2, 0.04])
    await visitor.open(`/portal/environments/delete?id=${id}`)
    await visitor.expectText('1 load balancer')
    await visitor.look('delete-environment')
    await visitor.press('Delete environment')
    await visitor.expectNews('The environment is being deleted.')
    await site.environments.finishDeletion(id)
    await visitor.open('/portal/environments')
    await visitor.follow('Deleted environments')
    await expect(page.getByRole('row', { name: /Production/ })).toContainText('in 29 days')
    await visitor.look('deleted-environments')
    await visitor.follow('Production')
    await visitor.expectPage('Production', 'Production · Deleted · Environments')
    await visitor.expectText('The network of the environment was created.')
    await visitor.look('deleted-environment')
    await visitor.follow('Deployments')
    await expect(page.getByRole('row', { name: /shop v1/ })).toContainText('Live until deleted')
    await visitor.follow('Cost')
    await expect(page.getByRole('img', { name: /^Cost an hour.* highest \$4\.2000$/ })).toBeVisible()
    await visitor.look('deleted-environment-cost')
  })
})
