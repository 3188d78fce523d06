import { expect } from '@playwright/test'
import { test, withAndWithoutScripts } from './test'
import type { Visitor } from './visitor'

const rowOf = ({ page }: Visitor, label: string, row: number) =>
  page.getByLabel(`${label}, row ${row}`, { exact: true })

withAndWithoutScripts(() => {
  test('variables and secrets are typed in rows and pasted, refused at their row, and kept', async ({
    visitor,
    site,
  }) => {
    const { page } = visitor
    const person = await site.people.signUp()
    const { id } = await site.environments.create(person.actor)
    const [applicationId = ''] = await site.environments.deploy(person.actor, id, ['shop'])
    const arn = `arn:aws:ssm:us-east-1:123456789012:parameter/sdo/secrets/database`
    await visitor.signInAs(person)
    await visitor.open(`/portal/applications/detail?id=${applicationId}&name=shop`)

    await visitor.unfold('Variables and secrets')
    const [names, values] = ['Name', 'Value'].map((label) =>
      page.getByLabel(`${label}, row 1`, { exact: true }),
    )
    await names?.first().fill('SDO_STOP_URL')
    await values?.first().fill('two\nlines')
    await names?.last().fill('DATABASE_URL')
    await rowOf(visitor, 'ARN', 1).fill('correct-horse')
    await visitor.unfold('Paste a .env file')
    await visitor.fill({ 'Content of the file': 'LOG_LEVEL=debug\nNONSENSE' })
    await visitor.press('Save configuration')
    await visitor.expectRefusal('Line 2 is not NAME=value.')
    await expect(page.getByLabel('Content of the file')).toHaveValue('LOG_LEVEL=debug\nNONSENSE')
    await expect(values?.first() ?? page.locator('none')).toHaveValue('two\nlines')
    await visitor.look('variables-refused')

    await visitor.fill({ 'Content of the file': 'LOG_LEVEL=debug' })
    await visitor.press('Save configuration')
    await visitor.expectRefusal('Check what was read of the .env file, then save again.')
    await expect(page.getByRole('region', { name: 'What was read of the file' })).toContainText('debug')
    await visitor.look('variables-read')
    await visitor.press('Save configuration')
    await visitor.expectRefusal('The variable SDO_STOP_URL is set by SDO.')
    await expect(names?.first() ?? page.locator('none')).toHaveAttribute('aria-invalid', 'true')
    await expect(rowOf(visitor, 'ARN', 1)).toHaveAttribute('aria-invalid', 'true')
    await visitor.look('variables-refused-at-rows')

    await names?.first().fill('GREETING')
    await rowOf(visitor, 'ARN', 1).fill(arn)
    await visitor.press('Save configuration')
    await visitor.expectNews('The configuration was saved.')
    await expect(names?.first() ?? page.locator('none')).toHaveValue('GREETING')
    await expect(values?.first() ?? page.locator('none')).toHaveValue('two\nlines')
    await expect(rowOf(visitor, 'Value', 2)).toHaveValue('debug')
    await expect(rowOf(visitor, 'ARN', 1)).toHaveValue(arn)
    await visitor.expectText('Variable LOG_LEVEL: none → debug')
    await visitor.look('variables')

    if (visitor.runsScripts) {
      await page.getByRole('button', { name: 'Add variable' }).click()
      await expect(rowOf(visitor, 'Value', 4)).toBeVisible()
    }
    await names?.first().fill('')
    await values?.first().fill('')
    await visitor.press('Save configuration')
    await visitor.expectNews('The configuration was saved.')
    await expect(names?.first() ?? page.locator('none')).toHaveValue('LOG_LEVEL')
  })

  test('an environment has variables of its own beside the defaults', async ({ visitor, site }) => {
    const { page } = visitor
    const person = await site.people.signUp()
    const { id } = await site.environments.create(person.actor)
    await site.environments.deploy(person.actor, id, ['shop'])
    await visitor.signInAs(person)
    await visitor.open(`/portal/environments/detail?id=${id}&tab=overrides`)
    await visitor.unfold('shop')
    await visitor.unfold('Variables and secrets of this environment')
    await visitor.expectText('By default it has none.')
    await page.getByLabel('Name, row 1', { exact: true }).first().fill('1ST')
    await rowOf(visitor, 'Value', 1).fill('own')
    await visitor.press('Save overrides')
    await visitor.expectRefusal('The name of a variable must start with a letter or underscore')
    await visitor.look('variable-overrides-refused')
    await page.getByLabel('Name, row 1', { exact: true }).first().fill('FIRST')
    await visitor.press('Save overrides')
    await visitor.expectNews('take effect with the next deployment')
    await visitor.unfold('shop')
    await expect(rowOf(visitor, 'Value', 1)).toHaveValue('own')
    await visitor.look('variable-overrides')

    await visitor.press('Deploy shop to Production')
    await visitor.expectRefusal('Confirm the AWS charges to continue.')
    await visitor.look('variable-overrides-cost')
    await page.getByLabel('I understand that AWS bills me').check()
    await visitor.press('Deploy shop to Production')
    await visitor.expectNews('The deployment was queued.')
    await visitor.look('variables-deployed')
  })
})
