import { expect } from '@playwright/test'
import { readFileSync } from 'node:fs'
import { test, withAndWithoutScripts } from './test'

withAndWithoutScripts(() => {
  test('an admin looks something up in the audit log and downloads what was found', async ({
    visitor,
    site,
  }) => {
    const { page } = visitor
    const admin = await site.people.signUp()
    const member = await site.people.invite(admin, { name: 'Max Member' })
    await site.services.users.setAdmin(admin.actor, { userId: member.id, isAdmin: true })
    await site.services.users.createIntegrationUser(admin.actor, { name: 'x'.repeat(100) })
    await visitor.signInAs(admin)
    await visitor.open('/portal/users')
    await visitor.follow('audit log')
    await visitor.expectPage('Audit log', 'Audit log')
    await visitor.look('audit-log')
    await visitor.fill({ Target: 'Max' })
    await page.getByLabel('Action', { exact: true }).selectOption('user.set-admin')
    await visitor.press('Search')
    const rows = page.getByRole('table').getByRole('row').filter({ hasText: admin.name })
    await expect(rows).toHaveCount(1)
    await expect(rows).toContainText('isAdmin: false → true')
    await expect(page.getByLabel('Target')).toHaveValue('Max')
    await visitor.look('audit-log-filtered')
    const download = page.waitForEvent('download')
    await visitor.follow('Download CSV')
    const file = await download
    expect(file.suggestedFilename()).toMatch(/\.csv$/)
    const lines = readFileSync(await file.path(), 'utf8')
      .trim()
      .split(/\r?\n/)
    expect(lines).toHaveLength(2)
    expect(lines[1]).toContain('Max Member')
    await visitor.fill({ Target: 'nothing of this name' })
    await visitor.press('Search')
    await visitor.expectText('Nothing in the audit log matches.')
    await visitor.look('audit-log-nothing')
    await visitor.follow('Clear')
    await expect(page.getByLabel('Target')).toHaveValue('')
    await expect(rows.nth(2)).toBeVisible()
  })
})
