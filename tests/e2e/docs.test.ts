import { get } from 'node:http'
import { gunzipSync } from 'node:zlib'
import { expect, test, type Page } from '@playwright/test'
import { docsMenu, fileOf, pathOf } from '../../app/content/docs-menu'
import { look } from './look'
import { createDataDir, removeDataDir, Sdo } from '../builders/start-sdo'

const pages = {
  ...Object.fromEntries(docsMenu.flat().map((entry) => [fileOf(entry), pathOf(entry)])),
  'api-versions': '/docs/api/versions',
  search: '/docs/search?q=spot',
  nothing: '/docs/nothing',
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(`with JavaScript ${javaScriptEnabled ? 'on' : 'off'}`, () => {
    test.use({ javaScriptEnabled })

    test('a visitor reads the documentation, searches it and ticks off steps', async ({ page }) => {
      const dataDir = createDataDir()
      const sdo = new Sdo({ dataDir, flags: ['--empty'] })
      try {
        const url = await sdo.ready()
        const folder = `docs-${javaScriptEnabled ? 'scripts' : 'no-scripts'}`
        for (const [name, path] of Object.entries(pages)) {
          await page.goto(url + path)
          await look({ page, folder, runsScripts: javaScriptEnabled }, name)
        }
        await walkThrough(page, url)
        if (javaScriptEnabled) {
          await tickOff(page, url)
          await tryCall(page, url)
        } else {
          await expectPlainList(page, url)
          await expectSmall(url)
          await expectPrintable(page, url)
        }
      } finally {
        await sdo.interrupt()
        removeDataDir(dataDir)
      }
    })
  })
}

/** From the home page to the quick start, on to the next page, and to a passage by the search. */
async function walkThrough(page: Page, url: string): Promise<void> {
  await page.goto(url)
  await page.getByRole('link', { name: 'Get Started' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Quick Start' })).toBeVisible()
  await page.getByRole('navigation', { name: 'Pages beside this one' }).getByRole('link').last().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Applications' })).toBeVisible()
  const box = page.getByRole('searchbox', { name: 'Search the documentation' })
  await box.fill('rotate token')
  await box.press('Enter')
  await page.getByRole('link', { name: 'CI/CD Integration: Rotate a token' }).click()
  await expect(page).toHaveURL(`${url}/docs/cicd-integration#rotate-a-token`)
  await expect(page.getByRole('heading', { name: 'Rotate a token' })).toBeInViewport()
}

async function tickOff(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/docs/quick-start`)
  const step = page.getByRole('checkbox', { name: 'Open the address and log in.' })
  await step.check()
  await page.reload()
  await expect(step).toBeChecked()
  await page.getByRole('button', { name: 'Reset Checkboxes' }).first().click()
  await expect(step).not.toBeChecked()
  await page.reload()
  await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(0)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('button', { name: 'Copy' }).first().click()
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('npm start')
}

async function expectPlainList(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/docs/quick-start`)
  await expect(page.getByRole('listitem').filter({ hasText: 'Open the address and log in.' })).toBeVisible()
  await expect(page.getByRole('checkbox')).toHaveCount(0)
  await expect(page.getByRole('button', { name: /Copy|Reset/ })).toHaveCount(0)
}

/** What its first page takes from the network before it can be read: it and its styles, compressed. */
async function expectSmall(url: string): Promise<void> {
  const page = await load(`${url}/docs`)
  const styles = [
    ...gunzipSync(page)
      .toString()
      .matchAll(/<link rel="stylesheet" href="([^"]+)"/g),
  ]
  const parts = [page, ...(await Promise.all(styles.map(([, path = '']) => load(url + path))))]
  expect(parts.length).toBeGreaterThan(1)
  expect(parts.reduce((sum, { length }) => sum + length, 0)).toBeLessThan(30_000)
}

/** On paper stands the text alone, dark on light. */
async function expectPrintable(page: Page, url: string): Promise<void> {
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await page.goto(`${url}/docs/environments`)
  await expect(page.getByRole('heading', { level: 1, name: 'Environments' })).toBeVisible()
  for (const what of ['navigation', 'search', 'contentinfo', 'button'] as const)
    await expect(page.getByRole(what)).toHaveCount(0)
  await expect(page.locator('html')).toHaveCSS('background-color', 'rgb(248, 250, 252)')
  const picture = page.locator('picture img').first()
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.currentSrc))
    .toMatch(/-light\.webp$/)
  await page.pdf({ path: 'tests/artifacts/screens/docs-no-scripts/environments.pdf', format: 'A4' })
  await page.emulateMedia({ media: null, colorScheme: null })
}

/** Its body as it is sent. */
const load = (address: string) =>
  new Promise<Buffer>((resolve, reject) =>
    get(address, { headers: { 'accept-encoding': 'gzip' } }, (answer) =>
      answer.toArray().then((chunks) => resolve(Buffer.concat(chunks as Buffer[])), reject),
    ).on('error', reject),
  )

/** A call that needs no token, made from its page as the policy of scripts allows it. */
async function tryCall(page: Page, url: string): Promise<void> {
  const refused: string[] = []
  page.on(
    'console',
    (message) => message.text().includes('Content Security Policy') && refused.push(message.text()),
  )
  await page.goto(`${url}/docs/api/account`)
  const open = page.getByRole('region', { name: 'GET /v1/view-controller/account/registration' })
  await open.getByText('Try it').click()
  await open.getByRole('button', { name: 'Send' }).click()
  await expect(open.getByRole('status')).toContainText(/200 in \d+ ms[\s\S]*currentTermsId/)
  await page.goto(`${url}/docs/api/environments`)
  const read = page.getByRole('region', { name: 'GET /v1/view-controller/environment', exact: true })
  await read.getByText('Try it').click()
  // Nobody is logged in here: the token has to be given.
  await expect(read.getByLabel(/^Token/)).toHaveAttribute('required', '')
  expect(refused).toEqual([])
}
