import type { BrowserContextOptions, Page } from '@playwright/test'
import { pictureSize } from '../../app/content/pictures'
import { createDataDir, removeDataDir, Sdo } from '../builders/start-sdo'
import { Portal } from '../e2e/story/portal'
import { openBrowser } from './open-browser'

/**
 * Does `work` in the portal of a running SDO, as somebody of the demo team whose sample application is live.
 *
 * @param screen its size, and how many pixels stand for one of CSS
 */
export async function withDemo(
  work: (portal: Portal) => Promise<void>,
  screen: Pick<BrowserContextOptions, 'viewport' | 'deviceScaleFactor'> = { viewport: pictureSize },
): Promise<void> {
  const dataDir = createDataDir()
  const sdo = new Sdo({ dataDir })
  const browser = await openBrowser()
  try {
    const origin = await sdo.ready()
    await sdo.sampleUrl()
    const [, email = '', password = ''] = await sdo.waitFor(/Log in as (\S+) with the password (\S+)/)
    const context = await browser.newContext({
      ...screen,
      locale: 'en-GB',
      timezoneId: 'UTC',
      reducedMotion: 'reduce',
    })
    context.setDefaultTimeout(15_000)
    const portal = new Portal(await context.newPage(), origin)
    await logIn(portal, email, password)
    await work(portal)
  } finally {
    await browser.close()
    await sdo.interrupt()
    removeDataDir(dataDir)
  }
}

async function logIn(portal: Portal, email: string, password: string): Promise<void> {
  await portal.open('/login')
  await portal.fill('E-mail', email)
  await portal.fill('Password', password)
  await portal.press('Login')
  await portal.page.waitForURL(/\/portal\//)
}

/** The page as it is on the screen, as WebP. */
export async function takeWebp(page: Page, quality: number): Promise<Buffer> {
  const session = await page.context().newCDPSession(page)
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality })
  await session.detach()
  return Buffer.from(data, 'base64')
}
