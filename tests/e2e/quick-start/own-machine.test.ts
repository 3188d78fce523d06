import { expect, test } from '@playwright/test'
import { createDataDir, removeDataDir, Sdo } from '../../builders/start-sdo'
import { Portal } from '../story/portal'
import { Checklist } from './checklist'

/** The sample's page names its version to whoever asks for JSON. */
async function versionAt(address: string): Promise<string> {
  const answer = await fetch(address, { headers: { accept: 'application/json' } })
  return ((await answer.json()) as { version: string }).version
}

test('who follows the quick start on their own machine has an open address in less than ten minutes', async ({
  page,
}) => {
  const dataDir = createDataDir()
  const begun = performance.now()
  const sdo = new Sdo({ dataDir })
  try {
    const origin = await sdo.ready()
    const portal = new Portal(page, origin)
    const checklist = await Checklist.open({
      page,
      origin,
      runsScripts: true,
      section: 'on-your-own-machine',
    })
    await checklist.follow('Run npm start in the repository. It installs and builds everything.', () =>
      Promise.resolve(),
    )
    const [, email = '', password = ''] = await checklist.follow(
      'Wait until it prints the address of the portal and the login of a demo team.',
      () => sdo.waitFor(/Log in as (\S+) with the password (\S+)/),
    )
    await checklist.follow('Open the address and log in.', () => logIn(portal, email, password))
    const address = await checklist.follow(
      'Open the environment Demo. The public address of the sample is beside its application.',
      () => openSample(portal),
    )
    await checklist.follow('Declare version 2 of the sample application and deploy it.', async () => {
      await deploySecondVersion(portal)
      expect(await versionAt(address)).toBe('2')
    })
    await checklist.follow('Open /dev/aws and interrupt an instance. Watch SDO replace it.', () =>
      interruptInstance(portal),
    )
    expect(await versionAt(address)).toBe('2')
    await checklist.expectDone(begun)
  } finally {
    await sdo.interrupt()
    removeDataDir(dataDir)
  }
})

async function logIn(portal: Portal, email: string, password: string) {
  await portal.open('/')
  await portal.follow('Login')
  await portal.fill('E-mail', email)
  await portal.fill('Password', password)
  await portal.press('Login')
  await expect(portal.page).toHaveURL(/\/portal\/environments/)
}

async function openDemo(portal: Portal) {
  await portal.open('/portal/environments')
  await portal.follow('Demo')
  await expect(portal.page.getByRole('heading', { level: 1, name: 'Demo' })).toBeVisible()
}

async function openSample(portal: Portal): Promise<string> {
  await openDemo(portal)
  const link = portal.page
    .getByRole('table', { name: 'Applications' })
    .getByRole('row')
    .filter({ hasText: 'sample' })
    .getByRole('link', { name: /^http/ })
  await portal.waitFor(link)
  const address = (await link.getAttribute('href')) ?? ''
  await expect.poll(() => versionAt(address).catch(() => 'none')).toBe('1')
  return address
}

async function deploySecondVersion(portal: Portal) {
  await portal.follow('Applications')
  await expect(portal.page.getByRole('heading', { level: 1, name: 'Applications' })).toBeVisible()
  await portal.page.getByRole('link', { name: /^Declare Version/ }).click()
  await portal.fill('Docker image tag', '2')
  await portal.press('Declare Version')
  await portal.expectText('The version was declared.')
  await portal.follow('Environments')
  await portal.follow('Deployments of Demo')
  await portal.deploy('sample', '2')
  await portal.waitFor('Live: 2')
}

/** Takes back the instance that the sample runs on, and waits until the environment's page shows another one in its place. */
async function interruptInstance(portal: Portal) {
  const { page } = portal
  await openDemo(portal)
  const instances = page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: 'Instances', exact: true }) })
  const idIn = async () => /i-[0-9a-f]{17}/.exec((await instances.textContent()) ?? '')?.[0]
  const interrupted = await idIn()
  await portal.open('/dev/aws')
  await page.getByRole('button', { name: `Interrupt ${interrupted}` }).click()
  await openDemo(portal)
  await expect(async () => {
    await page.reload()
    await expect(instances).not.toContainText(interrupted ?? '')
    expect(await idIn()).toBeDefined()
    await expect(instances).toContainText('Serving')
  }).toPass({ timeout: 120_000, intervals: [500] })
}
