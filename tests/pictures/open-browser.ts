import { chromium, type Browser } from '@playwright/test'
import config from '../../playwright.config'

/** The browser of the browser tests. */
export const openBrowser = (): Promise<Browser> => chromium.launch(config.use?.launchOptions)
