import { expect } from '@playwright/test'
import { test, withAndWithoutScripts } from './test'
import type { Visitor } from './visitor'

const navigation = (visitor: Visitor) => visitor.page.getByRole('navigation', { name: 'Site' })

async function expectOffered(visitor: Visitor, names: string[], others: string[]): Promise<void> {
  const offer = (name: string) =>
    navigation(visitor).getByRole(name === 'Logout' ? 'button' : 'link', { name })
  for (const name of names) await expect(offer(name)).toBeVisible()
  for (const name of others) await expect(offer(name)).toHaveCount(0)
}

withAndWithoutScripts(() => {
  test('the navigation offers what fits who is there, and logging out leads home', async ({
    visitor,
    site,
  }) => {
    await visitor.open('/')
    await expectOffered(visitor, ['Login', 'Register'], ['Logout'])
    await visitor.signInAs(await site.people.register())
    await visitor.open('/')
    await expectOffered(visitor, ['Logout'], ['Login', 'Register'])
    await visitor.signInAs(await site.people.signUp())
    await visitor.open('/portal/users')
    await expect(visitor.page.getByRole('link', { name: 'Security', exact: true })).toHaveCount(0)
    await visitor.page.getByText('Ada Lovelace').first().click()
    await expect(navigation(visitor).getByRole('link', { name: 'Your account' })).toBeVisible()
    await visitor.look('bar-person')
    await visitor.openMenu('All areas of the site')
    for (const name of ['Home', 'Pricing', 'Security', 'Portal', 'Docs'])
      await expect(navigation(visitor).getByRole('link', { name, exact: true }).last()).toBeVisible()
    await visitor.look('bar-site')
    await visitor.open('/logout')
    await visitor.expectPage('Logout', 'Logout')
    await expect(navigation(visitor)).toHaveCount(0)
    await visitor.look('logout')
    await visitor.follow('Stay logged in')
    await visitor.expectPage('Environments', 'Environments')
    await navigation(visitor).getByRole('button', { name: 'Logout' }).click()
    await expect(visitor.page).toHaveURL(`${site.url}/`)
    await expectOffered(visitor, ['Login', 'Register'], ['Logout'])
    await visitor.open('/portal/users')
    await visitor.expectPage('Login', 'Login')
  })
})

withAndWithoutScripts(() => {
  test('the menu folds away on a phone', async ({ visitor, site }) => {
    const { page } = visitor
    await page.setViewportSize({ width: 390, height: 844 })
    await visitor.signInAs(await site.people.signUp())
    await visitor.open('/portal/account')
    const link = page.getByRole('link', { name: 'Website Security' })
    await expect(link).toBeHidden()
    await page.getByText('Menu', { exact: true }).click()
    await visitor.look('menu')
    await link.click()
    await visitor.expectPage('Website Security', 'Website Security')
    await expect(link).toBeHidden()
  })
})

test('a key opens what has a name, and Escape leaves everything as it was', async ({ visitor, site }) => {
  const { page } = visitor
  const person = await site.people.signUp()
  await site.environments.create(person.actor, { environmentName: 'Staging' })
  await visitor.signInAs(person)
  await visitor.open('/portal/users')
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog', { name: 'Go to' })
  await expect(palette.getByRole('searchbox')).toBeFocused()
  await expect(palette.getByRole('link', { name: 'Audit log' })).toBeVisible()
  await visitor.look('go-to')
  await page.keyboard.press('Escape')
  await expect(palette).toBeHidden()
  await expect(page).toHaveURL(/users$/)
  await page.keyboard.press('Control+k')
  await expect(palette).toBeVisible()
  // Again, before the browser has told of the end.
  await palette.evaluate((dialog: HTMLDialogElement) => {
    dialog.close()
    document.dispatchEvent(new KeyboardEvent('keydown', { key: 'k', ctrlKey: true }))
  })
  await palette.getByRole('searchbox').fill('stag')
  await expect(palette.getByRole('link')).toHaveCount(1)
  await page.keyboard.press('ArrowDown')
  await expect(palette.getByRole('link', { name: 'Staging' })).toBeFocused()
  await page.keyboard.press('Enter')
  await visitor.expectPage('Staging', 'Staging · Environments')
  await expect(palette).toBeHidden()
})

test('the keyboard goes where the eye goes', async ({ visitor, site }) => {
  await visitor.signInAs(await site.people.signUp())
  await visitor.open('/portal/account')
  await visitor.page.keyboard.press('Tab')
  await expect(visitor.page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await expect(visitor.page.getByRole('link', { name: 'Skip to content' })).toBeInViewport()
  await visitor.page.getByRole('link', { name: 'Users', exact: true }).last().focus()
  await visitor.page.keyboard.press('Enter')
  const heading = visitor.page.getByRole('heading', { name: 'Users', level: 1 })
  await expect(heading).toBeFocused()
  expect(await heading.evaluate((element) => getComputedStyle(element).outlineStyle)).toBe('solid')
  for (const name of ['Docs', 'audit log']) {
    await visitor.page.keyboard.press('Tab')
    await expect(visitor.page.getByRole('main').getByRole('link', { name })).toBeFocused()
  }
})
