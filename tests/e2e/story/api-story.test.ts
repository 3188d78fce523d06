import { expect, test } from '@playwright/test'
import { createDataDir, removeDataDir, Sdo } from '../start-sdo'
import { ApiClient } from './api-client'
import { readVerificationCode } from './mailbox'

const accountNumber = '777788889999'
const email = 'grace@example.com'
const password = 'correcthorse9battery'
const LIVE = 2
const FAILED = 3

interface Deployments {
  deployments: { id: string; state: number; message: string }[]
}
interface Resources {
  loadBalancers: { applicationId: string; port: number; url: string }[]
}

let dataDir: string
let sdo: Sdo
let origin: string

test.beforeAll(async () => {
  dataDir = createDataDir()
  sdo = new Sdo({ dataDir, flags: ['--empty'] })
  origin = await sdo.ready()
})
test.afterAll(async () => {
  await sdo.interrupt()
  removeDataDir(dataDir)
})

test('the whole story works through /v1 alone, for a person and for a build system', async () => {
  const person = await signUp()
  await linkAccount(person)
  const environmentId = await createEnvironment(person)
  const { id: applicationId, integrationId } = await person.post<{ id: string; integrationId: string }>(
    '/v1/process/',
    {
      applicationName: 'shop',
      type: 'GENERAL',
      dockerBaseUrl: 'sdo/sample',
      cpuCount: 0.01,
      memoryMb: 300,
      numProcesses: 1,
      maxSpotPercentage: 100,
      exposedPortsV2: [{ port: 8080 }],
      roles: {},
    },
  )
  const first = await person.post<{ id: string }>('/v1/process/version', {
    integrationId,
    dockerImageTag: '1',
    versionName: 'first',
    autoDeploy: false,
  })
  await deploy(person, environmentId, { applicationVersionIdToDeploy: first.id }, LIVE)
  const url = await addressOf(person, environmentId)
  expect(await versionAt(url)).toBe('1')

  await person.patch(`/v1/process/${applicationId}/auto-deploy-target/${environmentId}`)
  const buildSystem = await signInBuildSystem(person)
  const second = await buildSystem.post<{ id: string; autoDeployed: boolean }>('/v1/application/version', {
    integrationId,
    dockerImageTag: '2',
    versionName: 'second',
    autoDeploy: true,
  })
  expect(second.autoDeployed).toBe(true)
  await expect.poll(() => versionAt(url), { timeout: 60_000 }).toBe('2')
  await untilEnded(person, environmentId, LIVE)

  const broken = await person.post<{ id: string }>('/v1/process/version', {
    integrationId,
    dockerImageTag: 'no-such-tag',
    versionName: 'broken',
    autoDeploy: false,
  })
  const failed = await deploy(person, environmentId, { applicationVersionIdToDeploy: broken.id }, FAILED)
  expect(failed.message).toContain('no-such-tag')
  expect(await versionAt(url)).toBe('2')

  await deploy(person, environmentId, { applicationIdToRemove: applicationId }, LIVE)
  await person.until<Resources>(
    `/v1/view-controller/environment/${environmentId}/resources`,
    ({ loadBalancers }) => loadBalancers.length === 0,
  )
  await person.delete(`/v1/environment/${environmentId}/`)
  await person.until<{ environments: unknown[] }>(
    '/v1/view-controller/environment/',
    ({ environments }) => environments.length === 0,
  )
})

test('a caller without the right to it is told so in one way', async () => {
  const stranger = new ApiClient(origin)
  expect((await stranger.send('GET', '/v1/view-controller/environment/')).status).toBe(401)
  expect(await stranger.send('GET', '/v1/no-such-call')).toMatchObject({
    status: 404,
    body: { code: 'not-found' },
  })
  expect((await stranger.send('PUT', '/v1/account/login')).status).toBe(405)
  const document = await stranger.get<{ openapi: string; paths: object }>('/v1/openapi.json')
  expect(document.openapi).toMatch(/^3\./)
  expect(Object.keys(document.paths)).toContain('/v1/deployment/patch')
})

