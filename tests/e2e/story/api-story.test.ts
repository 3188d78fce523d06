import { expect, test } from '@playwright/test'
import { createDataDir, removeDataDir, Sdo } from '../../builders/start-sdo'
import { runPrintedCurls } from '../../builders/printed-curls'
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
import { recordSecret } from '../../secrets/collect'
import { systemClock } from '../../../core/time/clock'
import { builtSubject } from '../../builders/identity-issuer'
import { runReferenceCurls } from '../../builders/reference-curls'
import { serveIssuer } from '../../builders/serve-issuer'
import { createCli } from './cli'
import { readVerificationCode } from './mailbox'
import { createTerminal } from './terminal'

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
let builds: Awaited<ReturnType<typeof serveIssuer>>

test.beforeAll(async () => {
  dataDir = createDataDir()
  builds = await serveIssuer(systemClock)
  sdo = new Sdo({
    dataDir,
    flags: ['--empty'],
    environment: {
      OIDC_ISSUERS: JSON.stringify([{ name: 'Builds', issuer: builds.issuer.issuer.address }]),
    },
  })
  origin = await sdo.ready()
})
test.afterAll(async () => {
  await sdo.interrupt()
  await builds.close()
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

  const { id: integrationUserId, token } = await createToken(person)
  await person.post(`/v1/user/integration/${integrationUserId}/trust`, {
    issuer: builds.issuer.issuer.address,
    subjectPattern: builtSubject,
  })
  const printed = await runPrintedCurls({
    SDO: origin,
    SDO_TOKEN: token,
    INTEGRATION_ID: integrationId,
    INTEGRATION_USER: integrationUserId,
    IDENTITY_TOKEN: await builds.issuer.sign(systemClock, { aud: origin }),
  })
  expect(printed, 'the documentation’s curls, as printed').toContain('"autoDeployed":false')

  await person.patch(`/v1/process/${applicationId}/auto-deploy-target/${environmentId}`)
  const buildSystem = await signInBuildSystem(token)
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

/** Once the cost was confirmed, an environment is created at the first word. */
async function createAnother(person: ApiClient, environmentName: string): Promise<string> {
  const { awsAccounts } = await person.get<{ awsAccounts: { id: string }[] }>(
    '/v1/view-controller/environment/create',
  )
  const input = { environmentName, awsAccountId: awsAccounts[0]?.id }
  const { id } = await person.post<{ id: string }>('/v1/environment', input)
  await person.until<{ statusType: string }>(
    `/v1/view-controller/environment/${id}/status`,
    ({ statusType }) => statusType === 'READY',
  )
  return id
}

/** A new integration user with a token. */
async function createToken(person: ApiClient, name = 'Build system') {
  const { id } = await person.post<{ id: string }>('/v1/user/integration', { name })
  const { token } = await person.get<{ token: string }>(`/v1/user/integration/${id}/token`)
  recordSecret('integration token', token)
  return { id, token }
}

async function signInBuildSystem(token: string): Promise<ApiClient> {
  const door = new ApiClient(origin)
  await door.post('/v1/account/login', { integrationToken: token })
  return new ApiClient(origin, door.cookie('X-SDO-AUTHORIZATION'))
}

test('the command line deploys, follows, promotes and goes back, by a token alone', async () => {
  const person = new ApiClient(origin)
  await person.post('/v1/account/login', { email, password })
  const staging = await createAnother(person, 'Staging')
  await createAnother(person, 'Live')
  const { id, integrationId } = await createApplication(person, 'sdo/sample', 'cli_shop')
  await person.patch(`/v1/process/${id}/auto-deploy-target/${staging}`)
  const asPerson = createCli(origin, person.cookie('X-SDO-AUTHORIZATION'))
  const asBuildSystem = createCli(origin)

  const login = await asBuildSystem.run(['login', '--json'], (await createToken(person, 'Pipeline')).token)
  expect(login).toMatchObject({ code: 0, lines: [{ kind: 'integration', name: 'Pipeline' }] })
  const declared = await asBuildSystem.run([
    'versions',
    'declare',
    integrationId,
    '1',
    '--name',
    'first',
    '--deploy',
    '--json',
  ])
  expect(declared).toMatchObject({ code: 0, lines: { 0: { autoDeployed: true } } })
  expect(declared.lines.at(-1)).toMatchObject({ environmentName: 'Staging', state: deploymentEnds.LIVE })
  expect(await asBuildSystem.run(['envs'])).toMatchObject({ code: 4 })
  expect(await asBuildSystem.run(['logout'])).toMatchObject({ code: 0 })
  expect(await asBuildSystem.run(['whoami'])).toMatchObject({ code: 3 })

  expect(await asPerson.run(['whoami', '--json'])).toMatchObject({
    code: 0,
    lines: [{ kind: 'human', email }],
  })
  expect(await asPerson.run(['promote', 'staging', 'live', '--approve-cost', '--no-wait'])).toMatchObject({
    code: 0,
  })
  const watched = await asPerson.run(['status', 'live', '--watch'])
  expect(watched).toMatchObject({ code: 0 })
  expect(watched.told).toContain(': Live')
  await asPerson.run(['versions', 'declare', 'cli_shop', 'no-such-tag', '--name', 'broken'])
  const failed = await asPerson.run(['deploy', 'cli_shop', 'broken', '--env', 'live'])
  expect(failed).toMatchObject({ code: 1 })
  expect(failed.told).toContain('no-such-tag')
  await asPerson.run(['versions', 'declare', 'cli_shop', '2', '--name', 'second'])
  expect(await asPerson.run(['deploy', 'cli_shop', '--env', 'live'])).toMatchObject({ code: 0 })
  const [opened] = (await asPerson.run(['open', 'live', 'cli_shop', '--json'])).lines as { url: string }[]
  expect(await versionAt(opened?.url ?? '')).toBe('2')
  expect(await asPerson.run(['revert', 'live'])).toMatchObject({ code: 0 })
  expect(await versionAt(opened?.url ?? '')).toBe('1')

  const { lines: log } = await asPerson.run(['logs', 'live', '--type', 'deployment', '--json'])
  expect((log as { message: string }[]).some(({ message }) => message.includes('no-such-tag'))).toBe(true)
  const cost = await asPerson.run(['cost', '--json'])
  expect((cost.lines[0] as { costPerHour: number }).costPerHour).toBeGreaterThan(0)
  expect(await asPerson.run(['status', 'no-such-environment'])).toMatchObject({ code: 4 })
  expect(await asPerson.run(['deploy'])).toMatchObject({ code: 2 })
  const nowhere = createCli('http://127.0.0.1:1', 'token')
  expect(await nowhere.run(['envs'])).toMatchObject({ code: 5 })
})

test('somebody at a terminal is let in by their browser, where they log in first', async ({ page }) => {
  const terminal = createTerminal(origin)
  const login = terminal.start('login')
  const addressShown = () => /on any machine: (\S+)/.exec(login.shown())?.[1] ?? ''
  await expect.poll(addressShown).toContain('/portal/device?code=')
  const [, code = ''] = /Your code is (\S+)/.exec(login.shown()) ?? []
  await page.goto(addressShown())
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByLabel('Code')).toHaveValue(code)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText(/^sdo\/.* \(not verified\)$/)).toBeVisible()
  await page.getByRole('button', { name: 'Approve' }).click()
  await expect(page.getByRole('status')).toContainText('Approved.')
  expect(await login.code).toBe(0)
  expect(login.shown()).toContain(`as ${email}`)
  const whoami = terminal.start('whoami')
  expect(await whoami.code).toBe(0)
  expect(whoami.shown()).toContain(email)
  await page.goto(`${origin}/portal/security`)
  await expect(page.getByText(/^sdo on /)).toBeVisible()
  expect(await terminal.start('logout').code).toBe(0)
  await page.reload()
  await expect(page.getByText(/^sdo on /)).toHaveCount(0)
  expect(await terminal.start('whoami').code).toBe(3)
})

test('the curls of the API reference run as printed', async () => {
  const person = new ApiClient(origin)
  await person.post('/v1/account/login', { email, password })
  const leaver = new ApiClient(origin)
  await leaver.post('/v1/account/login', { email, password })
  const { applications } = await person.get<{ applications: { id: string }[] }>('/v1/view-controller/process')
  const { environments } = await person.get<{ environments: { id: string }[] }>(
    '/v1/view-controller/environment',
  )
  const answers = await runReferenceCurls({
    origin,
    token: person.cookie('X-SDO-AUTHORIZATION'),
    leaversToken: leaver.cookie('X-SDO-AUTHORIZATION'),
    ids: { process: applications[0]?.id ?? '', environment: environments[0]?.id ?? '' },
  })
  expect(answers.filter(({ isFine }) => !isFine)).toEqual([])
  expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(answers.length / 3)
})
