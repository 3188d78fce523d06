import { expect } from '@playwright/test'
import type { Portal } from './portal'

interface LinkNetwork {
  portal: Portal
  accountNumber: string
  /** Addresses of the VPC that is made. */
  range: string
  /** Looks at the page that is shown. */
  picture(name: string): Promise<void>
}

/** A VPC is added, its account gets the role for it, an environment is connected with it and not any more, and it is deleted. */
export async function linkNetwork({ portal, accountNumber, range, picture }: LinkNetwork): Promise<void> {
  const { page, origin } = portal
  const onConsole = page.locator(`#account-${accountNumber}`)
  const openConsole = () => page.goto(`${origin}/dev/aws`)
  await openConsole()
  await onConsole.getByLabel('Addresses of a new VPC').fill(range)
  await onConsole.getByRole('button', { name: 'Make the VPC' }).click()
  const row = onConsole.getByRole('row').filter({ hasText: range })
  const vpcId = await row.getByText(/^vpc-/).innerText()

  await portal.open('/portal/external-resources')
  await portal.follow('Add New External Network')
  await portal.fill('VPC ID', 'my-network')
  await portal.press('Add external network')
  await expect(page.getByRole('alert')).toBeVisible()
  await picture('network-create-refused')
  await portal.fill('VPC ID', vpcId)
  await page
    .getByLabel('AWS account', { exact: true })
    .selectOption({ label: `Demo account (${accountNumber})` })
  await portal.press('Add external network')
  await expect(page).toHaveURL(/external-resources$/)

  await openConsole()
  await onConsole.getByRole('button', { name: /^Install it again/ }).click()
  await portal.open('/portal/external-resources')
  await portal.follow('Demo account')
  await portal.press('Update Status')
  await portal.waitFor('Your account is ready.')
  await portal.open('/portal/external-resources')
  const networkRow = page.getByRole('row').filter({ hasText: vpcId })
  await expect(async () => {
    await page.reload()
    await expect(networkRow).toContainText('Associated', { timeout: 500 })
  }).toPass({ timeout: 90_000 })
  await picture('external-resources-networks')

  const openResources = async () => {
    await portal.open('/portal/environments')
    await portal.follow('Demo')
    await portal.follow('Resources')
  }
  await openResources()
  await portal.follow('Update Links')
  await page.getByLabel(new RegExp(`^${vpcId}`)).check()
  await picture('links-networks')
  await portal.press('Update external networks')
  await expect(page).toHaveURL(/tab=resources/)
  await portal.waitFor('Connected')
  await picture('resources-network')
  await openConsole()
  await expect(onConsole.getByRole('row').filter({ hasText: /pcx-.*active/ })).toContainText(vpcId)

  await portal.open('/portal/external-resources')
  await page.getByRole('link', { name: `Delete ${vpcId}` }).click()
  await portal.expectText('You must disassociate the external network from the following environments: Demo.')
  await expect(page.getByRole('button', { name: 'Delete external network' })).toHaveCount(0)
  await picture('network-delete-refused')

  await openResources()
  await portal.follow('Update Links')
  await page.getByLabel(new RegExp(`^${vpcId}`)).uncheck()
  await portal.press('Update external networks')
  await expect(page).toHaveURL(/tab=resources/)
  await portal.waitFor('Link a VPC of yours, and applications reach it by private addresses.')
  await openConsole()
  await expect(onConsole.getByRole('row').filter({ hasText: /pcx-.*active/ })).toHaveCount(0)

  await portal.open('/portal/external-resources')
  await page.getByRole('link', { name: `Delete ${vpcId}` }).click()
  await portal.press('Delete external network')
  await expect(page).toHaveURL(/external-resources$/)
  await expect(async () => {
    await page.reload()
    await expect(networkRow).toHaveCount(0, { timeout: 500 })
  }).toPass({ timeout: 30_000 })
  await openConsole()
  await expect(row).toBeVisible()
}
