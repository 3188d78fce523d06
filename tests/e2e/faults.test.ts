import { expect, test } from '@playwright/test'
import { startLoad } from './load'
import { createDataDir, removeDataDir, Sdo } from '../builders/start-sdo'
import { ApiClient } from '../builders/v1-client'

/** The account that the first run links. */
const accountNumber = '111122223333'

interface SimulatedAccount {
  accountNumber: string
  instances: { id: string; state: string }[]
}
interface Status {
  statusType: string
  statusMessage: string
}

let dataDir: string
let sdo: Sdo
let origin: string
let sampleUrl: string
let person: ApiClient
let environmentId: string

test.describe.configure({ mode: 'serial' })

test.beforeAll(async () => {
  dataDir = createDataDir()
  sdo = new Sdo({ dataDir })
  origin = await sdo.ready()
  sampleUrl = await sdo.sampleUrl()
  person = await signIn()
  const { environments } = await person.get<{ environments: { id: string }[] }>(
    '/v1/view-controller/environment/',
  )
  environmentId = environments[0]?.id ?? ''
})
test.afterAll(async () => {
  await sdo.interrupt()
  removeDataDir(dataDir)
})

test('a Spot instance that AWS takes back is replaced within two minutes, and no request is lost', async () => {
  const [interrupted] = await runningInstances()
  const load = startLoad(sampleUrl, 4)
  await fate('interrupt', { instanceId: interrupted?.id })
  await expect(async () => {
    const ids = (await runningInstances()).map(({ id }) => id)
    expect(ids.length).toBeGreaterThan(0)
    expect(ids).not.toContain(interrupted?.id)
  }).toPass({ timeout: 130_000 })
  const report = await load.stop()
  expect(report.failed).toEqual([])
  expect(report.sent).toBeGreaterThan(0)
})

test('an instance that dies is replaced, and the application answers again', async () => {
  const [killed] = await runningInstances()
  await fate('kill', { instanceId: killed?.id })
  await expect(async () => {
    const [running] = await runningInstances()
    expect(running?.id).not.toBe(killed?.id)
    expect((await fetch(sampleUrl)).status).toBe(200)
  }).toPass({ timeout: 90_000 })
})

test('an environment says which role is missing, and is well again when it is back', async () => {
  await fate('role/delete', { name: 'sdo-environment-manager' })
  const ill = await person.until<Status>(statusPath(), ({ statusType }) => statusType === 'FAILURE')
  expect(ill.statusMessage).toContain('sdo-environment-manager')
  expect((await fetch(sampleUrl)).status).toBe(200)
  await fate('stack/required')
  await person.until<Status>(statusPath(), ({ statusType }) => statusType === 'READY')
})

test('SDO that is killed in the middle of a deployment carries it to its end when it is started again', async () => {
  const { applications } = await person.get<{ applications: { id: string }[] }>(
    '/v1/view-controller/process/',
  )
  const { integrationId } = await person.get<{ integrationId: string }>(
    `/v1/view-controller/process/${applications[0]?.id}`,
  )
  const version = await person.post<{ id: string }>('/v1/process/version', {
    integrationId,
    dockerImageTag: '2',
    versionName: '2',
    autoDeploy: false,
  })
  await person.post('/v1/deployment/patch/', {
    environmentId,
    applicationVersionIdToDeploy: version.id,
    firstDeployWarningApproved: true,
  })
  await sdo.kill()
  sdo = new Sdo({ dataDir, port: Number(new URL(origin).port) })
  await sdo.ready()
  await expect(async () => {
    const answer = (await (await fetch(sampleUrl)).json()) as { version: string }
    expect(answer.version).toBe('2')
  }).toPass({ timeout: 90_000 })
  await person.until<Status>(statusPath(), ({ statusType }) => statusType === 'READY')
  expect(await runningInstances()).toHaveLength(1)
})

const statusPath = () => `/v1/view-controller/environment/${environmentId}/status/`

async function signIn(): Promise<ApiClient> {
  const [, email = '', password = ''] = await sdo.waitFor(/^Log in as (\S+) with the password (\S+)/m)
  const client = new ApiClient(origin)
  expect(await client.post('/v1/account/login', { email, password })).toMatchObject({ result: 'SUCCESS' })
  return client
}

/** What happens in real life, done at the console of the simulated cloud. */
async function fate(action: string, input: Record<string, unknown> = {}): Promise<void> {
  await new ApiClient(origin).post(`/dev/aws/${accountNumber}/${action}`, input)
}

async function runningInstances() {
  const { accounts } = await new ApiClient(origin).get<{ accounts: SimulatedAccount[] }>('/dev/aws.json')
  const account = accounts.find((each) => each.accountNumber === accountNumber)
  return account?.instances.filter(({ state }) => state === 'running') ?? []
}
