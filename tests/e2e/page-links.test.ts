import { expect, test, type Page } from '@playwright/test'
import { createDataDir, removeDataDir, Sdo } from '../builders/start-sdo'
import { ApiClient } from '../builders/v1-client'
import { readInvitation, readVerificationCode } from './story/mailbox'

const password = 'correct-horse'
const dataDir = createDataDir()
let sdo: Sdo
let origin: string
let admin: ApiClient

test.beforeAll(async () => {
  sdo = new Sdo({ dataDir, flags: ['--empty'] })
  origin = await sdo.ready()
  admin = new ApiClient(origin)
  const email = 'ada@example.com'
  const { currentTermsId } = await admin.get('/v1/view-controller/account/registration')
  await admin.post('/v1/account', {
    primaryAccountOwner: { name: 'Ada', email, password },
    acceptedTermsId: currentTermsId,
  })
  await admin.post('/v1/user/verify', { token: await readVerificationCode(origin, email) })
  for (const name of ['Bob', 'Zoe']) await join(name, `${name.toLowerCase()}@example.com`)
})
test.afterAll(async () => {
  await sdo.interrupt()
  removeDataDir(dataDir)
})

/** Adds a person, who chooses a password by the link of the invitation. */
async function join(name: string, email: string) {
  await admin.post('/v1/user/human', { name, email })
  const forgotToken = await readInvitation(origin, email)
  await admin.post('/v1/account/forgot-password/new-password', { forgotToken, newPassword: password })
}

test.beforeEach(async ({ context }) => {
  await context.addCookies([
    { name: 'X-SDO-AUTHORIZATION', value: admin.cookie('X-SDO-AUTHORIZATION'), url: origin },
  ])
})

/** Opens a page, waits until its scripts have taken it over, and counts the documents loaded from then on. */
async function open(page: Page, path: string): Promise<() => number> {
  await page.goto(origin + path)
  await page.waitForFunction(() => Object.keys(document.body).some((key) => key.startsWith('__react')))
  let documents = 0
  page.on('request', (request) => {
    if (request.resourceType() === 'document') documents++
  })
  return () => documents
}

const menu = (page: Page) => page.getByRole('navigation', { name: 'Portal' })
const site = (page: Page) => page.getByRole('navigation', { name: 'Site' })

/** Opens the entry `name` of a menu, and expects its page. */
async function follow(page: Page, where: ReturnType<typeof menu>, name: string, path: string, title: string) {
  const entry = where.getByRole('link', { name, exact: true })
  await entry.click()
  await expect(page).toHaveURL(origin + path)
  await expect(page).toHaveTitle(title)
  if ((await where.count()) > 0 && path !== '/contact-us')
    await expect(entry).toHaveAttribute('aria-current', 'page')
}

test('every entry of the menus opens its page without loading a document anew, wherever one began', async ({
  page,
}) => {
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(error.message))
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()))
  const loaded = await open(page, '/portal/users')
  for (const [name, path, title] of [
    ['Applications', '/portal/applications', 'Applications · SDO'],
    ['Environments', '/portal/environments', 'Environments · SDO'],
    ['External Resources', '/portal/external-resources', 'External Resources · SDO'],
    ['Website Security', '/portal/security', 'Website Security · SDO'],
    ['Account', '/portal/account', 'Account · SDO'],
    ['Users', '/portal/users', 'Users · SDO'],
  ] as const)
    await follow(page, menu(page), name, path, title)
  await menu(page).getByRole('link', { name: 'Support' }).click()
  await expect(page).toHaveURL(`${origin}/contact-us`)
  for (const [name, path] of [
    ['Pricing', '/pricing'],
    ['Security', '/security'],
    ['Home', '/'],
  ] as const) {
    await site(page).getByRole('link', { name, exact: true }).click()
    await expect(page).toHaveURL(origin + path)
    await expect(site(page).getByRole('link', { name, exact: true })).toHaveAttribute('aria-current', 'page')
  }
  await site(page).getByRole('link', { name: 'Portal', exact: true }).click()
  await expect(page).toHaveURL(`${origin}/portal/environments`)
  await menu(page).getByRole('link', { name: 'Users', exact: true }).click()
  await page.getByRole('link', { name: 'Delete Bob' }).click()
  await expect(page).toHaveURL(/\/portal\/users\/delete\?id=/)
  expect([loaded(), faults]).toEqual([0, []])
})

