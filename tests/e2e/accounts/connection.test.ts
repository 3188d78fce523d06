import { expect, type Page } from '@playwright/test'
import { password } from './site/password'
import { test, withAndWithoutScripts } from './test'
import type { Visitor } from './visitor'

const unanswered = 'There was a problem contacting the server. Please try again.'
const broken = 'Something went wrong on our side. Please try again later.'

const menu = (page: Page) => page.getByRole('navigation', { name: 'Portal' })
const notice = (page: Page) => page.getByRole('status').filter({ hasText: 'Connection lost' })

/** The portal is around the page, as for somebody who is logged in. */
async function expectShell({ page }: Visitor): Promise<void> {
  await expect(menu(page).getByRole('link', { name: 'Environments' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Login' })).toHaveCount(0)
}

/** An environment of a new team, whose admin is signed in. */
async function openEnvironment(visitor: Visitor): Promise<{ id: string }> {
  const person = await visitor.site.people.signUp()
  await visitor.signInAs(person)
  return visitor.site.environments.create(person.actor)
}

test('a page that cannot refresh itself says so and since when, keeps what is typed, and goes on by itself', async ({
  visitor,
  site,
  context,
}) => {
  const { page } = visitor
  const { id } = await openEnvironment(visitor)
  await page.clock.install({ time: new Date('2026-05-04T10:31:04Z') })
  await visitor.open(`/portal/environments/detail?id=${id}&rename=yes`)
  await visitor.fill({ Name: 'Staging' })
  await context.setOffline(true)
  await page.clock.runFor(11_000)
  await expect(notice(page)).toHaveText(/^Connection lost\. Showing 10:31:0\d, trying again\.$/)
  const said = (await notice(page).textContent()) ?? ''
  await expectShell(visitor)
  await visitor.look('connection-lost')
  await site.query("UPDATE environments SET name = 'Renamed meanwhile' WHERE id = $1", [id])
  await page.clock.runFor(60_000)
  await expect(notice(page)).toHaveText(said)
  await context.setOffline(false)
  await page.clock.runFor(15_000)
  await expect(notice(page)).toHaveCount(0)
  await visitor.expectPage('Renamed meanwhile', 'Renamed meanwhile · Environments')
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Staging')
})

test('a page whose data fails to be read stays as it was, and says so', async ({ visitor }) => {
  const { page } = visitor
  const { id } = await openEnvironment(visitor)
  await page.clock.install()
  await visitor.open(`/portal/environments/detail?id=${id}`)
  await page.route('**/*_data=*', (route) => route.fulfill({ status: 500, body: 'broken' }))
  await page.clock.runFor(11_000)
  await expect(notice(page)).toBeVisible()
  await visitor.expectPage('Production', 'Production · Environments')
  await expectShell(visitor)
  await page.unroute('**/*_data=*')
  await page.clock.runFor(15_000)
  await expect(notice(page)).toHaveCount(0)
})

test('a form that is sent without a connection stays as it was typed, and is taken when it is sent again', async ({
  visitor,
  site,
  context,
}) => {
  const { page } = visitor
  await visitor.signInAs(await site.people.signUp())
  await visitor.open('/portal/users/create')
  const email = site.people.nextEmail()
  const typed = { Name: 'Max Member', 'E-mail': email, Password: password, 'Confirm password': password }
  await visitor.fill(typed)
  await context.setOffline(true)
  await visitor.press('Create')
  await visitor.expectRefusal(unanswered)
  await expect(notice(page)).toBeVisible()
  await expectShell(visitor)
  for (const [label, value] of Object.entries(typed))
    await expect(page.getByLabel(label, { exact: true })).toHaveValue(value)
  await visitor.look('form-without-connection')
  await context.setOffline(false)
  await expect(notice(page)).toHaveCount(0)
  await visitor.press('Create')
  await visitor.expectNews('The user was created and got an e-mail. Give them the password yourself.')
})

test('a form whose answer was lost on its way is done once when it is sent again', async ({
  visitor,
  site,
}) => {
  const { page } = visitor
  await visitor.signInAs(await site.people.signUp())
  await visitor.open('/portal/users/create-integration')
  await visitor.fill({ Name: 'deployer' })
  await page.route(
    '**/create-integration*',
    async (route) => {
      await route.fetch({ maxRedirects: 0 })
      await route.abort('connectionreset')
    },
    { times: 1 },
  )
  await visitor.press('Create')
  await visitor.expectRefusal(unanswered)
  await visitor.press('Create')
  await visitor.expectNews('The integration user was created.')
  await visitor.open('/portal/users?tab=integration')
  await expect(page.getByRole('rowheader', { name: 'deployer' })).toHaveCount(1)
})

test('a page that is opened without a connection is waited for on the page that is there', async ({
  visitor,
  site,
  context,
}) => {
  const { page } = visitor
  await visitor.signInAs(await site.people.signUp())
  await visitor.open('/portal/users')
  // Its script is there once it was preloaded.
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes('portal.applications._index')),
  )
  await context.setOffline(true)
  await menu(page).getByRole('link', { name: 'Applications' }).click()
  await expect(notice(page)).toBeVisible()
  await visitor.expectPage('Users', 'Users')
  await expectShell(visitor)
  await context.setOffline(false)
  await visitor.expectPage('Applications', 'Applications')
  await expect(notice(page)).toHaveCount(0)
})

test('a page that fails is said so with the portal around it, and is there when it is well again', async ({
  visitor,
  site,
}) => {
  const { page } = visitor
  await visitor.signInAs(await site.people.signUp())
  await page.clock.install()
  await visitor.open('/portal/users')
  await page.route('**/portal/applications?_data=*', (route) =>
    route.fulfill({ status: 500, headers: { 'X-Remix-Catch': 'yes' }, json: { message: broken } }),
  )
  await menu(page).getByRole('link', { name: 'Applications' }).click()
  await visitor.expectText(broken)
  await expectShell(visitor)
  await visitor.look('page-failed')
  await page.unroute('**/portal/applications?_data=*')
  await page.clock.runFor(31_000)
  await visitor.expectPage('Applications', 'Applications')
})

withAndWithoutScripts(() => {
  test('a form that fails for our fault stays as it was typed, with the request to ask about', async ({
    visitor,
    site,
  }) => {
    const { page } = visitor
    const { id } = await openEnvironment(visitor)
    const restore = await site.refuseWrites('environments', `NEW.id = '${id}'`)
    await visitor.open(`/portal/environments/detail?id=${id}&rename=yes`)
    await visitor.fill({ Name: 'Staging' })
    await visitor.press('Save Name')
    await visitor.expectRefusal('The previous command failed. Please try again.')
    await expect(page.getByRole('alert')).toContainText(/Request [0-9a-f-]{36}/)
    await expectShell(visitor)
    await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Staging')
    await visitor.look('form-failed')
    await restore()
    await visitor.press('Save Name')
    await visitor.expectNews('The name was saved.')
  })
})

test('a page that takes long is announced by a line at the top that moves nothing', async ({
  visitor,
  site,
}) => {
  const { page } = visitor
  await visitor.signInAs(await site.people.signUp())
  await visitor.open('/portal/users')
  const line = page.getByRole('progressbar')
  await expect(line).toHaveCount(0)
  let answer = () => {}
  const mayAnswer = new Promise<void>((resolve) => (answer = resolve))
  await page.route('**/portal/applications?_data=*', async (route) => {
    await mayAnswer
    await route.continue()
  })
  const heading = page.getByRole('heading', { level: 1 })
  const before = await heading.boundingBox()
  await menu(page).getByRole('link', { name: 'Applications' }).click()
  await expect(line).toBeVisible()
  expect(await heading.boundingBox()).toEqual(before)
  const animations = () => line.evaluate((element) => getComputedStyle(element))
  expect((await animations()).animationName).toBe('appear, advance')
  expect((await animations()).animationDelay).toBe('0.15s, 0.15s')
  await page.emulateMedia({ reducedMotion: 'reduce' })
  expect((await animations()).animationName).toBe('appear')
  await visitor.look('page-on-its-way')
  answer()
  await visitor.expectPage('Applications', 'Applications')
  await expect(line).toHaveCount(0)
})
