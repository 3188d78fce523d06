import { expect } from '@playwright/test'
import { test, withAndWithoutScripts } from './test'

withAndWithoutScripts(() => {
  test('an account that is being prepared shows that it is at work and nothing else, until it can be set up', async ({
    visitor,
    site,
  }) => {
    const { page } = visitor
    const person = await site.people.signUp()
    const { awsAccountId } = await site.environments.create(person.actor)
    const setState = (state: string) =>
      site.query('UPDATE aws_accounts SET state = $2 WHERE id = $1', [awsAccountId, state])
    await setState('INITIALIZING')
    await visitor.signInAs(person)
    if (visitor.runsScripts) await page.clock.install()
    await visitor.open(`/portal/external-resources/roles?awsAccountId=${awsAccountId}`)
    await expect(page.getByRole('status')).toHaveText('The account is being prepared.')
    await expect(page.getByRole('textbox', { name: 'Name' })).toHaveCount(0)
    await visitor.look('account-being-prepared')
    await setState('INITIAL_SETUP')
    if (visitor.runsScripts) await page.clock.runFor(6000)
    else await page.reload()
    await expect(page.getByRole('button', { name: 'Update Status' })).toBeVisible()
  })

  test('roles that could not be looked at are not called missing', async ({ visitor, site }) => {
    const { page } = visitor
    const person = await site.people.signUp()
    const { awsAccountId } = await site.environments.create(person.actor)
    const reason = 'AWS says: not authorized to perform sts:AssumeRole. Install the template.'
    await site.environments.lockOut(awsAccountId, reason)
    await visitor.signInAs(person)
    await visitor.open(`/portal/external-resources/roles?awsAccountId=${awsAccountId}`)
    const roles = page.getByRole('region', { name: 'Required roles' })
    await expect(roles).toContainText('so the other roles could not be looked at.')
    await expect(roles).toContainText(reason)
    await expect(roles.getByText('The role is missing.')).toHaveCount(0)
    await expect(roles.getByText('Could not be looked at', { exact: true })).toHaveCount(4)
    await expect(roles.getByText('Missing or differs', { exact: true })).toHaveCount(1)
    await visitor.look('roles-not-looked-at')
  })

  test('a page of the portal that is not there leads back to its list', async ({ visitor, site }) => {
    const { page } = visitor
    await visitor.signInAs(await site.people.signUp())
    for (const [path, list] of [
      ['/portal/applications/detail?id=none', 'Applications'],
      ['/portal/users/nobody', 'Users'],
      ['/portal/nothing', 'Environments'],
    ] as const) {
      await visitor.open(path)
      await expect(page.getByRole('navigation', { name: 'Portal' }).first()).toBeAttached()
      await visitor.follow(`Go to ${list}`)
      await visitor.expectPage(list, list)
    }
  })

  test('what is refused on the deploy page is said over the whole width, and nothing ill looks well', async ({
    visitor,
    site,
  }) => {
    const { page } = visitor
    const person = await site.people.signUp()
    const { id } = await site.environments.create(person.actor)
    await site.environments.deploy(person.actor, id, ['shop'])
    await visitor.signInAs(person)
    await visitor.open(`/portal/environments/create-deployment?id=${id}`)
    const live = page.getByText('Live', { exact: false }).filter({ has: page.locator('svg') })
    await expect(page.locator('.text-good', { hasText: 'Live' })).not.toHaveCount(0)
    await page.getByRole('checkbox', { name: 'shop' }).uncheck()
    await visitor.press('Deploy selected')
    const alert = page.getByRole('alert')
    await expect(alert).toBeVisible()
    const heights = await alert.evaluate((box) => [box.clientHeight, box.clientWidth])
    expect(heights[1], 'width of the refusal').toBeGreaterThan(200)
    await visitor.look('no-version')
    await site.query(
      "UPDATE environments SET status_type = 'FAILURE', status_message = 'Unhealthy, check the logs' WHERE id = $1",
      [id],
    )
    await visitor.open(`/portal/environments/create-deployment?id=${id}`)
    await visitor.expectText('Unhealthy')
    await expect(live.first()).toBeVisible()
    await expect(page.locator('.text-good')).toHaveCount(0)
    await visitor.look('live-and-ill')
  })
})
