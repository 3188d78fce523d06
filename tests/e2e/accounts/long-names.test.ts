import { expect } from '@playwright/test'
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
  await visitor.signInAs(admin)
  const about = (path: string, parameters: Record<string, string>) =>
    `/portal/${path}?${new URLSearchParams(parameters).toString()}`
  const pages = [
    '/portal/environments',
    '/portal/environments/create',
    about('environments/detail', { id }),
    about('environments/detail', { id, rename: 'yes' }),
    about('environments/detail', { id, tab: 'overrides' }),
    about('environments/detail', { id, tab: 'resources' }),
    about('environments/detail', { id, tab: 'cost' }),
    about('environments/detail', { id, tab: 'logs' }),
    '/portal/environments/cost',
    about('environments/create-deployment', { id }),
    about('environments/create-deployment', { id, tab: 'logs' }),
    about('environments/remove-application', { id, applicationId }),
    about('environments/scale', { id, applicationId }),
    about('environments/delete', { id }),
    '/portal/applications',
    '/portal/applications/create',
    ...['', 'versions', 'config'].map((tab) => about('applications/detail', { id: applicationId, tab })),
    about('applications/declare-version', { id: applicationId }),
    about('applications/delete', { id: applicationId }),
    '/portal/external-resources',
    about('external-resources/roles', { awsAccountId }),
    about('external-resources/delete', { id: awsAccountId }),
    '/portal/users',
    about('users/integration', { id: integration.id }),
    about('users/delete', { id: integration.id }),
    about('users/delete', { id: member.id }),
    '/portal/audit-log',
    '/portal/account',
    '/portal/account/delete',
    '/portal/security',
  ]
  const overflowing: string[] = []
  for (const path of pages) {
    await visitor.open(path)
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
    const name = path
      .replace(/^\/portal\//, '')
      .replace(/[?&](\w*id)=[^&]*/gi, '')
      .replace(/\W+/g, '-')
    await page.screenshot({ path: `tests/artifacts/screens/long-names/${name}.png`, fullPage: true })
  }
  expect(overflowing).toEqual([])
})
