import { expect, test } from '@playwright/test'
import { createDataDir, removeDataDir, Sdo } from '../start-sdo'
import { ApiClient } from '../../builders/v1-client'
import {
  createApplication,
  createEnvironment,
  declareVersion,
  deleteEnvironment,
  deploy,
  deploymentEnds,
  linkAccount,
  signUp,
  untilEnded,
} from '../../builders/v1-customer'
import { readVerificationCode } from './mailbox'

const accountNumber = '777788889999'
const email = 'grace@example.com'
const password = 'correcthorse9battery'
const { LIVE, FAILED } = deploymentEnds

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
  const person = await signUp(origin, { name: 'Grace Hopper', email, password }, () =>
    readVerificationCode(origin, email),
  )
  await linkAccount(person, accountNumber, (template) =>
    new ApiClient(origin).post(`/dev/aws/${accountNumber}/stack`, template),
  )
  const environmentId = await createEnvironment(person)
  const { id: applicationId, integrationId } = await createApplication(person, 'sdo/sample')
  const first = await declareVersion(person, integrationId, { dockerImageTag: '1', versionName: 'first' })
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

  const broken = await declareVersion(person, integrationId, {
    dockerImageTag: 'no-such-tag',
    versionName: 'broken',
  })
  const failed = await deploy(person, environmentId, { applicationVersionIdToDeploy: broken.id }, FAILED)
  expect(failed.message).toContain('no-such-tag')
  expect(await versionAt(url)).toBe('2')

  await deploy(person, environmentId, { applicationIdToRemove: applicationId }, LIVE)
  await person.until<Resources>(
    `/v1/view-controller/environment/${environmentId}/resources`,
    ({ loadBalancers }) => loadBalancers.length === 0,
  )
  await deleteEnvironment(person, environmentId)
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
