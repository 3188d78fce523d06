import { expect, it, vi } from 'vitest'
import { messages } from '../../app/messages/messages'
import * as cloudformation from '../../core/roles/cloudformation'
import { User } from '../../db/models/user'
import { useAppServer } from '../builders/app-server'
import { buildReadyAccount } from '../builders/deployment-core'
import { readForms } from '../builders/html-forms'
import { useTestDatabase } from '../postgres/test-database'

// What is left out of a mock is the module itself: only what this file breaks is broken.
vi.mock('../../core/roles/cloudformation', { spy: true })

const server = useAppServer(useTestDatabase())

async function setUp(email: string) {
  const browser = await server.signUp(email)
  const account = await buildReadyAccount(await User.findOne({ where: { email }, rejectOnEmpty: true }))
  return { browser, account, page: `/portal/external-resources/roles?awsAccountId=${account.id}` }
}

const formsOf = (text: string) => readForms(text).map(({ name }) => name)
const linkOf = (text: string) => /href="([^"]*)"[^>]*>Download cloudformation\.json/.exec(text)?.[1] ?? ''

it('an account that is being prepared shows that it is at work and nothing to do, and looks again', async () => {
  const { browser, account, page } = await setUp('prepared@example.com')
  const ready = await browser.open(page)
  expect(formsOf(ready.text)).toContain('updateStatus')
  await account.update({ state: 'INITIALIZING' })
  const { text } = await browser.open(page)
  expect(text).toContain('The account is being prepared.')
  expect(text).toContain('http-equiv="refresh" content="5"')
  expect(text).not.toMatch(/Configuration status|Required roles|cloudformation\.json/)
  expect(formsOf(text)).not.toContain('updateStatus')
})

it('the template is saved as a file, and where it can not be made the page says so', async () => {
  const { browser, page } = await setUp('template@example.com')
  const link = linkOf((await browser.open(page)).text)
  const file = await browser.open(link)
  expect(file.headers.get('content-disposition')).toBe('attachment; filename="cloudformation.json"')
  expect(JSON.parse(file.text)).toHaveProperty('Resources')
  vi.mocked(cloudformation.cloudFormationTemplate).mockImplementationOnce(() => {
    throw new Error('No such role.')
  })
  const refused = await browser.open(link)
  expect(refused.location).toBe(page)
  expect((await browser.open(page)).text).toContain(messages.templateFailed.text)
})
