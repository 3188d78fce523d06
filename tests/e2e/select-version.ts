import type { Locator } from '@playwright/test'

/** Selects the version that is called `name` in the select of an application, where its age stands beside it. */
export async function selectVersion(select: Locator, name: string): Promise<void> {
  const isNamed = (text: string | null) => text?.startsWith(`${name} · `) ?? false
  for (const option of await select.locator('option').all())
    if (isNamed(await option.textContent())) {
      await select.selectOption({ value: (await option.getAttribute('value')) ?? '' })
      return
    }
  throw new Error(`There is no version ${name} to select.`)
}
