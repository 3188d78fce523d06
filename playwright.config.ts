import { defineConfig } from '@playwright/test'
import { findChromium } from './tests/run/chromium.mjs'

/** They start an SDO and deploy nothing. */
const reading = ['docs.test.ts', 'page-links.test.ts']

export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'tests/artifacts/playwright',
  timeout: 180_000,
  expect: { timeout: 15_000 },
  fullyParallel: false,
  // One more than there are cores on a small machine: those that deploy mostly wait.
  workers: 3,
  projects: [
    // Each of these deploys with an SDO of its own: two at a time, from the beginning, beside those of the portal.
    { name: 'whole', testIgnore: ['accounts/**', ...reading], workers: 2 },
    { name: 'portal', testMatch: ['accounts/**/*.test.ts', ...reading] },
  ],
  forbidOnly: Boolean(process.env.SDO_REQUIRE_ALL_SUITES),
  reporter: [
    ['list'],
    ['json', { outputFile: process.env.SDO_PLAYWRIGHT_REPORT ?? 'tests/artifacts/playwright.json' }],
  ],
  use: {
    locale: 'en-GB',
    timezoneId: 'UTC',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: findChromium(),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--disable-dev-shm-usage',
      ],
    },
  },
})
