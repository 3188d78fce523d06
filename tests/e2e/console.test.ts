import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test, type Page } from '@playwright/test'
import { look } from './look'
import { createDataDir, removeDataDir, Sdo } from '../builders/start-sdo'
import { ApiClient } from '../builders/v1-client'

interface Account {
  stacks: unknown[]
  roles: { name: string; inlinePolicies: object; managedPolicies: string[]; assumePolicy: unknown }[]
  instances: { id: string; market: string; state: string; interruptionEpoch?: number }[]
  vpcs: { id: string; cidr: string; cidrs: string[] }[]
  hostedZones: { id: string; name: string; isDelegated: boolean; records: object[] }[]
}
interface Pool {
  zone: string
  pricePerHour: number
  isEmpty: boolean
}
interface Console {
  accounts: Account[]
  prices: { instanceType: string; spot: Pool[] }[]
}

/** The account that the first run links. */
const accountNumber = '111122223333'
const roleName = 'sdo-environment-manager'

test.describe.configure({ mode: 'serial' })
test.use({ actionTimeout: 15_000 })

let dataDir: string
let sdo: Sdo
let origin: string

test.beforeAll(async () => {
  dataDir = createDataDir()
  sdo = new Sdo({ dataDir })
  origin = await sdo.ready()
  await sdo.sampleUrl()
})
test.afterAll(async () => {
  await sdo.interrupt()
  removeDataDir(dataDir)
})

const read = () => new ApiClient(origin).get<Console>('/dev/aws.json')
const account = async () => (await read()).accounts[0] as Account
const role = async () => (await account()).roles.find(({ name }) => name === roleName)

