import { expect } from '@playwright/test'
import { test, withAndWithoutScripts } from './test'

withAndWithoutScripts(() => {
  test('an environment says what it cost on average and at most, and how old the price of each Spot strategy is', async ({
    visitor,
    site,
  }) => {
    const { page } = visitor
    const person = await site.people.signUp()
    await visitor.signInAs(person)
    const { id } = await site.environments.create(person.actor)
    await site.environments.deploy(person.actor, id, ['shop'])
    const now = await site.environments.giveHistory(id, [0.02, 4.2, 0.04])
    await visitor.open(`/portal/environments/detail?id=${id}`)
    await expect(
      page.getByRole('img', {
        name: new RegExp(`^Cost an hour.* average \\$.*, highest \\$4\\.2000, now \\$${now.toFixed(4)}`),
      }),
    ).toBeVisible()
    await page.getByText('As a table, day by day').click()
    await expect(page.getByRole('columnheader', { name: 'Average cost' })).toBeVisible()
    await page.getByText('What each strategy means and costs').click()
    const strategies = page.getByRole('table', { name: 'Spot strategies' })
    await expect(strategies.getByRole('row', { name: /^All Spot Every/ })).toContainText(
      '$0.0400/h as of 3 minutes ago',
    )
    await visitor.look('cost-history')
  })
})
