import { expect, type Page } from '@playwright/test'
import { look } from '../look'
import type { Person } from './site/people'
import type { Site } from './site/start-site'

/** Somebody in front of a browser that runs scripts or does not. */
export class Visitor {
  constructor(
    readonly page: Page,
    readonly site: Site,
    readonly runsScripts: boolean,
    /** Where this browser says it is. */
    readonly address: string,
  ) {}

  /** @returns the status of the answer */
  async open(path: string, url = this.site.url): Promise<number | undefined> {
    // A page without scripts renews itself, and what it begins at that moment takes the place of what is asked for.
    const isReplaced = (failure: Error) => failure.message.includes('net::ERR_ABORTED')
    const response = await this.page.goto(url + path).catch((failure: Error) => {
      if (this.runsScripts || !isReplaced(failure)) throw failure
      return this.page.goto(url + path)
    })
    if (this.runsScripts) await this.page.waitForFunction(isAwake)
    return response?.status()
  }

  async signInAs({ token }: Person): Promise<void> {
    await this.page.context().addCookies([{ name: 'X-SDO-AUTHORIZATION', value: token, url: this.site.url }])
  }

  async fill(fields: Record<string, string>): Promise<void> {
    for (const [label, value] of Object.entries(fields))
      await this.page.getByLabel(label, { exact: true }).fill(value)
  }

  async press(name: string): Promise<void> {
    await this.page.getByRole('button', { name, exact: true }).click()
  }

  async follow(name: string): Promise<void> {
    await this.page.getByRole('link', { name, exact: true }).first().click()
  }

  /** Opens what has this summary, which a page may have open already. */
  async unfold(summary: string): Promise<void> {
    const folded = this.page.locator('details:not([open]) > summary', { hasText: summary })
    if ((await folded.count()) > 0) await folded.first().click()
  }

  /** One more row of a list, which has several where no scripts run. */
  async addRow(label: string): Promise<void> {
    if (this.runsScripts) await this.press(label)
  }

  /** Folds out the menu that says this to those who do not see where it stands. */
  async openMenu(label: string): Promise<void> {
    await this.page.locator('summary').filter({ hasText: label }).click()
  }

  /** The page has this heading and this name in the browser's tab. */
  async expectPage(heading: string | RegExp, title: string): Promise<void> {
    await expect(this.page.getByRole('heading', { level: 1 }).first()).toHaveText(heading)
    await expect(this.page).toHaveTitle(`${title} · SDO`)
  }

  /** The form was refused with this message, which has the focus, so that nobody has to look for it. */
  async expectRefusal(message: string): Promise<void> {
    const alert = this.page.getByRole('alert')
    await expect(alert).toContainText(message)
    await expect(alert).toBeFocused()
  }

  /** What the page says was done. */
  async expectNews(message: string): Promise<void> {
    await expect(this.page.getByRole('status')).toContainText(message)
  }

  async expectText(text: string | RegExp): Promise<void> {
    await expect(this.page.getByText(text).first()).toBeVisible()
  }

  /** Checks how the page looks and keeps pictures of it. */
  async look(name: string): Promise<void> {
    const folder = `accounts-${this.runsScripts ? 'scripts' : 'no-scripts'}`
    await look({ page: this.page, folder, runsScripts: this.runsScripts }, name)
  }
}

/** Runs in the page: whether React has taken it over, where it loads any scripts. */
const isAwake = () =>
  document.querySelector('script[type=module]') === null ||
  Object.keys(document.body).some((key) => key.startsWith('__react'))
