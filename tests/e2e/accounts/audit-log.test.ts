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
    await site.people.makeReady(member.id)
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

  test('an admin reads on in a log of several pages, and comes back', async ({ visitor, site }) => {
    const { page } = visitor
    const admin = await site.people.signUp()
    const names = Array.from({ length: 150 }, (_, index) => `Robot ${index}`)
    for (const name of names) await site.services.users.createIntegrationUser(admin.actor, { name })
    const created = page
      .getByRole('table')
      .getByRole('row')
      .filter({ hasText: /Robot \d+/ })
    const older = page.getByRole('link', { name: 'Older entries' })
    await visitor.signInAs(admin)
    await visitor.open('/portal/audit-log?action=integration-user.create')
    await expect(created).toHaveCount(100)
    await expect(created.first()).toContainText('Robot 149')
    await expect(page.getByRole('link', { name: 'Newest entries' })).toHaveCount(0)
    await older.click()
    await expect(created).toHaveCount(50)
    await expect(created.first()).toContainText('Robot 49')
    await expect(created.last()).toContainText('Robot 0')
    await expect(older).toHaveCount(0)
    await expect(page.getByLabel('Action', { exact: true })).toHaveValue('integration-user.create')
    await visitor.look('audit-log-older')
    await visitor.follow('Newest entries')
    await expect(created).toHaveCount(100)
    await page.goBack()
    await expect(created).toHaveCount(50)
  })
})
