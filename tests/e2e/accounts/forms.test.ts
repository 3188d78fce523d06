import { expect } from '@playwright/test'
import { selectVersion } from '../select-version'
import { test, withAndWithoutScripts } from './test'
import type { Visitor } from './visitor'

const arn = (name: string) => `arn:aws:iam::123456789012:role/${name}`
const errorsOf = ({ page }: Visitor) => page.locator('[aria-invalid=true]')

/** An entry of the summary leads to the control that it is about, and takes nothing away. */
async function expectLedTo({ page, runsScripts }: Visitor, message: string): Promise<void> {
  const entry = page.getByRole('alert').getByRole('link', { name: message })
  const id = ((await entry.getAttribute('href')) ?? '').slice(1)
  await entry.click()
  await expect(page.locator(runsScripts ? ':focus' : ':target')).toHaveAttribute('id', id)
}

withAndWithoutScripts(() => {
  test('roles that are overridden keep their values and their errors apart', async ({ visitor, site }) => {
    const { page } = visitor
    const person = await site.people.signUp()
    const { id } = await site.environments.create(person.actor)
    await site.environments.deploy(person.actor, id, ['shop'], {
      reader: arn('reader'),
      writer: arn('writer'),
    })
    await visitor.signInAs(person)
    await visitor.open(`/portal/environments/detail?id=${id}&tab=overrides`)
    await visitor.unfold('shop')
    await visitor.fill({ 'Role reader': arn('other'), 'Role writer': 'no ARN' })
    await visitor.press('Save overrides')
    await visitor.expectRefusal('The ARN of role writer must look like arn:aws:iam::123456789012:role/name.')
    await expect(page.getByLabel('Role reader', { exact: true })).toHaveValue(arn('other'))
    await expect(page.getByLabel('Role writer', { exact: true })).toHaveValue('no ARN')
    await expect(errorsOf(visitor)).toHaveCount(1)
    await expect(page.getByLabel('Role writer', { exact: true })).toHaveAttribute('aria-invalid', 'true')
    await visitor.look('overrides-refused')
    await visitor.fill({ 'Role writer': arn('another') })
    await visitor.press('Save overrides')
    await visitor.expectNews('The overrides were saved.')
    await visitor.unfold('shop')
    await expect(page.getByLabel('Role reader', { exact: true })).toHaveValue(arn('other'))
    await expect(page.getByLabel('Role writer', { exact: true })).toHaveValue(arn('another'))
  })

  test('a number of processes that was typed is never lost without a word', async ({ visitor, site }) => {
    const { page } = visitor
    const person = await site.people.signUp()
    const { id } = await site.environments.create(person.actor)
    await site.environments.deploy(person.actor, id, ['shop'])
    await visitor.signInAs(person)
    await visitor.open(`/portal/environments/detail?id=${id}&tab=overrides`)
    await visitor.unfold('shop')
    const number = page.getByLabel('Number of processes')
    const tick = page.getByLabel('Override defaults capacity')
    if (visitor.runsScripts) {
      await expect(number).toBeDisabled()
      await tick.check()
      await expect(number).toBeEnabled()
      await tick.uncheck()
      await expect(number).toBeDisabled()
      await tick.check()
      await number.fill('5')
    } else {
      await number.fill('5')
      await visitor.press('Save overrides')
      await visitor.expectRefusal('Select “Override defaults capacity” to use another number')
      await expect(number).toHaveValue('5')
      await visitor.look('override-not-ticked')
      await tick.check()
    }
    await visitor.press('Save overrides')
    await visitor.expectNews('The overrides were saved.')
    await visitor.expectText('5 here, 2 by default')
    await visitor.unfold('shop')
    await tick.uncheck()
    await visitor.press('Save overrides')
    await visitor.expectText('2 by default')
  })

  test('registration reports every fault at its field', async ({ visitor }) => {
    const { page } = visitor
    await visitor.open('/register')
    await visitor.fill({ Name: 'Grace', 'E-mail': 'a@b', Password: 'short', 'Confirm password': 'other' })
    await visitor.press('Register')
    await visitor.expectRefusal('The email a@b is not valid')
    for (const message of [
      'Your password did not meet the requirements.',
      'The two passwords are not the same.',
      'You can not create a new account without accepting the terms of service.',
    ])
      await expectLedTo(visitor, message)
    await expect(errorsOf(visitor)).toHaveCount(4)
    await expect(page.getByRole('checkbox', { name: /I accept the/ })).toHaveAttribute('aria-invalid', 'true')
    await visitor.look('register-faults')
  })

  test('a new application has its faults at the fields and rows that have them', async ({
    visitor,
    site,
  }) => {
    const { page } = visitor
    await visitor.signInAs(await site.people.signUp())
    await visitor.open('/portal/applications/create')
    await visitor.fill({ Name: '-', 'Docker image': 'sdo/sample', 'CPU count': '0', 'Memory MB': '300' })
    await visitor.fill({ 'Default number of processes': '1' })
    await visitor.addRow('Add port')
    await visitor.fill({ 'Port, row 1': '80', 'Port, row 2': '0', 'Subdomain, row 1': 'a-' })
    await visitor.unfold('More')
    await visitor.addRow('Add role')
    await visitor.fill({ 'Key, row 1': 'reader', 'Role ARN, row 1': arn('reader') })
    await visitor.fill({ 'Key, row 2': 'writer', 'Role ARN, row 2': 'nothing' })
    await visitor.press('Create')
    await expect(page.getByRole('alert')).toBeFocused()
    const labels = await errorsOf(visitor).evaluateAll((controls) =>
      (controls as HTMLInputElement[]).map((each) => each.ariaLabel ?? each.labels?.[0]?.textContent),
    )
    const all = ['Name', 'CPU count', 'Subdomain, row 1', 'Port, row 2', 'Role ARN, row 2']
    expect(labels).toEqual(all)
    await visitor.look('application-faults')
    await visitor.fill({ Name: 'shop' })
    await visitor.press('Create')
    const [, second = ''] = all
    await expect(page.getByLabel(second, { exact: true })).toHaveAttribute('aria-invalid', 'true')
    await expect(errorsOf(visitor)).toHaveCount(4)
  })

  test('what a refusal asks for stays while it is answered', async ({ visitor, site }) => {
    const { page } = visitor
    const person = await site.people.signUp()
    const { id } = await site.environments.create(person.actor)
    await site.environments.deploy(person.actor, id, ['shop'])
    await visitor.signInAs(person)
    if (visitor.runsScripts) await page.clock.install()
    await visitor.open(`/portal/environments/create-deployment?id=${id}`)
    const version = page.getByLabel('Version of shop', { exact: true })
    await selectVersion(version, 'v1')
    await visitor.press('Deploy selected')
    const costs = page.getByLabel(/I understand that AWS bills me/)
    await costs.check()
    // The page asks for what is new every 5 s.
    if (visitor.runsScripts) await page.clock.runFor(20_000)
    await expect(costs).toBeChecked()
    await visitor.look('costs')
    await selectVersion(version, 'v1')
    await visitor.press('Deploy selected')
    await visitor.expectNews('The deployment was queued.')
  })

  test('the calculator has its faults at the rows that have them', async ({ visitor }) => {
    await visitor.open('/pricing')
    await visitor.fill({ 'CPU count, row 1': '', 'Memory MB, row 1': '', 'Processes, row 1': '' })
    await visitor.fill({ 'CPU count, row 2': 'x', 'Memory MB, row 2': '300', 'Processes, row 2': '1' })
    await visitor.press('Estimate')
    await visitor.expectText('Row 2: CPU count must be a number such as 0.25, not “x”.')
    await expect(errorsOf(visitor)).toHaveCount(1)
    await expect(visitor.page.getByLabel('CPU count, row 2')).toHaveAttribute('aria-invalid', 'true')
    await visitor.look('calculator-fault')
  })
})

test('a fault goes when it is mended', async ({ visitor }) => {
  const { page } = visitor
  await visitor.open('/register')
  await visitor.fill({ Name: 'Grace', 'E-mail': 'a@b', Password: 'long-enough', 'Confirm password': 'other' })
  await visitor.press('Register')
  await expect(errorsOf(visitor)).toHaveCount(3)
  await visitor.fill({ 'Confirm password': 'long-enough' })
  await expect(page.getByText('The two passwords are not the same.')).toHaveCount(0)
  await page.getByRole('checkbox', { name: /I accept the/ }).check()
  await expect(errorsOf(visitor)).toHaveCount(1)
  await expect(page.getByRole('alert')).toHaveText('The email a@b is not valid')
  await visitor.fill({ 'E-mail': 'grace@example.com' })
  await expect(page.getByRole('alert')).toHaveCount(0)
  await visitor.fill({ Password: 'x' })
  await visitor.press('Register')
  await expect(errorsOf(visitor)).toHaveCount(2)
})
