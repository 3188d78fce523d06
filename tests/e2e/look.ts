import { expect, type Page } from '@playwright/test'
import axe from 'axe-core'

const widths = { desktop: { width: 1280, height: 800 }, phone: { width: 390, height: 844 } }
const schemes = ['light', 'dark'] as const

interface Look {
  page: Page
  /** Where the pictures go, under tests/artifacts/screens. */
  folder: string
  /** The checker of accessibility is a script, so it needs a page that runs scripts. */
  runsScripts: boolean
}

/** The narrowest screen that a page has to fit, by the accessibility guidelines' rule about reflow. */
const narrowest = { width: 320, height: 640 }

/** Where every suite is required nobody looks at pictures, and they take a tenth of the time. */
export const keepsPictures = process.env.SDO_REQUIRE_ALL_SUITES !== '1'

/**
 * Looks at the page as people do: a picture at both widths in both colour schemes, kept as an artifact, nothing wider than the
 * window, and no violation of the accessibility rules.
 */
export async function look({ page, folder, runsScripts }: Look, name: string): Promise<void> {
  const before = page.viewportSize()
  for (const [width, size] of Object.entries(widths)) {
    await page.setViewportSize(size)
    for (const colorScheme of schemes) {
      // Each width and each scheme once: a rule that holds in both never fails only in their combination.
      const isChecked = runsScripts && (width === 'desktop') === (colorScheme === 'light')
      if (!isChecked && !keepsPictures) continue
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      const path = `tests/artifacts/screens/${folder}/${name}-${width}-${colorScheme}.png`
      if (keepsPictures) await page.screenshot({ path, fullPage: true })
      if (isChecked) await expectAccessible(page, `${name} at ${width} width, ${colorScheme}`)
    }
    await expectNoSidewaysScroll(page, `${name} at ${width} width`)
  }
  await page.setViewportSize(narrowest)
  await expectNoSidewaysScroll(page, `${name} at the narrowest width`)
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: null })
  if (before) await page.setViewportSize(before)
}

async function expectNoSidewaysScroll(page: Page, what: string): Promise<void> {
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(overflow, `${what} scrolls sideways`).toBeLessThanOrEqual(0)
}

async function expectAccessible(page: Page, what: string): Promise<void> {
  // As long as the page stays, the checker does.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  const found = await page.evaluate(findViolations)
  expect(found, what).toEqual([])
}

/** Runs in the page. */
async function findViolations(): Promise<string[]> {
  const { axe: checker } = window as unknown as { axe: typeof axe }
  const { violations } = await checker.run(document, { resultTypes: ['violations'] })
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
}