test('back and forward, a link to where one is, and a new tab are as with any link', async ({
  page,
  context,
}) => {
  const loaded = await open(page, '/portal/users')
  const users = menu(page).getByRole('link', { name: 'Users', exact: true })
  await page.setViewportSize({ width: 1000, height: 200 })
  const entries = () => page.evaluate(() => history.length)
  const before = await entries()
  await users.click()
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)
  expect(await entries()).toBe(before)
  await page.evaluate(() => window.scrollTo(0, 150))
  await menu(page).getByRole('link', { name: 'Account' }).press('Enter')
  await expect(page).toHaveURL(`${origin}/portal/account`)
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)
  expect(await entries()).toBe(before + 1)
  await page.goBack()
  await expect(page).toHaveTitle('Users · SDO')
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(100)
  await page.goForward()
  await expect(page).toHaveTitle('Account · SDO')
  expect(loaded()).toBe(0)
  const tab = context.waitForEvent('page')
  await menu(page)
    .getByRole('link', { name: 'Applications' })
    .click({ modifiers: ['ControlOrMeta'] })
  await expect(await tab).toHaveTitle('Applications · SDO')
  await expect(page).toHaveURL(`${origin}/portal/account`)
})

test('a page that is not there says so, by a link as by its address', async ({ page }) => {
  await open(page, '/portal/users')
  for (const path of ['/portal/nothing', '/portal/users/nothing', '/portal/users/delete?id=nobody']) {
    const answer = await page.goto(origin + path)
    expect(answer?.status()).toBe(404)
    const text = await answer?.text()
    expect(text?.match(/<!doctype/gi)).toHaveLength(1)
    await expect(page.getByRole('main')).toHaveCount(1)
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
    await site(page).getByRole('link', { name: 'Docs' }).click()
    await expect(page).toHaveURL(`${origin}/docs`)
  }
})

for (const javaScriptEnabled of [true, false])
  test.describe(`with JavaScript ${javaScriptEnabled ? 'on' : 'off'}`, () => {
    test.use({ javaScriptEnabled })

    test('the buttons of each row do their work for that person', async ({ page }) => {
      const answer = await page.goto(`${origin}/portal/users`)
      expect((await answer?.text())?.match(/<!doctype/gi)).toHaveLength(1)
      if (javaScriptEnabled) expect(await page.evaluate(() => document.compatMode)).toBe('CSS1Compat')
      const row = (name: string) => page.getByRole('row', { name })
      const news = page.getByRole('status')
      const [first, second] = ['Bob', 'Zoe'] as const
      for (const name of [first, second]) {
        await page.getByRole('link', { name: `Make admin: ${name}` }).click()
        await page.getByRole('button', { name: 'Make admin' }).click()
        await expect(news).toContainText('The user is an admin now.')
        await expect(row(name)).toContainText('Admin')
      }
      await page.getByRole('button', { name: `Log out ${second} everywhere` }).click()
      await expect(news).toContainText('The user was logged out everywhere.')
      for (const name of [second, first]) {
        await page.getByRole('button', { name: `Remove admin from ${name}` }).click()
        await expect(news).toContainText('The user is no longer an admin.')
        await expect(row(name)).toContainText('Member')
      }
      await page.getByRole('link', { name: `Make admin: ${first}` }).click()
      await page.getByRole('button', { name: 'Make admin' }).dblclick()
      await expect(row(first)).toContainText('Admin')
      await page.getByRole('button', { name: `Remove admin from ${first}` }).click()
      await expect(row(first)).toContainText('Member')
    })

    test('a button of somebody who is gone says so', async ({ page }) => {
      for (const button of ['Send Max an invitation', 'Log out Max everywhere']) {
        const email = `max.${button.length}.${javaScriptEnabled}@example.com`
        const { id } = await admin.post<{ id: string }>('/v1/user/human', { name: 'Max', email, password })
        await page.goto(`${origin}/portal/users`)
        await admin.delete(`/v1/user/${id}`)
        await page.getByRole('button', { name: button }).click()
        await expect(page.getByRole('main')).toContainText('could not be found')
      }
    })
  })
