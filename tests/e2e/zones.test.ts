import { Resolver } from 'node:dns/promises'
import { expect, test, type Page } from '@playwright/test'
import { deploymentStates } from '../../core/resources/wire-states'
import { ApiClient } from '../builders/v1-client'
import { look } from './look'
import { createDataDir, removeDataDir, Sdo } from '../builders/start-sdo'
import { linkNetwork } from './story/link-network'
import { Portal } from './story/portal'

/** The account of the first run. */
const accountNumber = '111122223333'
const email = 'demo@sdo.local'
const longZone = `${'a'.repeat(63)}.${'b'.repeat(63)}.${'c'.repeat(63)}.example`

interface Console {
  accounts: { accountNumber: string; hostedZones: { id: string; name: string; records: object[] }[] }[]
  dns: { host: string; port: number }
}

test.describe.configure({ mode: 'serial' })
test.use({ actionTimeout: 15_000 })

let dataDir: string
let sdo: Sdo
let origin: string
let password: string

test.beforeAll(async () => {
  dataDir = createDataDir()
  sdo = new Sdo({ dataDir })
  origin = await sdo.ready()
  ;[, password = ''] = await sdo.waitFor(/with the password (\S+)/)
  await sdo.sampleUrl()
  await giveSampleASubdomain()
})
test.afterAll(async () => {
  await sdo.interrupt()
  removeDataDir(dataDir)
})

/** The sample of the first run answers at a port without a name of its own. */
async function giveSampleASubdomain(): Promise<void> {
  const person = new ApiClient(origin)
  await person.post('/v1/account/login', { email, password })
  const { applications } = await person.get<{ applications: { id: string }[] }>(
    '/v1/view-controller/process/',
  )
  const { environments } = await person.get<{ environments: { id: string }[] }>(
    '/v1/view-controller/environment/',
  )
  const [applicationId = '', environmentId = ''] = [applications[0]?.id, environments[0]?.id]
  const config = await person.get(`/v1/view-controller/process/${applicationId}/config/`)
  await person.patch(`/v1/process/${applicationId}/`, {
    ...config,
    exposedPortsV2: [{ port: 8080, subdomain: 'shop' }],
  })
  const { integrationId } = await person.get<{ integrationId: string }>(
    `/v1/view-controller/process/${applicationId}`,
  )
  const version = { integrationId, dockerImageTag: '2', versionName: '2' }
  const { id } = await person.post<{ id: string }>('/v1/process/version', version)
  await person.post('/v1/deployment/patch/', { environmentId, applicationVersionIdToDeploy: id })
  await person.until<{ deployments: { state: number }[] }>(
    `/v1/view-controller/environment/${environmentId}/deployments/`,
    ({ deployments }) => deployments.length === 2 && deployments[0]?.state === deploymentStates.LIVE,
  )
}

const readConsole = () => new ApiClient(origin).get<Console>('/dev/aws.json')
async function zoneNamed(name: string) {
  const { accounts } = await readConsole()
  const zones = accounts.find((account) => account.accountNumber === accountNumber)?.hostedZones ?? []
  return zones.find((zone) => zone.name === name)
}

/** As `dig` asks: who is at a name, by DNS on its port of the loopback interface. */
async function resolveName(name: string): Promise<string[]> {
  const { host, port } = (await readConsole()).dns
  const resolver = new Resolver({ timeout: 2000, tries: 2 })
  resolver.setServers([`${host}:${port}`])
  return resolver.resolve4(name).catch(() => [])
}

async function logIn(portal: Portal): Promise<void> {
  await portal.open('/login')
  await portal.fill('E-mail', email)
  await portal.fill('Password', password)
  await portal.press('Login')
  await expect(portal.page).toHaveURL(/\/portal/)
}

