import { expect } from '@playwright/test'
import { test, withAndWithoutScripts } from './test'

withAndWithoutScripts(() => {
  test('an environment in which everything serves needs attention, and a process that keeps crashing is not green', async ({
    visitor,
    site,
  }) => {
    const { page } = visitor
    const person = await site.people.signUp()
    await visitor.signInAs(person)
    const { id } = await site.environments.create(person.actor)
    await site.environments.deploy(person.actor, id, ['shop'])
    await site.environments.keepCrashing(id)
    await visitor.open('/portal/environments')
    const row = page.getByRole('row', { name: /Production/ })
    await expect(row).toContainText('Needs attention')
    await expect(row).toContainText('A process of shop keeps crashing.')
    await expect(row).not.toContainText('Unhealthy')
    await visitor.look('needs-attention-list')
    await visitor.follow('Production')
    await visitor.expectText('Needs attention')
    await expect(
      page.getByRole('table', { name: 'Applications' }).getByRole('row', { name: /shop/ }),
    ).toContainText('Keeps crashing')
    await visitor.look('needs-attention')
    await visitor.follow('Resources')
    await visitor.expectText('Unstable')
  })
})
