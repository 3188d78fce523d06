import { expect } from '@playwright/test'
import { exceptions } from '../../site/page-outcomes'
import { nameOf } from '../../site/route-addresses'
import { keepsPictures } from '../look'
import { test } from './test'

const long = (letter: string) => letter.repeat(80)

test('names of 80 letters without a blank fit every page of the portal on a phone', async ({
  visitor,
  site,
}) => {
  const { page } = visitor
  const admin = await site.people.signUp({ name: long('P') })
  const { actor } = admin
  const member = await site.people.invite(admin, {
    name: long('M'),
    email: `${'m'.repeat(60)}@${'d'.repeat(15)}.example.com`,
  })
  const integration = await site.services.users.createIntegrationUser(actor, { name: long('I') })
  await site.services.users.createIntegrationToken(actor, integration.id)
  const { id, awsAccountId } = await site.environments.create(actor, {
    environmentName: long('E'),
    accountName: long('A'),
  })
  const [applicationId = ''] = await site.environments.deploy(
    actor,
    id,
    [long('B'), long('C')],
    { [long('r')]: `arn:aws:iam::123456789012:role/${long('x')}` },
    long('v'),
  )
  await site.services.environments.examineEnvironment(actor, id)
  await site.query("UPDATE environments SET status_type = 'FAILURE', status_message = $2 WHERE id = $1", [
    id,
    `${long('S')} is unhealthy`,
  ])
  await site.services.webhooks.createWebhook(actor, { url: `https://hooks.example.com/${long('w')}` })
  const [rows] = await site.query(
    'SELECT id, environment_version_id AS version FROM deployments WHERE environment_id = $1',
    [id],
  )
  const { id: deployment = '', version = '' } = (rows as { id?: string; version?: string }[])[0] ?? {}
  const things = {
    ...(await site.buildSample(actor.teamId)),
    environment: id,
    application: applicationId,
    awsAccount: awsAccountId,
    deployment,
    environmentVersion: version,
    process: `${applicationId}-1`,
    integration: integration.id,
    person: member.id,
    authenticator: (await site.people.addAuthenticator(admin)).id,
  }
  await site.query('UPDATE deleted_environments SET name = $2 WHERE team_id = $1', [actor.teamId, long('D')])
  await site.query(
    "UPDATE hosted_zones SET status = jsonb_set(status, '{zone,name}', $2) WHERE team_id = $1",
    [actor.teamId, JSON.stringify(`${'z'.repeat(63)}.${'y'.repeat(63)}.example.com`)],
  )
  const pending = await site.services.secondFactor.createAuthenticatorToken(actor)

  await visitor.signInAs(admin)
  const overflowing: string[] = []
  const opened = new Set<string>()
  /** Opens a page. */
  const look = async (path: string) => {
    opened.add(path)
    expect(await visitor.open(path), path).toBe(200)
    expect(new URL(page.url()).pathname).toBe(path.replace(/\?.*/, ''))
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
    await page.locator('main details').evaluateAll((panels) => {
      for (const panel of panels) panel.setAttribute('open', '')
    })
    for (const width of [320, 390, 1280]) {
      await page.setViewportSize({ width, height: 844 })
      const excess = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      if (excess > 0) overflowing.push(`${path} by ${excess} at ${width}`)
    }
    await page.setViewportSize({ width: 390, height: 844 })
    if (!keepsPictures) return
    const name = path
      .replace(/^\/portal\//, '')
      .replace(/[?&](\w*id|name)=[^&]*/gi, '')
      .replace(/\W+/g, '-')
    await page.screenshot({ path: `tests/artifacts/screens/long-names/${name}.png`, fullPage: true })
  }
  /** Opens a page and what else it shows of the same things at its own address: its tabs, and another name to be typed. */
  const open = async (path: string) => {
    await look(path)
    const linked = await page
      .locator('main a')
      .evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).href))
    const here = new URL(path, site.url)
    for (const { pathname, search, searchParams } of linked.map((link) => new URL(link))) {
      const isView =
        pathname === here.pathname &&
        (searchParams.has('tab') || searchParams.has('rename')) &&
        [...here.searchParams].every(([name, value]) => searchParams.get(name) === value)
      if (isView && !opened.has(pathname + search)) await look(pathname + search)
    }
  }

  const { leaves, handleOf, addressOf } = site.routes
  const pages = leaves.filter(
    ({ id, module }) =>
      module.default &&
      ['member', 'admin'].includes(handleOf(id)?.access ?? '') &&
      !(nameOf(id) in exceptions),
  )
  for (const { id } of pages) await open(addressOf(id, things))
  await open(addressOf('routes/portal.security.add-token', { ...things, authenticator: pending.secretId }))
  await open(addressOf('routes/portal.users.delete', { ...things, integration: member.id }))
  expect(opened.size).toBeGreaterThan(50)
  expect(overflowing).toEqual([])
})