/** Makes a zone at the console, as its owner does in Route 53. Answers its id. */
async function makeZone(page: Page, name: string): Promise<string> {
  await page.goto(`${origin}/dev/aws`)
  await page.getByLabel('Name of a new zone').first().fill(name)
  await page.getByRole('button', { name: 'Make the hosted zone' }).first().click()
  await expect(page).toHaveURL(/#account-/)
  return (await zoneNamed(name))?.id ?? ''
}

async function addZone(portal: Portal, hostedZoneId: string): Promise<void> {
  await portal.open('/portal/external-resources')
  await portal.follow('Add New Hosted Zone')
  await portal.fill('Hosted zone ID', hostedZoneId)
  await portal.page
    .getByLabel('AWS account', { exact: true })
    .selectOption({ label: `Demo account (${accountNumber})` })
  await portal.press('Add hosted zone')
  await expect(portal.page).toHaveURL(/external-resources$/)
}

for (const javaScriptEnabled of [true, false])
  test.describe(`with JavaScript ${javaScriptEnabled ? 'on' : 'off'}`, () => {
    // No authority signed the certificates of the simulated account.
    test.use({ javaScriptEnabled, ignoreHTTPSErrors: true })

    test('a zone is added, linked, answers in DNS and in the browser, is unlinked and deleted', async ({
      page,
    }) => {
      const zoneName = javaScriptEnabled ? 'example.localhost' : 'plain.localhost'
      const folder = javaScriptEnabled ? 'zones' : 'zones-without-javascript'
      const picture = (name: string) => look({ page, folder, runsScripts: javaScriptEnabled }, name)
      const portal = new Portal(page, origin)
      await logIn(portal)
      const zoneId = await makeZone(page, zoneName)

      await portal.open('/portal/external-resources')
      await picture('external-resources')
      await portal.follow('Add New Hosted Zone')
      await portal.fill('Hosted zone ID', 'example.com')
      await portal.press('Add hosted zone')
      await expect(page.getByRole('alert')).toBeVisible()
      await picture('create-refused')
      await addZone(portal, zoneId)
      await portal.waitFor('Associated')
      if (javaScriptEnabled) await addUnusualZones(portal, page)
      await portal.open('/portal/external-resources')
      await picture('external-resources-zones')

      await portal.open('/portal/environments')
      await portal.follow('Demo')
      await portal.follow('Resources')
      await picture('resources-unlinked')
      await portal.follow('Update Links')
      await page.getByLabel('Hosted zone', { exact: true }).selectOption({ label: zoneName })
      await portal.fill('Subdomain (optional)', 'staging-')
      await portal.press('Link hosted zone')
      await expect(page.getByRole('alert')).toBeVisible()
      await picture('links-refused')
      await page.getByLabel('Hosted zone', { exact: true }).selectOption({ label: zoneName })
      await portal.fill('Subdomain (optional)', 'staging')
      await portal.press('Link hosted zone')
      await expect(page).toHaveURL(/tab=resources/)
      await portal.waitFor('Associated')
      await picture('resources-linked')

      const name = `shop.staging.${zoneName}`
      await expect.poll(() => resolveName(name)).toEqual(['127.0.0.1'])
      // HTTPS comes by itself, once AWS has seen the record that validates the certificate.
      const link = page.getByRole('link', { name: new RegExp(`^https://${name.replaceAll('.', '\\.')}`) })
      await expect(async () => {
        await page.reload()
        await expect(link).toBeVisible({ timeout: 500 })
      }).toPass({ timeout: 60_000 })
      await picture('resources-https')
      const answer = await page.goto((await link.getAttribute('href')) ?? '')
      expect(answer?.status()).toBe(200)
      expect(await answer?.securityDetails()).not.toBeNull()
      await portal.expectText('sample')

      await portal.open('/portal/external-resources')
      await page.getByRole('link', { name: `Delete ${zoneName}` }).click()
      await portal.expectText('You must disassociate the hosted zone from the following environments: Demo.')
      await expect(page.getByRole('button', { name: 'Delete hosted zone' })).toHaveCount(0)
      await picture('delete-refused')

      await portal.open('/portal/environments')
      await portal.follow('Demo')
      await portal.follow('Resources')
      await portal.follow('Update Links')
      await picture('links')
      await portal.press('Unlink')
      await expect(page).toHaveURL(/tab=resources/)
      await portal.waitFor('Link a hosted zone to use your own domain.')
      expect(await resolveName(name)).toEqual([])
      // What validates its certificate goes once nothing uses that any more.
      await expect.poll(async () => (await zoneNamed(zoneName))?.records, { timeout: 60_000 }).toEqual([])

      await portal.open('/portal/external-resources')
      await page.getByRole('link', { name: `Delete ${zoneName}` }).click()
      await portal.expectText(`Delete hosted zone ${zoneName}?`)
      // The environment lets go of the zone after its last record is gone.
      await portal.waitFor(page.getByRole('button', { name: 'Delete hosted zone' }))
      await picture('delete')
      await portal.press('Delete hosted zone')
      await expect(page).toHaveURL(/external-resources$/)
      await expect(async () => {
        await page.reload()
        await expect(page.getByRole('link', { name: `Delete ${zoneName}` })).toHaveCount(0, { timeout: 500 })
      }).toPass({ timeout: 30_000 })
      expect(await zoneNamed(zoneName)).toBeDefined()
    })

    test('a network is added, connected with an environment, disconnected and deleted', async ({ page }) => {
      const portal = new Portal(page, origin)
      await logIn(portal)
      await linkNetwork({
        portal,
        accountNumber,
        range: javaScriptEnabled ? '192.168.0.0/20' : '192.168.64.0/20',
        // The pages look the same without scripts.
        picture: async (name) => {
          if (javaScriptEnabled) await look({ page, folder: 'networks', runsScripts: true }, name)
        },
      })
    })
  })

/** A name as long as can be to which DNS does not lead, one of another alphabet, and one that is not there. */
async function addUnusualZones(portal: Portal, page: Page): Promise<void> {
  const long = await makeZone(page, longZone)
  await new ApiClient(origin).post(`/dev/aws/${accountNumber}/hosted-zone/delegation`, {
    hostedZoneId: long,
    delegated: false,
  })
  await addZone(portal, long)
  await portal.waitFor('DNS Mismatch')
  await makeZone(page, 'bücher.example')
  await addZone(portal, (await zoneNamed('xn--bcher-kva.example'))?.id ?? '')
  await portal.waitFor('bücher.example (xn--bcher-kva.example)')
  await addZone(portal, 'Z00000000000000000000')
  await portal.waitFor('Action Failed')
}