/** What each button of the page asks for: the paths below the account's. */
const listButtons = (page: Page): Promise<string[]> =>
  page.locator('button').evaluateAll((buttons) =>
    (buttons as HTMLButtonElement[]).map((button) => {
      const action = button.getAttribute('formaction') ?? button.form?.getAttribute('action') ?? ''
      return action.replace(/^\/dev\/aws\/\d{12}\//, '')
    }),
  )

test('every button of the console does what it says when a person clicks it', async ({ page }) => {
  const offered = new Set<string>()
  const pressed = new Set<string>()

  /** Opens the console anew, since the cloud moves on by itself, and clicks. */
  async function click(name: string | RegExp, fillIn: () => Promise<void> = async () => {}): Promise<void> {
    await page.goto(`${origin}/dev/aws`)
    const folded = page.locator('details:not([open]) > summary')
    while ((await folded.count()) > 0) await folded.first().click()
    for (const path of await listButtons(page)) offered.add(path)
    await fillIn()
    const posted = page.waitForResponse((response) => response.request().method() === 'POST')
    await page.getByRole('button', { name, exact: true }).first().click()
    const response = await posted
    pressed.add(new URL(response.url()).pathname.replace(/^\/dev\/aws\/\d{12}\//, ''))
    expect(response.status(), `${name} in the console`).toBe(303)
    await expect(page).toHaveURL(`${origin}/dev/aws#account-${accountNumber}`)
    await expect(page.getByRole('alert')).toHaveCount(0)
  }

  await page.goto(`${origin}/dev/aws`)
  await look({ page, folder: 'console', runsScripts: true }, 'console')

  const { instanceType, spot } = (await read()).prices[0] ?? { instanceType: '', spot: [] }
  const { zone = '' } = spot[0] ?? {}
  const pool = async () => {
    const found = (await read()).prices.find((price) => price.instanceType === instanceType)
    return found?.spot.find((each) => each.zone === zone)
  }
  await click(`Empty ${instanceType} in ${zone}`)
  expect(await pool()).toMatchObject({ isEmpty: true })
  await click(`Refill ${instanceType} in ${zone}`)
  expect(await pool()).toMatchObject({ isEmpty: false })
  await click('Set the price', async () => {
    await page.getByLabel('Instance type').fill(instanceType)
    await page.getByLabel('Zone', { exact: true }).fill(zone)
    await page.getByLabel('USD an hour').fill('0.75')
  })
  expect(await pool()).toMatchObject({ pricePerHour: 0.75 })

  await click('Publish a newer machine image')
  await click('Throttle the call')
  await click('Lose its next response')

  const policy = Object.keys((await role())?.inlinePolicies ?? {})[0] ?? ''
  await click(`Remove policy ${policy} from ${roleName}`)
  expect((await role())?.inlinePolicies).not.toHaveProperty([policy])
  await click(`Attach ReadOnlyAccess to ${roleName}`)
  expect((await role())?.managedPolicies).toEqual(['arn:aws:iam::aws:policy/ReadOnlyAccess'])
  await click(`Trust nobody in ${roleName}`)
  expect((await role())?.assumePolicy).toMatchObject({ Statement: [] })
  await click(`Delete role ${roleName}`)
  expect(await role()).toBeUndefined()
  await click(`Install it again in account ${accountNumber}`)
  expect((await role())?.managedPolicies).toEqual([])

  const running = async (market: string) =>
    (await account()).instances.find((each) => each.state === 'running' && each.market === market)
  const stateOf = async (id: string) => (await account()).instances.find((each) => each.id === id)
  await expect.poll(() => running('spot'), { timeout: 90_000 }).toBeDefined()
  const { id: interrupted = '' } = (await running('spot')) ?? {}
  await click(`Interrupt ${interrupted}`)
  expect((await stateOf(interrupted))?.interruptionEpoch).toBeGreaterThan(0)
  // Not the one that was just interrupted, which goes by itself once its processes have moved.
  const staying = async () =>
    (await account()).instances.find(
      ({ state, interruptionEpoch }) => state === 'running' && interruptionEpoch === undefined,
    )
  await expect.poll(staying, { timeout: 90_000 }).toBeDefined()
  const { id: killed = '' } = (await staying()) ?? {}
  await click(`Kill ${killed}`)
  expect((await stateOf(killed))?.state ?? 'terminated').not.toBe('running')

  await click('Make the VPC', () => page.getByLabel('Addresses of a new VPC').first().fill('192.168.0.0/20'))
  const madeVpc = async () => (await account()).vpcs.find(({ cidr }) => cidr === '192.168.0.0/20')
  const { id: vpcId = '' } = (await madeVpc()) ?? {}
  await click('Add the range', () =>
    page.getByLabel('Further addresses of it').first().fill('192.168.64.0/20'),
  )
  expect((await madeVpc())?.cidrs).toContain('192.168.64.0/20')
  await click(`Delete VPC ${vpcId}`)
  expect(await madeVpc()).toBeUndefined()

  const hostedZone = async () => (await account()).hostedZones[0]
  await click('Make the hosted zone', () =>
    page.getByLabel('Name of a new zone').first().fill('Shop.example.localhost.'),
  )
  const { id: zoneId = '' } = (await hostedZone()) ?? {}
  expect(await hostedZone()).toMatchObject({ name: 'shop.example.localhost', isDelegated: true, records: [] })
  await click(`Take the delegation away zone shop.example.localhost ${zoneId}`)
  expect(await hostedZone()).toMatchObject({ isDelegated: false })
  await click(`Delegate to it zone shop.example.localhost ${zoneId}`)
  expect(await hostedZone()).toMatchObject({ isDelegated: true })
  await click(`Add the customer’s record to ${zoneId}`, async () => {
    const form = page.getByRole('form', { name: zoneId })
    await form.getByLabel('Name', { exact: true }).fill('mail.shop.example.localhost')
    await form.getByLabel('Value').fill('192.0.2.9')
  })
  expect((await hostedZone())?.records).toEqual([
    { name: 'mail.shop.example.localhost', type: 'A', value: '192.0.2.9', owner: 'customer' },
  ])
  await page.goto(`${origin}/dev/aws`)
  await look({ page, folder: 'console', runsScripts: true }, 'console-zones')
  await click(`Delete record A mail.shop.example.localhost of ${zoneId}`)
  expect((await hostedZone())?.records).toEqual([])
  await click(`Delete zone shop.example.localhost ${zoneId}`)
  expect(await hostedZone()).toBeUndefined()

  await click(`Delete the stack of account ${accountNumber}`)
  expect((await account()).stacks).toEqual([])
  const template = { Resources: {} as Record<string, unknown> }
  template.Resources['OwnRole'] = {
    Type: 'AWS::IAM::Role',
    Properties: { RoleName: 'own-role', AssumeRolePolicyDocument: { Version: '2012-10-17', Statement: [] } },
  }
  await click('Install this template', () =>
    page.getByLabel('Content of cloudformation.json').first().fill(JSON.stringify(template)),
  )
  expect((await account()).roles.map(({ name }) => name)).toContain('own-role')

  expect([...pressed].sort(), 'every button that the page offered was clicked').toEqual([...offered].sort())
})

test('a refused form of the console says on the page why', async ({ page }) => {
  await page.goto(`${origin}/dev/aws`)
  await page.getByText('Install a template of your own').first().click()
  await page.getByLabel('Content of cloudformation.json').first().fill('not JSON')
  await page.getByRole('button', { name: 'Install this template' }).first().click()
  await expect(page.getByRole('alert')).toContainText('The template is not JSON')
})

test('a page of another site presses no button of the console, whatever it tells about itself', async ({
  page,
}) => {
  const before = await account()
  const action = `${origin}/dev/aws/${accountNumber}/stack/delete`
  const stranger = createServer(({ url }, response) => {
    response.setHeader('Content-Type', 'text/html')
    response.setHeader('Referrer-Policy', url === '/quiet' ? 'no-referrer' : 'unsafe-url')
    const form = `<form method="post" action="${action}"><button>Win a prize</button></form>`
    const framed = `<iframe sandbox="allow-forms" srcdoc='${form}'></iframe>`
    response.end(`<!doctype html><title>Prizes</title>${url === '/sandboxed' ? framed : form}`)
  }).listen(0, '127.0.0.1')
  await once(stranger, 'listening')
  const { port } = stranger.address() as AddressInfo
  try {
    // Another port is the same site and another origin; another name is another site.
    for (const host of ['127.0.0.1', 'localhost'])
      for (const path of ['open', 'quiet', 'sandboxed']) {
        await page.goto(`http://${host}:${port}/${path}`)
        const refused = page.waitForResponse(action)
        const place = path === 'sandboxed' ? page.frameLocator('iframe') : page
        await place.getByRole('button').click()
        expect((await refused).status(), `${host}/${path}`).toBe(403)
      }
  } finally {
    stranger.close()
    stranger.closeAllConnections()
  }
  expect((await account()).stacks).toEqual(before.stacks)
})