async function signUp(): Promise<ApiClient> {
  const person = new ApiClient(origin)
  const { currentTermsId } = await person.get<{ currentTermsId: string }>(
    '/v1/view-controller/account/registration',
  )
  const created = await person.post('/v1/account', {
    primaryAccountOwner: { name: 'Grace Hopper', email, password },
    acceptedTermsId: currentTermsId,
  })
  expect(created).toMatchObject({ result: 'SUCCESS' })
  await person.post('/v1/account/login', { email, password })
  const verified = await person.post('/v1/user/verify', { token: await readVerificationCode(origin, email) })
  expect(verified).toMatchObject({ result: 'SUCCESS' })
  return person
}

async function linkAccount(person: ApiClient): Promise<void> {
  const { id } = await person.post<{ id: string }>('/v1/aws-account/', {
    name: 'Production',
    awsAccountNumber: accountNumber,
  })
  const template = await person.get(`/v1/aws-account/${id}/cloudformation.json`)
  await new ApiClient(origin).post(`/dev/aws/${accountNumber}/stack`, template)
  await person.until<{ status: string }>(
    `/v1/view-controller/aws-account/${id}/status`,
    ({ status }) => status !== 'INITIALIZING',
  )
  await person.post(`/v1/aws-account/${id}/verify`)
  await person.until<{ status: string }>(
    `/v1/view-controller/aws-account/${id}/status`,
    ({ status }) => status === 'SUCCESS',
  )
}

async function createEnvironment(person: ApiClient): Promise<string> {
  const { awsAccounts } = await person.get<{ awsAccounts: { id: string }[] }>(
    '/v1/view-controller/environment/create/',
  )
  const input = { environmentName: 'Production', awsAccountId: awsAccounts[0]?.id }
  expect(await person.post('/v1/environment/', input)).toMatchObject({
    showFirstEnvironmentDeployWarning: true,
  })
  const { id } = await person.post<{ id: string }>('/v1/environment/', {
    ...input,
    firstDeployMessageApproved: true,
  })
  await person.until<{ statusType: string }>(
    `/v1/view-controller/environment/${id}/status/`,
    ({ statusType }) => statusType === 'READY',
  )
  return id
}

async function deploy(
  person: ApiClient,
  environmentId: string,
  change: Record<string, string>,
  ending: number,
) {
  const answer = await person.post('/v1/deployment/patch/', {
    environmentId,
    ...change,
    firstDeployWarningApproved: true,
  })
  expect(answer).toMatchObject({ result: 'SUCCESS' })
  return untilEnded(person, environmentId, ending)
}

async function untilEnded(person: ApiClient, environmentId: string, state: number) {
  const path = `/v1/view-controller/environment/${environmentId}/deployments/`
  const { deployments } = await person.until<Deployments>(
    path,
    (answer) => answer.deployments[0]?.state === state,
  )
  const [newest] = deployments
  if (!newest) throw new Error('There is no deployment.')
  return newest
}

async function addressOf(person: ApiClient, environmentId: string): Promise<string> {
  const { loadBalancers } = await person.get<Resources>(
    `/v1/view-controller/environment/${environmentId}/resources`,
  )
  expect(loadBalancers).toMatchObject([{ port: 8080 }])
  return loadBalancers[0]?.url ?? ''
}

const versionAt = async (url: string) => ((await (await fetch(url)).json()) as { version: string }).version

async function signInBuildSystem(person: ApiClient): Promise<ApiClient> {
  const { id } = await person.post<{ id: string }>('/v1/user/integration', { name: 'Build system' })
  const { token } = await person.get<{ token: string }>(`/v1/user/integration/${id}/token`)
  const door = new ApiClient(origin)
  await door.post('/v1/account/login', { integrationToken: token })
  return new ApiClient(origin, door.cookie('X-SDO-AUTHORIZATION'))
}
