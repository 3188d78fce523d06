import { expect, test, type Page } from '@playwright/test'

interface OpenChecklist {
  /** Whose browser it is read in; the checklist gets a tab of its own. */
  page: Page
  origin: string
  /** The anchor of the heading that it stands under. */
  section: string
  /** Without scripts there is a list and nothing to tick. */
  runsScripts: boolean
}

/** A checklist of the quick start as it is printed, followed step by step in a tab beside the work. */
export class Checklist {
  private followed = 0

  private constructor(
    private readonly page: Page,
    private readonly steps: string[],
    private readonly runsScripts: boolean,
  ) {}

  static async open({ page, origin, section, runsScripts }: OpenChecklist): Promise<Checklist> {
    const tab = await page.context().newPage()
    await tab.goto(`${origin}/docs/quick-start`)
    if (runsScripts) await expect(tab.getByRole('checkbox').first()).toBeVisible()
    const printed = tab.locator(`//h2[@id="${section}"]/following::ul[1]/li`)
    return new Checklist(tab, await printed.allInnerTexts(), runsScripts)
  }

  /** Does the next step, which has to read `step`, and ticks it off. */
  async follow<Result>(step: string, work: () => Promise<Result>): Promise<Result> {
    expect(this.steps[this.followed]?.trim()).toBe(step)
    const result = await work()
    if (this.runsScripts) await this.page.getByRole('checkbox', { name: step, exact: true }).check()
    this.followed += 1
    return result
  }

  /** Nothing is left to do, within the time that the page promises, and the browser remembers so until it is told to forget. */
  async expectDone(begun: number): Promise<void> {
    const minutes = (performance.now() - begun) / 60_000
    test.info().annotations.push({ type: 'quick start', description: `${minutes.toFixed(2)} minutes` })
    expect(minutes).toBeLessThan(10)
    expect(this.followed).toBe(this.steps.length)
    if (!this.runsScripts) return
    const ticked = this.page.getByRole('checkbox', { checked: true })
    await this.page.reload()
    await expect(ticked).toHaveCount(this.steps.length)
    const resets = this.page.getByRole('button', { name: 'Reset Checkboxes' })
    for (const reset of await resets.all()) await reset.click()
    await this.page.reload()
    await expect(this.page.getByRole('checkbox').first()).toBeVisible()
    await expect(ticked).toHaveCount(0)
  }
}
