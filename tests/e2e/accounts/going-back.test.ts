import { expect } from '@playwright/test'
import { test, withAndWithoutScripts } from './test'

const pageOf = (environmentId: string) => `/portal/environments/create-deployment?id=${environmentId}`

withAndWithoutScripts(() => {
  test('a person looks through what was deployed, stops what is under way and goes back', async ({
    visitor,
    site,
  }) => {
    const person = await site.people.signUp()
    const ids = await site.deployments.setUp(person.actor)
    await site.deployments.runThree(ids)
    await visitor.signInAs(person)
    await visitor.open(pageOf(ids.environmentId))
    await visitor.follow('All deployments')
    await expect(visitor.page.getByRole('heading', { level: 1 })).toContainText('Deployments of')
    await visitor.look('deployment-list')
    await visitor.follow('Revert to this: deployment 1')
    await expect(visitor.page.getByRole('heading', { level: 1 })).toContainText('to deployment 1?')
    await visitor.look('revert')
    await visitor.page.goBack()
    await visitor.follow('3: Change shop from Release 1 to Release 2')
    await visitor.expectText('What changes')
    await visitor.look('deployment-under-way')
    await visitor.press('Stop')
    await visitor.expectText('Stopping')
    await site.deployments.end(
      ids.environmentId,
      'shop (version Release 2) was not healthy within 60 seconds.',
    )
    await visitor.page.reload()
    await visitor.look('deployment-failed')
    await visitor.press('Retry')
    await visitor.page.getByRole('checkbox', { name: 'I understand that AWS charges me' }).check()
    await visitor.press('Retry')
    await visitor.expectText('The deployment was queued again.')
    await visitor.press('Stop')
    await visitor.expectText('Stopped by')
    await visitor.look('deployment-stopped')
  })
})
