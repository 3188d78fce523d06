import { expect, type Page } from '@playwright/test'
import { startLoad } from '../load'
import { look } from '../look'
import { Checklist } from '../quick-start/checklist'
import { readVerificationCode } from './mailbox'
import { Portal } from './portal'

const accountNumber = '444455556666'
const email = 'ada@example.com'
const password = 'correct horse 9 battery'.replaceAll(' ', '')

/**
 * The whole of the product by hand: from the home page to a deployed application that answers, as the quick start has it step by
 * step, a second version under load, and nothing left.
 */
export async function walkStory(page: Page, origin: string, runsScripts: boolean): Promise<void> {
  const portal = new Portal(page, origin)
  const folder = runsScripts ? 'with-javascript' : 'without-javascript'
  const picture = (name: string) => look({ page, folder, runsScripts }, name)
  const begun = performance.now()
  const quickStart = await Checklist.open({ page, origin, runsScripts, section: 'in-your-aws-account' })
  await quickStart.follow('Register and verify your e-mail.', () => register(portal, picture))
  await quickStart.follow('Link your AWS account.', () => linkAccount(portal, picture))
  await quickStart.follow('Create an application.', () => createApplication(portal, picture))
  await quickStart.follow('Declare a version.', () => declareFirstVersion(portal, picture))
  await quickStart.follow('Create an environment.', () => createEnvironment(portal, picture))
  await quickStart.follow('Deploy the version until its status is Live.', () =>
    deployFirstVersion(portal, picture),
  )
  const url = await quickStart.follow('Open its address.', () => openAddress(portal, picture))
  await quickStart.expectDone(begun)
  await deploySecondVersionUnderLoad(portal, picture, url)
  await removeEverything(portal, picture, url)
}

type Picture = (name: string) => Promise<void>

async function register(portal: Portal, picture: Picture) {
  await portal.open('/')
  await portal.expectText('Rapid, Simple, Affordable DevOps')
  await picture('home')
  await portal.follow('Register')
  await portal.press('Register')
  await portal.expectText('All fields are required.')
  await picture('register-refused')
  await portal.fill('Name', 'Ada Lovelace')
  await portal.fill('E-mail', email)
  await portal.fill('Password', password)
  await portal.fill('Confirm password', password)
  await portal.page.getByRole('checkbox').check()
  await picture('register')
  await portal.press('Register')
  await expect(portal.page).toHaveURL(/\/login\/verify/)
  await picture('verify')
  await enterCode(portal, await readVerificationCode(portal.origin, email))
  await expect(portal.page).toHaveURL(/\/portal\/environments/)
  await picture('environments-empty')
}

/** With JavaScript the sixth character sends the form by itself. */
async function enterCode(portal: Portal, code: string) {
  await portal.fill('Code', code)
  const isThere = portal.page.waitForURL(/\/portal/, { timeout: 3000 }).then(
    () => true,
    () => false,
  )
  if (!(await isThere)) await portal.press('Verify')
}

async function linkAccount(portal: Portal, picture: Picture) {
  await portal.follow('External Resources')
  await picture('external-resources-empty')
  await portal.follow('Add New AWS Account')
  await picture('aws-account-create')
  await portal.fill('Name', 'Production')
  await portal.fill('AWS account ID', accountNumber)
  await portal.press('Add account')
  await expect(portal.page).toHaveURL(/external-resources\/roles/)
  await portal.waitFor('Apply the CloudFormation template in your account')
  await picture('aws-account-setup')
  const href = await portal.page
    .getByRole('link', { name: 'Download cloudformation.json' })
    .getAttribute('href')
  const template = await portal.page.request.get(`${portal.origin}${href ?? ''}`)
  expect(template.headers()['content-disposition']).toContain('cloudformation.json')
  const installed = await fetch(`${portal.origin}/dev/aws/${accountNumber}/stack`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: await template.text(),
  })
  expect(installed.status).toBeLessThan(300)
  await portal.press('Update Status')
  await portal.waitFor('Your account is ready.')
  await picture('aws-account-healthy')
}

async function createEnvironment(portal: Portal, picture: Picture) {
  await portal.follow('Environments')
  await portal.follow('New Environment')
  await portal.fill('Name', '9 lives')
  await portal.press('Create')
  await portal.expectText(/Name must start with a letter or underscore/)
  await picture('environment-create-refused')
  await portal.fill('Name', 'Production')
  await portal.page.getByLabel(/I understand that AWS bills me/).check()
  await picture('environment-create-costs')
  await portal.press('Create')
  await expect(portal.page.getByRole('heading', { name: 'Production' })).toBeVisible()
  await portal.waitFor('Healthy')
  await picture('environment')
  await portal.follow('Logs')
  await portal.expectText(/The network is ready/)
  await picture('environment-logs')
}

