import { test as base } from '@playwright/test'
import { recordSecret } from '../../secrets/collect'
import { loadSite } from './site/load-site'
import type { Site } from './site/start-site'
import { Visitor } from './visitor'

interface Fixtures {
  /** From where the visitor's browser says it comes. */
  address: string
  visitor: Visitor
}

let browsers = 0

/** A test on the site that all tests of a run share, with a visitor of its own. */
export const test = base.extend<Fixtures, { site: Site }>({
  site: [
    async ({}, use) => {
      const site = await loadSite()
      await use(site)
      await site.close()
    },
    { scope: 'worker' },
  ],
  address: async ({}, use) => use(`203.0.113.${++browsers}`),
  extraHTTPHeaders: async ({ address }, use) => use({ 'X-Forwarded-For': address }),
  visitor: async ({ page, site, javaScriptEnabled, address }, use) => {
    await use(new Visitor(page, site, javaScriptEnabled !== false, address))
    for (const { name, value } of await page.context().cookies())
      if (name !== 'SDO-FLASH') recordSecret(`cookie ${name}`, value)
  },
})

/** Each scenario twice: in a browser that runs scripts and in one that does not. */
export function withAndWithoutScripts(scenarios: () => void): void {
  for (const javaScriptEnabled of [true, false])
    test.describe(`with JavaScript ${javaScriptEnabled ? 'on' : 'off'}`, () => {
      test.use({ javaScriptEnabled })
      scenarios()
    })
}
