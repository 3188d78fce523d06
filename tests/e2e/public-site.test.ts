import { expect, test, type Page } from '@playwright/test'
import { look } from './look'
import { createDataDir, removeDataDir, Sdo } from '../builders/start-sdo'

const estimate = '/pricing?cpuCount=0.5&memoryMb=1000&numProcesses=3&spotDiscount=70#calculator'
const pages = {
  home: '/',
  pricing: '/pricing',
  estimate,
  'estimate-refused': estimate.replace('0.5', 'half'),
  security: '/security',
  contact: '/contact-us',
  terms: '/terms',
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(`with JavaScript ${javaScriptEnabled ? 'on' : 'off'}`, () => {
    test.use({ javaScriptEnabled })

    test('a visitor reads the public site, works out a price and writes to support', async ({ page }) => {
      const dataDir = createDataDir()
      const sdo = new Sdo({ dataDir, flags: ['--empty'] })
      try {
        const url = await sdo.ready()
        const folder = `public-site-${javaScriptEnabled ? 'scripts' : 'no-scripts'}`
        for (const [name, path] of Object.entries(pages)) {
          await page.goto(url + path)
          await look({ page, folder, runsScripts: javaScriptEnabled }, name)
        }
        await workOutPrice(page, url)
        await writeToSupport(page, url, javaScriptEnabled)
        await look({ page, folder, runsScripts: javaScriptEnabled }, 'contact-sent')
      } finally {
        await sdo.interrupt()
        removeDataDir(dataDir)
      }
    })
  })
}

test('a recorder runs where one is configured and the footer says so, passwords are marked for it, and no secret is shown beside it', async ({
  page,
}) => {
  const dataDir = createDataDir()
  const environment = { SESSION_RECORDING_URL: 'https://recorder.test/record.js' }
  const sdo = new Sdo({ dataDir, flags: ['--empty'], environment })
  const refused: string[] = []
  page.on('console', (message) => message.type() === 'error' && refused.push(message.text()))
  page.on('pageerror', (error) => refused.push(error.message))
  // Reports each masked field, to its own host and to another one.
  await page.route('https://recorder.test/record.js', (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: `const masked = [...document.querySelectorAll('[data-private]')].map(({ name }) => name).join()
        document.body.append(document.createElement('aside'))
        void fetch('https://recorder.test/report?masked=' + masked, { mode: 'no-cors' })
        void fetch('https://elsewhere.test/', { mode: 'no-cors' }).catch(() => {})`,
    }),
  )
  await page.route('https://recorder.test/report*', (route) => route.fulfill({ status: 204 }))
  try {
    const url = await sdo.ready()
    await page.goto(`${url}/register`)
    const masked = page.locator('[data-private]')
    expect(await masked.evaluateAll((fields) => fields.map((field) => field.getAttribute('name')))).toEqual([
      'xsrf',
      'password',
      'passwordConfirmation',
    ])
    await expect(page.getByRole('contentinfo')).toHaveCount(0)
    await expectRecorder(page, 0)
    const report = page.waitForRequest(/recorder\.test\/report/)
    await page.goto(`${url}/security`)
    await report
    await expect(page.getByRole('contentinfo')).toContainText('is recorded by a session-recording service')
    await expectRecorder(page, 1)
    await goBackTo(page, '/dev/mail')
    await expect(page.getByRole('heading', { name: 'Mailbox' })).toBeVisible()
    await expectRecorder(page, 0)
    await expect.poll(() => refused.length).toBeGreaterThan(0)
    for (const fault of refused) expect(fault).toMatch(/elsewhere\.test.*Content Security Policy/s)
  } finally {
    await sdo.interrupt()
    removeDataDir(dataDir)
  }
})

const expectRecorder = (page: Page, count: number) =>
  expect(page.locator('script[src="https://recorder.test/record.js"]')).toHaveCount(count)

/** As the back button does, without a new document. */
const goBackTo = (page: Page, path: string) =>
  page.evaluate((to) => {
    history.pushState({ usr: null, key: 'there', idx: 1 }, '', to)
    history.pushState({ usr: null, key: 'here', idx: 2 }, '', '/security')
    history.back()
  }, path)

async function workOutPrice(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/`)
  await page.getByRole('navigation', { name: 'Site' }).getByRole('link', { name: 'Pricing' }).click()
  await page.getByLabel('CPU count, row 1').fill('1.5')
  await page.getByLabel('Memory MB, row 1').fill('2500')
  await page.getByLabel('Processes, row 1').fill('1')
  for (const label of ['CPU count', 'Memory MB', 'Processes'])
    await page.getByLabel(`${label}, row 2`).fill('')
  await page.getByLabel('Spot discount in percent').fill('50')
  await page.getByRole('button', { name: 'Estimate' }).click()
  const answer = page.getByRole('region', { name: 'Your estimate' })
  await expect(answer).toContainText('$49.64')
  await expect(answer).toContainText('$24.82')
  await expect(answer.getByRole('row', { name: /^Together/ })).toContainText('$83.07')
  await expect(page.getByLabel('Memory MB, row 1')).toHaveValue('2500')
}

async function writeToSupport(page: Page, url: string, javaScriptEnabled: boolean): Promise<void> {
  await page.goto(`${url}/security`)
  await page.getByRole('link', { name: 'Contact us' }).click()
  const send = page.getByRole('button', { name: 'Send Message' })
  if (javaScriptEnabled) await expect(send).toBeDisabled()
  await page.getByLabel('Name').fill('Ada')
  await page.getByLabel('E-mail').fill('ada@example.com')
  if (javaScriptEnabled) await expect(send).toBeDisabled()
  await page.getByLabel('Message').fill('How do I begin?')
  if (javaScriptEnabled) await expectDisabledWhileSending(page)
  else await send.click()
  await expect(page.getByText('Thank you for your message.')).toBeVisible()
  const mails = (await (await page.request.get(`${url}/dev/mail.json`)).json()) as { to: string }[]
  expect(mails.map(({ to }) => to).sort()).toEqual(['ada@example.com', 'support@sdo.example'])
}

/** Sends the message, with the answer held back until the button was seen. */
async function expectDisabledWhileSending(page: Page): Promise<void> {
  let answer = () => {}
  const seen = new Promise<void>((resolve) => (answer = resolve))
  await page.route(
    (address) => address.pathname === '/contact-us',
    async (route) => {
      await seen
      await route.continue()
    },
    { times: 1 },
  )
  await page.getByRole('button', { name: 'Send Message' }).click()
  await expect(page.getByRole('button', { name: 'Sending…' })).toBeDisabled()
  answer()
}
