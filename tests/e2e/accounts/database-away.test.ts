import { expect } from '@playwright/test'
import { password } from './site/password'
import { test, withAndWithoutScripts } from './test'

const away = 'SDO cannot reach its database right now. Please try again in a moment.'

withAndWithoutScripts(() => {
  test('what was typed is not lost while the database is away', async ({ visitor, site }) => {
    const { page } = visitor
    await visitor.signInAs(await site.people.signUp())
    await visitor.open('/portal/users/create')
    const email = site.people.nextEmail()
    const typed = { Name: 'Max Member', 'E-mail': email, Password: password, 'Confirm password': password }
    await visitor.fill(typed)
    const restore = site.interruptDatabase()
    await visitor.press('Create')
    if (visitor.runsScripts) {
      await visitor.expectRefusal(away)
      for (const [label, value] of Object.entries(typed))
        await expect(page.getByLabel(label, { exact: true })).toHaveValue(value)
      await visitor.look('database-away')
      restore()
      await visitor.press('Create')
    } else {
      await visitor.expectText(away)
      restore()
      await visitor.press('Try again')
      await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Max Member')
      await visitor.fill({ Password: password, 'Confirm password': password })
      await visitor.press('Create')
    }
    await visitor.expectNews('The user was created and got an e-mail. Give them the password yourself.')
    await expect(page.getByRole('row', { name: 'Max Member' })).toContainText(email)
  })
})

test('a page that refreshes itself waits while somebody types and the database is away', async ({
  visitor,
  site,
}) => {
  const { page } = visitor
  const admin = await site.people.signUp()
  const { id } = await site.environments.create(admin.actor)
  await visitor.signInAs(admin)
  await page.clock.install()
  await visitor.open(`/portal/environments/detail?id=${id}&rename=yes`)
  await visitor.fill({ Name: 'Staging' })
  const refresh = async () => {
    // The answer to what is asked now: one refresh asks for several parts, whose answers may come late.
    const asked = page.waitForRequest((request) => request.url().includes('_data='))
    await page.clock.runFor(10_000)
    return (await (await asked).response())?.status()
  }
  const restore = site.interruptDatabase()
  expect(await refresh()).toBe(503)
  expect(await refresh()).toBe(503)
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Staging')
  restore()
  expect(await refresh()).toBe(200)
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Staging')
})
