import { expect } from '@playwright/test'
import { test } from './test'
import type { Visitor } from './visitor'

const minute = 60_000

/** The log of a new environment, with an older piece of work in it, open in the browser of its admin. */
async function openLog(visitor: Visitor) {
  const { site, page } = visitor
  const person = await site.people.signUp()
  await visitor.signInAs(person)
  const { id } = await site.environments.create(person.actor)
  const [[last]] = (await site.query(
    'SELECT coalesce(max(sequence), 0) AS sequence FROM log_messages WHERE environment_id = $1',
    [id],
  )) as [[{ sequence: number }], unknown]
  let sequence = last.sequence
  const log = (message: string, epoch = site.clock.now()) =>
    site.query(
      `INSERT INTO log_messages (environment_id, sequence, type, severity, message, created_at)
       VALUES ($1, $2, 'deployment', 'INFO', $3, $4)`,
      [id, ++sequence, message, new Date(epoch)],
    )
  for (let index = 1; index <= 60; index++)
    await log(`Older line ${index}.`, site.clock.now() - 30 * minute + index)
  await log('First new line.')
  await visitor.open(`/portal/environments/detail?id=${id}&tab=logs`)
  await expect(page.getByText('First new line.')).toBeVisible()
  const waiting = page.getByRole('button', { name: /new lines?$/ })
  return { id, log, waiting }
}

test('a log tells what is logged while it is open, without reading the page anew', async ({ visitor }) => {
  const { page } = visitor
  const { log } = await openLog(visitor)
  await page.evaluate(() => document.body.setAttribute('data-same-page', ''))
  await log('Second new line.')
  await expect(page.getByText('Second new line.')).toBeVisible()
  await log('Third new line.')
  await expect(page.getByText('Third new line.')).toBeVisible()
  await expect(page.getByText('Second new line.')).toHaveCount(1)
  await expect(page.locator('body[data-same-page]')).toHaveCount(1)
})

test('new lines wait behind a button while somebody reads further down, and nothing moves', async ({
  visitor,
}) => {
  const { page } = visitor
  const { log, waiting } = await openLog(visitor)
  const oldest = page.getByText('Older line 1.', { exact: true })
  await oldest.scrollIntoViewIfNeeded()
  await expect(page.getByText('First new line.')).not.toBeInViewport()
  const before = await oldest.boundingBox()
  await log('Second new line.')
  await expect(waiting).toHaveText('1 new line')
  await log('Third new line.')
  await expect(waiting).toHaveText('2 new lines')
  expect(await oldest.boundingBox()).toEqual(before)
  await visitor.look('log-waiting')
  await waiting.click()
  await expect(page.getByText('Third new line.')).toBeInViewport()
  await expect(waiting).toHaveCount(0)
})

test('new lines wait while somebody points at what they would move', async ({ visitor }) => {
  const { page } = visitor
  const { log, waiting } = await openLog(visitor)
  await page.getByText('Older line 60.').hover()
  await log('Second new line.')
  await expect(waiting).toHaveText('1 new line')
  await page.mouse.move(1, 1)
  await expect(page.getByText('Second new line.')).toBeVisible()
  await expect(waiting).toHaveCount(0)
})

test('what a form was refused stays on the page when the log goes on and the status changes', async ({
  visitor,
}) => {
  const { page, site } = visitor
  const { id, log } = await openLog(visitor)
  await visitor.open(`/portal/environments/create-deployment?id=${id}&tab=logs`)
  const restore = await site.refuseWrites('environments', `NEW.id = '${id}'`)
  await visitor.press('Examine deployed configuration')
  const refusal = 'The previous command failed. Please try again.'
  await visitor.expectRefusal(refusal)
  await restore()
  await site.query(
    "UPDATE environments SET status_type = 'FAILURE', status_message = 'One role is missing.' WHERE id = $1",
    [id],
  )
  for (const line of ['Second new line.', 'Third new line.', 'Fourth new line.']) {
    await log(line)
    await expect(page.getByText(line)).toBeVisible()
  }
  await expect(page.getByRole('alert').filter({ hasText: refusal })).toBeVisible()
  await page.getByRole('link', { name: 'Promote' }).click()
  await visitor.expectText('One role is missing.')
  await expect(page.getByText(refusal)).toHaveCount(0)
})
