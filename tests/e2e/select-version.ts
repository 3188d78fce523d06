import type { Locator } from '@playwright/test'

/** Selects the version that is called `name`, once the select of an application has it; its age stands beside it. */
export async function selectVersion(select: Locator, name: string): Promise<void> {
  const words = name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  const option = select.locator('option').filter({ hasText: new RegExp(`^${words} · `) })
  await select.selectOption({ value: (await option.getAttribute('value')) ?? '' })
}
