import { expect } from '@playwright/test'
import { test, withAndWithoutScripts } from './test'

const overviewOf = (id: string) => `/portal/environments/detail?id=${id}`

withAndWithoutScripts(() => {
  test('the number of processes is changed from where it stands', async ({ visitor, site }) => {
    const { page } = visitor
    const person = await site.people.signUp()
    const { id } = await site.environments.create(person.actor)
    await site.environments.deploy(person.actor, id, ['shop'])
    await visitor.signInAs(person)
    await visitor.open(overviewOf(id))
    const row = page.getByRole('table', { name: 'Applications' }).getByRole('row', { name: /shop/ })
    await expect(row).toContainText('2 of 2')
    await visitor.follow('Change the number of processes of shop')
    await visitor.expectPage('Scale shop in Production', 'Scale shop in Production · Environments')
    await visitor.look('scale')
    await visitor.fill({ 'Number of processes': '5' })
    await visitor.press('Scale')
    await visitor.expectNews('The number of processes was saved.')
    await expect(row).toContainText('2 of 5')
  })

  test('it is put to sleep and woken, and given a schedule', async ({ visitor, site }) => {
    const { page } = visitor
    const person = await site.people.signUp()
    const { id } = await site.environments.create(person.actor)
    await site.environments.deploy(person.actor, id, ['shop'])
    await visitor.signInAs(person)
    await visitor.open(`${overviewOf(id)}&tab=settings`)
    await visitor.look('sleep-awake')
    await visitor.press('Put to sleep')
    await visitor.expectNews('The environment is falling asleep.')
    await expect(page.getByText(/^Asleep since /)).toContainText('No schedule wakes it.')
    await visitor.fill({ 'Falls asleep': '8 pm', Wakes: '0 8 * * 1-5', 'Time zone': 'Europe/Paris' })
    await visitor.press('Save sleep schedule')
    await expect(page.getByText('“8 pm” is not a cron expression').first()).toBeVisible()
    await visitor.fill({ 'Falls asleep': '0 20 * * 1-5' })
    await visitor.press('Save sleep schedule')
    await visitor.expectNews('The sleep schedule was saved.')
    await expect(page.getByText(/^Asleep since /)).toContainText('It wakes ')
    await visitor.look('sleep-asleep')
    await visitor.open(overviewOf(id))
    await expect(page.getByText(/^Asleep since /)).toContainText('It wakes ')
    await visitor.look('sleep-overview')
    await visitor.follow('Wake it up')
    await visitor.press('Wake up')
    await visitor.expectNews('The environment is waking up.')
    await expect(page.getByText(/^Awake since /)).toContainText('It falls asleep ')
    await visitor.press('Remove sleep schedule')
    await visitor.expectNews('The sleep schedule was removed.')
    await expect(page.getByText('Remove sleep schedule')).toHaveCount(0)
  })

  test('a version leads straight to its deployment, in the environment that is chosen', async ({
    visitor,
    site,
  }) => {
    const { page } = visitor
    const person = await site.people.signUp()
    const { id } = await site.environments.create(person.actor)
    await site.environments.create(person.actor, { environmentName: 'Staging', accountName: 'Second' })
    const [applicationId] = await site.environments.deploy(person.actor, id, ['shop', 'api'])
    await visitor.signInAs(person)
    await visitor.open(`/portal/applications/detail?id=${applicationId}&name=shop&tab=versions`)
    await visitor.follow('Deploy to…: v1')
    await page.getByLabel('Environment for v1').selectOption('Staging')
    await visitor.look('deploy-to')
    await visitor.press('Continue')
    await expect(page.getByRole('heading', { name: 'New deployment to Staging' })).toBeVisible()
    await expect(page.getByRole('checkbox', { name: 'shop' })).toBeChecked()
    await expect(page.getByRole('checkbox', { name: 'api' })).toHaveCount(0)
    await expect(page.getByLabel(/I understand that AWS bills me/)).not.toBeChecked()
    await visitor.look('deploy-straight')
  })
})

test('a change of the status of an environment is heard', async ({ visitor, site }) => {
  const { page } = visitor
  const person = await site.people.signUp()
  const { id } = await site.environments.create(person.actor)
  await site.environments.deploy(person.actor, id, ['shop'])
  await visitor.signInAs(person)
  await page.clock.install()
  await visitor.open(overviewOf(id))
  const heard = page.locator('[aria-live=polite][aria-atomic=true]')
  await expect(heard).toHaveText('Status: Healthy')
  await heard.evaluate((element) => element.setAttribute('data-same', ''))
  await site.query("UPDATE environments SET status_type = 'FAILURE' WHERE id = $1", [id])
  await page.clock.runFor(11_000)
  await expect(heard).toHaveText('Status: Unhealthy, check the logs')
  await expect(page.locator('[aria-live=polite][data-same]')).toHaveCount(1)
})
