import { expect } from '@playwright/test'
import { test, withAndWithoutScripts } from './test'

const phone = { width: 390, height: 844 }
/** Between a phone and a desktop, and what a desktop of 1,400 has at 200 %. */
const between = { width: 700, height: 800 }

withAndWithoutScripts(() => {
  test('who comes by keys skips the bar by a link that lies above it', async ({ visitor, site }) => {
    const { page } = visitor
    await visitor.signInAs(await site.people.signUp())
    for (const path of ['/portal/users', '/', '/docs']) {
      await visitor.open(path)
      const link = page.getByRole('link', { name: 'Skip to content' })
      await link.focus()
      const isOnTop = await link.evaluate((element) => {
        const { x, y, width, height } = element.getBoundingClientRect()
        return document.elementFromPoint(x + width / 2, y + height / 2) === element
      })
      expect(isOnTop, path).toBe(true)
    }
  })

  test('a table that is wider than its place shows that it goes on, and scrolls by keys', async ({
    visitor,
    site,
  }) => {
    const { page } = visitor
    const admin = await site.people.signUp()
    await site.people.invite(admin, { name: 'Max Member' })
    await visitor.signInAs(admin)
    await page.setViewportSize(between)
    await visitor.open('/portal/users')
    const table = page.getByRole('region', { name: 'People of your team' })
    await expect(table).toHaveCSS('background-attachment', /local, local, scroll, scroll/)
    const hidden = await table.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)
    expect(hidden).toBeGreaterThan(0)
    await table.focus()
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => table.evaluate(({ scrollLeft }) => scrollLeft)).toBeGreaterThan(0)
  })

  test('a phone shows the tabs of an environment in its first third, and what is set below them', async ({
    visitor,
    site,
  }) => {
    const { page } = visitor
    const person = await site.people.signUp()
    const { id } = await site.environments.create(person.actor)
    await visitor.signInAs(person)
    await page.setViewportSize(phone)
    await visitor.open(`/portal/environments/detail?id=${id}&tab=resources`)
    const topOf = async (locator: ReturnType<typeof page.getByText>) =>
      (await locator.first().boundingBox())?.y ?? Number.NaN
    const tabs = await topOf(page.getByRole('navigation', { name: 'About this environment' }))
    expect(tabs).toBeLessThan(phone.height / 3)
    for (const below of [page.getByText('Environment ID'), page.getByLabel('Spot allocation strategy')])
      expect(await topOf(below)).toBeGreaterThan(tabs)
    await page.setViewportSize({ width: 1280, height: 800 })
    expect(await topOf(page.getByText('Environment ID'))).toBeLessThan(
      await topOf(page.getByRole('navigation', { name: 'About this environment' })),
    )
  })

  test('a visitor sees the mark and the product before scrolling', async ({ visitor }) => {
    const { page } = visitor
    await visitor.open('/')
    await expect(
      page.getByRole('navigation', { name: 'Site' }).getByRole('link', { name: 'SDO' }),
    ).toBeVisible()
    for (const size of [phone, { width: 1280, height: 800 }]) {
      await page.setViewportSize(size)
      const picture = await page.locator('picture img').first().boundingBox()
      expect(picture?.y).toBeLessThan(size.height * 0.8)
    }
  })
})
