import { expect, type Locator, type Page } from '@playwright/test'
import { selectVersion } from '../select-version'

/** What a person does in the portal; works the same with and without JavaScript. */
export class Portal {
  constructor(
    readonly page: Page,
    readonly origin: string,
  ) {}

  async open(path: string): Promise<void> {
    await this.page.goto(`${this.origin}${path}`)
  }

  async fill(label: string, value: string): Promise<void> {
    await this.page.getByLabel(label, { exact: true }).fill(value)
  }

  /** Presses a button that sends a form, and waits until the server has done what it asks. */
  async press(name: string): Promise<void> {
    const done = this.page.waitForResponse((response) => response.request().method() === 'POST')
    await this.page.getByRole('button', { name, exact: true }).click()
    await done
  }

  /** Presses a button of a form that is refused: before it is sent where scripts run, by the server where none do. */
  async pressRefused(name: string): Promise<void> {
    await this.page.getByRole('button', { name, exact: true }).click()
    await expect(this.page.getByRole('alert').first()).toBeVisible()
  }

  async follow(name: string): Promise<void> {
    await this.page.getByRole('link', { name, exact: true }).first().click()
  }

  async expectText(text: string | RegExp): Promise<void> {
    await expect(this.page.getByText(text).first()).toBeVisible()
  }

  /** Loads the page again until it shows `awaited`. */
  async waitFor(awaited: string | RegExp | Locator, timeoutMs = 60_000): Promise<void> {
    const isText = typeof awaited === 'string' || awaited instanceof RegExp
    const shown = isText ? this.page.getByText(awaited) : awaited
    await expect(async () => {
      await this.page.reload()
      await expect(shown.first()).toBeVisible({ timeout: 1000 })
    }).toPass({ timeout: timeoutMs, intervals: [250] })
  }

  /** An application's row on the Patch tab. */
  application(name: string) {
    const tick = this.page.getByRole('checkbox', { name, exact: true })
    return this.page.getByRole('row').filter({ has: tick })
  }

  /** Deploys `version` from the Patch tab; confirms the costs when asked. */
  async deploy(application: string, version: string): Promise<void> {
    const row = this.application(application)
    const deploy = this.page.getByRole('button', { name: 'Deploy selected' })
    await selectVersion(row.getByRole('combobox'), version)
    await row.getByRole('checkbox').check()
    const costs = this.page.getByLabel(/I understand that AWS bills me/)
    if (await costs.isVisible()) await costs.check()
    await deploy.click()
    await expect(this.page.getByText('The deployment was queued.')).toBeVisible()
  }
}