async function createApplication(portal: Portal, picture: Picture) {
  await portal.follow('Applications')
  await picture('applications-empty')
  await portal.follow('New Application')
  await portal.fill('Name', 'shop')
  await portal.fill('Docker image', 'sdo/sample')
  await portal.fill('CPU count', '0.01')
  await portal.fill('Memory MB', '0')
  await portal.fill('Default number of processes', '2')
  await portal.pressRefused('Create')
  await portal.expectText('CPU count and memory MB must be provided and be greater than zero.')
  await picture('application-create-refused')
  await portal.fill('Memory MB', '300')
  await portal.page.getByLabel('Port, row 1').fill('8080')
  await portal.press('Create')
  await expect(portal.page.getByRole('heading', { name: 'shop', level: 1 })).toBeVisible()
  await picture('application')
}

async function declareFirstVersion(portal: Portal, picture: Picture) {
  await portal.follow('Applications')
  await expect(portal.page.getByRole('heading', { level: 1, name: 'Applications' })).toBeVisible()
  await portal.page.getByRole('link', { name: /^Declare Version/ }).click()
  await declareVersion(portal, '1')
  await picture('versions')
}

/** From the page that asks for the tag. */
async function declareVersion(portal: Portal, tag: string) {
  await portal.fill('Docker image tag', tag)
  await portal.press('Declare Version')
  await portal.expectText('The version was declared.')
}

async function openDeployments(portal: Portal) {
  await portal.follow('Environments')
  await portal.page.getByRole('link', { name: 'Deployments of Production' }).click()
}

async function deployFirstVersion(portal: Portal, picture: Picture) {
  await openDeployments(portal)
  await picture('deployment-new')
  await portal.deploy('shop', '1')
  await portal.waitFor('Live: 1')
  await picture('deployment-live')
  await portal.follow('Logs')
  await portal.expectText(/Deployment complete/)
  await picture('deployment-logs')
}

/** As its environment shows it, beside the application. */
async function openAddress(portal: Portal, picture: Picture): Promise<string> {
  await portal.follow('Production')
  await portal.follow('Resources')
  await picture('environment-resources')
  await portal.follow('Overview')
  const url = (await portal.page.getByRole('link', { name: /^http/ }).getAttribute('href')) ?? ''
  await portal.page.goto(url)
  await portal.expectText('shop')
  return url
}

async function deploySecondVersionUnderLoad(portal: Portal, picture: Picture, url: string) {
  await portal.open('/portal/applications')
  await portal.follow('shop')
  await portal.follow('Declare Version')
  await declareVersion(portal, '2')
  await openDeployments(portal)
  const load = startLoad(url, 8)
  await portal.deploy('shop', '2')
  await portal.waitFor('Live: 2')
  // Both versions answered, and the old one is gone from the load balancer before the load ends.
  const sentAtLive = load.sent()
  await expect.poll(() => load.sent(), { timeout: 30_000 }).toBeGreaterThan(sentAtLive + 200)
  const report = await load.stop()
  expect(report.failed).toEqual([])
  expect(report.answersByVersion['1']).toBeGreaterThan(0)
  expect(report.answersByVersion['2']).toBeGreaterThan(0)
  await picture('deployment-second')
}

async function removeEverything(portal: Portal, picture: Picture, url: string) {
  await portal.follow('Remove shop')
  await portal.expectText(url)
  await portal.press('Remove application')
  await portal.expectText('The removal was queued.')
  await portal.waitFor(portal.application('shop').getByText('Not deployed'))
  await picture('deployment-removed')
  await expect
    .poll(
      () =>
        fetch(url).then(
          ({ status }) => status,
          () => 'gone',
        ),
      { timeout: 60_000 },
    )
    .toBe('gone')
  await portal.follow('Production')
  await portal.page.locator('summary').filter({ hasText: 'More about Production' }).click()
  await portal.follow('Delete Environment')
  await picture('environment-delete')
  await portal.press('Delete environment')
  await expect(portal.page).toHaveURL(/\/portal\/environments$/)
  await portal.waitFor('An environment is a network with instances in your AWS account.')
  await expectNothingLeft(portal.origin)
  await picture('environments-after')
}

/** What an environment is made of in an account, by the names the console of the simulated cloud uses. */
async function expectNothingLeft(origin: string) {
  const answer = await fetch(`${origin}/dev/aws.json`)
  const { accounts } = (await answer.json()) as {
    accounts: {
      accountNumber: string
      vpcs: unknown[]
      loadBalancers: unknown[]
      instances: { state: string }[]
    }[]
  }
  const account = accounts.find((each) => each.accountNumber === accountNumber)
  expect(account?.loadBalancers).toEqual([])
  expect(account?.vpcs).toEqual([])
  expect(account?.instances.filter(({ state }) => state !== 'terminated')).toEqual([])
}
