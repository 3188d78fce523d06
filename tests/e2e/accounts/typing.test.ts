import { expect } from '@playwright/test'
import { test, withAndWithoutScripts } from './test'

withAndWithoutScripts(() => {
  test('an application is typed with what its fields take, and keeps its Spot percentage', async ({
    visitor,
    site,
  }) => {
    const { page } = visitor
    const person = await site.people.signUp()
    await visitor.signInAs(person)
    await visitor.open('/portal/applications/create')
    const image = page.getByLabel('Docker image')
    // Most need nothing of it.
    await expect(page.getByLabel('At most on Spot (%)')).toBeHidden()
    await expect(page.getByLabel('Port, row 2')).toHaveCount(visitor.runsScripts ? 0 : 1)
    await visitor.look('application-new')
    await visitor.unfold('More')
    if (visitor.runsScripts) {
      await image.pressSequentially('team/shop:')
      await visitor.expectText('No tag or digest: they belong to the versions.')
      for (const label of ['CPU count', 'Memory MB', 'Default number of processes'])
        await page.getByLabel(label).fill('')
      await page.getByLabel('CPU count').pressSequentially('0x.2.5')
      await visitor.expectText('Only digits and one decimal point.')
      await visitor.look('application-key-kept-out')
      await page.getByLabel('Memory MB').pressSequentially('3e00')
      await page.getByLabel('Port, row 1').pressSequentially('80x80')
      await page.getByLabel('Subdomain, row 1').pressSequentially('My--Shop')
      await expect(image).toHaveValue('team/shop')
      await expect(page.getByLabel('CPU count')).toHaveValue('0.25')
      await expect(page.getByLabel('Memory MB')).toHaveValue('300')
      await expect(page.getByLabel('Port, row 1')).toHaveValue('8080')
      await expect(page.getByLabel('Subdomain, row 1')).toHaveValue('my-shop')
      // Before anything is sent, the first thing that is missing.
      await expect(page.getByText('Process name is required.')).toBeVisible()
      await page.getByLabel('Name', { exact: true }).fill('shop')
      const missing = page.getByText('Default number of processes is required and must be greater than zero.')
      await expect(missing).toBeVisible()
      await visitor.look('application-first-fault')
      await page.getByLabel('Default number of processes').fill('1')
      await expect(missing).toHaveCount(0)
    }
    await expect(page.getByText('A load balancer costs about 27 USD a month before traffic.')).toBeVisible()
    await visitor.fill({
      Name: 'shop',
      'Docker image': 'team/shop',
      'CPU count': '0.25',
      'Memory MB': '300',
      'Default number of processes': '1',
      'At most on Spot (%)': '40',
      'Port, row 1': '',
      'Subdomain, row 1': 'shop',
    })
    await visitor.press('Create')
    await visitor.expectRefusal('Enter the port that the subdomain is for.')
    await visitor.look('application-refused')
    await visitor.fill({ 'Port, row 1': '8080' })
    await visitor.press('Create')
    await visitor.expectNews('The application was created.')
    await visitor.press('Save configuration')
    await visitor.expectNews('The configuration was saved.')
    await expect(page.getByLabel('At most on Spot (%)')).toHaveValue('40')
    await visitor.look('application-configuration')
  })

  test('what is pasted is saved as it is shown, or refused with a word on it', async ({ visitor, site }) => {
    const { page } = visitor
    const person = await site.people.signUp()
    await visitor.signInAs(person)
    await visitor.open('/portal/applications/create')
    const right = {
      Name: 'shop',
      'Docker image': 'team/shop',
      'CPU count': '1',
      'Memory MB': '300',
      'Default number of processes': '1',
      'Port, row 1': '8080',
    }
    await visitor.fill(right)
    const paste = async (label: string, text: string) => {
      const field = page.getByLabel(label, { exact: true })
      await field.focus()
      await field.selectText()
      await page.keyboard.insertText(text)
      await expect(field).toHaveValue(text)
    }
    const refused = {
      'CPU count': ['1e3', 'CPU count must be a number such as 0.25, not “1e3”. Did you mean 1000?'],
      'Memory MB': ['1.5 GB', 'Memory MB must be a whole number, not “1.5 GB”. Did you mean 1500?'],
      'Default number of processes': ['-1', 'Default number of processes is required'],
      'Port, row 1': ['99999', 'A port must be a whole number from 1 to 65535, not “99999”.'],
      'Docker image': ['registry.acme.io:5000/team/web:2', 'Docker image must be without tag and digest'],
    }
    for (const [label, [text = '', word = '']] of Object.entries(refused)) {
      await paste(label, text)
      await visitor.press('Create')
      await visitor.expectRefusal(word)
      await expect(page.getByLabel(label, { exact: true })).toHaveValue(text)
      await visitor.look(`application-pasted-${label}`)
      await visitor.fill(right)
    }
    await paste('CPU count', '1,5')
    await visitor.press('Create')
    await visitor.expectNews('The application was created.')
    await expect(page.getByLabel('CPU count')).toHaveValue('1.5')
  })
})
