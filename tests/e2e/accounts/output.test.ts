import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { test, withAndWithoutScripts } from './test'
import type { Visitor } from './visitor'

const minute = 60_000

/** The page of a team whose applications run and have printed something, on a site that waits for answers. */
async function openOutput(visitor: Visitor, more: string[] = []) {
  const { site } = visitor
  const { printing, environments, people } = site
  const person = await people.signUp()
  await visitor.signInAs(person)
  const { id } = await environments.create(person.actor)
  const [shop = '', ...others] = await environments.deploy(person.actor, id, ['shop', ...more])
  await printing.giveGroups(id, [shop, ...others])
  const begun = Date.now() - 10 * minute
  const say = (process: string, text: string, epoch = Date.now()) =>
    printing.print(shop, [{ process: `${shop}-${process}`, text, epoch }])
  say('1', 'The shop is open.', begun)
  say('1', '{"level":"info","msg":"served","path":"/cart","ms":12}', begun + 1000)
  say('2', 'WARN The till is slow.', begun + 2000)
  say('1', 'ERROR The till is broken.', begun + 3000)
  say('1', '    at pay (/app/till.js:7:3)', begun + 3000)
  say('2', 'The other process goes on.', begun + 4000)
  say('1', '\u001b[32mThe till works again.\u001b[0m', begun + 5000)
  const url = await site.serve({ changes: printing.changes })
  await visitor.page.context().addCookies([{ name: 'X-SDO-AUTHORIZATION', value: person.token, url }])
  await visitor.open(`/portal/environments/output?id=${id}`, url)
  return { say, shop }
}

const linesOf = (page: Page) => page.getByRole('region', { name: 'Logs' }).getByRole('listitem')

withAndWithoutScripts(() => {
  test('what applications print can be searched by text and by level, and the address keeps the search', async ({
    visitor,
  }) => {
    const { page } = visitor
    await openOutput(visitor, ['api'])
    await visitor.expectPage('Application logs', 'Application logs · Production · Environments')
    await expect(linesOf(page)).toHaveCount(6)
    await expect(linesOf(page).filter({ hasText: 'The till works again.' })).toHaveText(
      /\d\d:\d\d:\d\d\.\d{3}shop .{4}The till works again\.$/,
    )
    await expect(linesOf(page).filter({ hasText: 'served' })).toContainText('path=/cart')
    await visitor.look('application-logs')

    await visitor.fill({ Contains: 'till' })
    await visitor.press('Search')
    await expect(linesOf(page)).toHaveCount(3)
    await page.getByLabel('Level', { exact: true }).selectOption('Errors only')
    await visitor.fill({ Contains: '' })
    await visitor.press('Search')
    await expect(linesOf(page)).toHaveCount(1)
    await expect(linesOf(page)).toContainText('ERROR The till is broken.')
    await expect(linesOf(page)).toContainText('at pay (/app/till.js:7:3)')

    const shared = page.url()
    await visitor.follow('Clear')
    await expect(linesOf(page)).toHaveCount(6)
    await page.goto(shared)
    await expect(linesOf(page)).toHaveCount(1)

    await page.getByLabel('Application', { exact: true }).selectOption('api')
    await visitor.press('Search')
    await visitor.expectText('Nothing was printed that matches.')
    await visitor.look('application-logs-nothing')
  })

  test('a line leads to what its process printed before and after it', async ({ visitor }) => {
    const { page } = visitor
    await openOutput(visitor)
    await page.getByLabel('Level', { exact: true }).selectOption('Errors only')
    await visitor.press('Search')
    await expect(linesOf(page)).toHaveCount(1)
    await linesOf(page).getByTitle('Lines around this one').click()
    await visitor.expectPage('Logs of shop', 'Logs of shop · Production · Environments')
    await expect(linesOf(page)).toHaveCount(4)
    await expect(page.locator('li:target')).toContainText('ERROR The till is broken.')
    await expect(linesOf(page).last()).toContainText('The till works again.')
    await expect(linesOf(page).filter({ hasText: 'The other process' })).toHaveCount(0)
    await visitor.look('application-logs-around')
  })

  test('the lines that are shown are a file, too', async ({ visitor }) => {
    const { page } = visitor
    const { shop } = await openOutput(visitor)
    await visitor.fill({ Contains: 'The till' })
    await visitor.press('Search')
    await expect(linesOf(page)).toHaveCount(3)
    const download = page.waitForEvent('download')
    await visitor.follow('Download')
    const file = await (await download).path()
    const lines = (await readFile(file, 'utf8')).trimEnd().split('\n')
    expect(lines.map((line) => line.replace(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z /, ''))).toEqual([
      `shop ${shop}-2 WARN The till is slow.`,
      `shop ${shop}-1 ERROR The till is broken.`,
      `shop ${shop}-1 The till works again.`,
    ])
  })

  test('what is printed while somebody follows appears by itself, until they stop', async ({ visitor }) => {
    const { page } = visitor
    const { say } = await openOutput(visitor)
    await visitor.follow('Follow')
    await expect(page.getByText('Live', { exact: true })).toBeVisible()
    say('2', 'The shop closes.')
    await expect(linesOf(page).last()).toContainText('The shop closes.')
    await visitor.look('application-logs-followed')
    await visitor.follow('Stop following')
    await expect(page.getByRole('link', { name: 'Follow', exact: true })).toBeVisible()
    await expect(linesOf(page)).toHaveCount(7)
  })
})
