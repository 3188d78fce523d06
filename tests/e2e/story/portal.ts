import { expect, type Page } from '@playwright/test'

/** What a person does in the portal, step by step; works the same with and without JavaScript. */
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

  async press(name: string): Promise<void> {
    await this.page.getByRole('button', { name, exact: true }).click()
  }

  async follow(name: string): Promise<void> {
    await this.page.getByRole('link', { name, exact: true }).first().click()
  }

  /** Loads the page again until it shows `text`. */
  async waitFor(text: string | RegExp, timeoutMs = 60_000): Promise<void> {
    await expect(async () => {
      await this.page.reload()
      await expect(this.page.getByText(text).first()).toBeVisible({ timeout: 1000 })
    }).toPass({ timeout: timeoutMs, intervals: [250] })
  }

  async expectText(text: string | RegExp): Promise<void> {
    await expect(this.page.getByText(text).first()).toBeVisible()
  }
}
