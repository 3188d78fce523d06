import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { messages } from '../messages/messages'
import { buildApiClient } from '../../tests/builders/api-client'
import {
  answerExamination,
  buildAccountNumber,
  buildReadyAccount,
  buildTeam,
} from '../../tests/builders/deployment-core'
import { buildApplication, buildEnvironment, buildVersion } from '../../tests/builders/team-rows'
import { useTestDatabase } from '../../tests/postgres/test-database'
import { applicationCalls } from './applications'
import { awsAccountCalls } from './aws-accounts'
import type { Call } from './call'
import { deploymentCalls } from './deployments'
import { environmentCalls } from './environments'
import { versionCalls } from './versions'

const database = useTestDatabase()
const calls = [
  ...awsAccountCalls,
  ...applicationCalls,
  ...versionCalls,
  ...environmentCalls,
  ...deploymentCalls,
]
const anonymous = { kind: 'anonymous' } as const

const setUp = async () => ({ ...buildApiClient(database.sequelize), team: await buildTeam() })

/** A path of a call about nothing that exists, in `/v1/…` without its beginning. */
const pathOf = ({ path }: Call, id: string = randomUUID()) =>
  path
    .replace('/v1', '')
    .replace('{type}', 'network')
    .replace(/\{\w+\}/g, id)

/** A right body for each call that wants one. */
const bodyOf = ({ method, path }: Call, id: string = randomUUID()): unknown => {
  const config = { cpuCount: 1, memoryMb: 300, dockerBaseUrl: 'sdo/sample', numProcesses: 1 }
  const bodies: Record<string, unknown> = {
    'POST /v1/aws-account': { name: 'Main', awsAccountNumber: buildAccountNumber() },
    'POST /v1/aws-account/{id}/rename': { newName: 'Other' },
    'PATCH /v1/aws-account/{id}/environment-holder': { isEnvironmentHolder: true },
    'POST /v1/process': { ...config, applicationName: 'Api' },
    'PATCH /v1/process/{id}': config,
    'PATCH /v1/process-version/{id}/name': { name: 'v2' },
    'POST /v1/process/version': { integrationId: id, dockerImageTag: '1' },
    'POST /v1/application/version': { integrationId: id, dockerImageTag: '1' },
    'POST /v1/environment': { environmentName: 'Production', awsAccountId: id },
    'POST /v1/environment/{id}/set-name': { name: 'Other' },
    'POST /v1/environment/{id}/spot-category': { spotAllowanceCategory: 'NONE' },
    'POST /v1/environment/{id}/watch-time': { watchMinutes: 10 },
    'POST /v1/environment/{id}/superseding': { supersedesQueued: false },
    'POST /v1/environment/{id}/cost-step': { costStepUsd: 500 },
    'POST /v1/environment/{id}/notifications': { mailEvents: ['live'], webhookEvents: [] },
    'POST /v1/environment/{id}/process/{processId}': { override: false },
    'POST /v1/view-controller/environment/{id}/logs/{type}': { sinceEpoch: 0, beforeEpoch: 1 },
    'POST /v1/deployment/promote': {
      environmentVersionId: id,
      expectedEnvironmentVersionState: '',
      targetEnvironmentId: id,
    },
    'POST /v1/deployment/revert': { environmentVersionId: id, expectedEnvironmentVersionState: '' },
    'POST /v1/environment/{id}/protection': { isProtected: true },
    'POST /v1/deployment/approve': { deploymentId: id, expectedEnvironmentVersionState: '' },
    'POST /v1/deployment/decline': { deploymentId: id },
    'POST /v1/deployment/stop': { deploymentId: id },
    'POST /v1/deployment/retry': { deploymentId: id },
    'POST /v1/deployment/restart': { environmentId: id, applicationId: id },
    'POST /v1/deployment/patch': { environmentId: id, applicationVersionIdToDeploy: id },
  }
  return bodies[`${method} ${path}`]
}

const followsOwn = ({ path }: Call) => path === '/v1/deployment/{id}/events'

describe('every call of the deployment core', () => {
  it('answers 401 to whoever is signed out, before it looks at anything', async () => {
    const { call } = await setUp()
    for (const one of calls) {
      const { status } = await call(anonymous, one.method, pathOf(one, 'no-uuid'))
      expect([one.path, status]).toEqual([one.path, 401])
    }
  })

  it('answers 403 to integration users, unless it declares a version or follows the deployment of one', async () => {
    const { call, team } = await setUp()
    for (const one of calls) {
      const { status } = await call(team.integration, one.method, pathOf(one), bodyOf(one))
      expect([one.path, status]).toEqual([
        one.path,
        versionCalls.includes(one) || followsOwn(one) ? 404 : (one.statuses?.forbidden ?? 403),
      ])
    }
  })

  it('answers 403 to people who are no admins where AWS accounts are concerned, except for the list', async () => {
    const { call, team } = await setUp()
    for (const one of awsAccountCalls) {
      const { status } = await call(team.member, one.method, pathOf(one), bodyOf(one))
      expect([one.path, status]).toEqual([
        one.path,
        one.path.endsWith('view-controller/aws-account') ? 200 : 403,
      ])
    }
  })

  it('answers the same 404 to what another team has, to what nobody has, and to what can not be', async () => {
    const { call, team } = await setUp()
    const other = await buildTeam()
    const account = await buildReadyAccount(other)
    const environment = await buildEnvironment(account)
    const application = await buildApplication(other.teamId)
    const version = await buildVersion(application)
    const about = calls.filter(
      ({ method, path }) =>
        path.includes('{') ||
        /POST.*(version|patch|promote|revert|retry|stop|environment)$/.test(`${method} ${path}`),
    )
    expect(about.length).toBeGreaterThan(30)
    for (const one of about) {
      const foreign = one.path.includes('aws-account')
        ? account.id
        : one.path.includes('process-version')
          ? version.id
          : one.path.includes('/process/{id}')
            ? application.id
            : one.path === '/v1/environment'
              ? account.id
              : environment.id
      const [first, ...rest] = await Promise.all(
        [foreign, randomUUID(), 'no-uuid'].map((id) =>
          call(team.admin, one.method, pathOf(one, id), bodyOf(one, id)),
        ),
      )
      expect([one.path, first?.status]).toEqual([one.path, 404])
      for (const answer of rest) expect(answer.body).toEqual(first?.body)
    }
  })

  it('answers 400 at the field to a registry login that instances could not read', async () => {
    const { call, team } = await setUp()
    const bad = { registryCredentials: 'arn:aws:ssm:us-east-1:123456789012:parameter/database' }
    for (const one of calls.filter(({ path, method }) =>
      /^(POST|PATCH) .*\/process(\/\{id\})?$/.test(`${method} ${path}`),
    )) {
      const body = { ...(bodyOf(one) as object), ...bad }
      expect(await call(team.member, one.method, pathOf(one), body)).toMatchObject({
        status: 400,
        body: { fields: { registryCredentials: expect.stringContaining('must begin with sdo/registries/') } },
      })
    }
    expect.assertions(2)
  })

  it('answers 400 with the field to a body that lacks what has to be sent', async () => {
    const { call, team } = await setUp()
    for (const one of calls.filter(({ body }) => body && !body.safeParse({}).success)) {
      const { status, body } = await call(team.admin, one.method, pathOf(one), {})
      expect([one.path, status]).toEqual([one.path, 400])
      expect(body).toMatchObject({ code: 'invalid', fields: expect.any(Object), requestId: 'request-1' })
    }
  })

  it('may be written with a slash at the end', async () => {
    const { call, team } = await setUp()
    expect(await call(team.member, 'GET', '/view-controller/environment/')).toMatchObject({
      status: 200,
      body: { environments: [] },
    })
  })
})

describe('the way from an AWS account to a queued deployment', () => {
  it('works through /v1 alone', async () => {
    const { call, team } = await setUp()
    const ask = async (method: string, path: string, body?: unknown) => {
      const answer = await call(team.admin, method, path, body)
      expect([path, answer.status]).toEqual([path, 200])
      return answer.body as Record<string, string>
    }
    const number = buildAccountNumber()
    const account = await ask('POST', '/aws-account/', { name: 'Main', awsAccountNumber: number })
    const template = await call(team.admin, 'GET', `/aws-account/${account.id}/cloudformation.json`)
    expect(template.headers.get('content-disposition')).toBe('attachment; filename="cloudformation.json"')
    expect(template.body).toHaveProperty('Resources')
    await ask('POST', `/aws-account/${account.id}/verify`)
    expect(await ask('GET', `/view-controller/aws-account/${account.id}/status`)).toMatchObject({
      status: 'UPDATING_STATUS',
    })
    await answerExamination(account.id ?? '')

    const creation = { environmentName: 'Production', awsAccountId: account.id }
    expect(await ask('POST', '/environment/', creation)).toEqual({ showFirstEnvironmentDeployWarning: true })
    const environment = await ask('POST', '/environment/', { ...creation, firstDeployMessageApproved: true })
    const application = await ask('POST', '/process/', {
      applicationName: 'Shop',
      cpuCount: 0.01,
      memoryMb: 300,
      dockerBaseUrl: 'sdo/sample',
      numProcesses: 1,
      exposedPortsV2: [{ port: 8080, subdomain: 'shop' }],
      roles: {},
      maxSpotPercentage: 100,
      type: 'GENERAL',
    })
    await ask('PATCH', `/process/${application.id}/auto-deploy-target/none`)
    await ask('PATCH', `/process/${application.id}/auto-deploy-target/${environment.id}`)
    const version = await call(team.integration, 'POST', '/application/version', {
      integrationId: application.integrationId,
      dockerImageTag: '1',
      versionName: 'First',
      autoDeploy: true,
    })
    expect(version.body).toMatchObject({ autoDeployed: true, deploymentId: expect.any(String) })
    const second = await ask('POST', '/process/version', {
      integrationId: application.integrationId,
      dockerImageTag: '2',
    })
    const patch = { environmentId: environment.id, applicationVersionIdToDeploy: second.id }
    expect(await ask('POST', '/deployment/patch/', patch)).toEqual({ showFirstDeployWarning: true })
    expect(
      await ask('POST', '/deployment/patch/', { ...patch, firstDeployWarningApproved: true }),
    ).toMatchObject({
      result: 'SUCCESS',
    })
    expect(await ask('GET', `/view-controller/deployment/${environment.id}/patch/`)).toMatchObject({
      deployedApplications: [{ applicationName: 'Shop', queuedVersionName: '2', queuedRemoval: false }],
      undeployedApplications: [],
    })
    expect(await ask('GET', `/view-controller/environment/${environment.id}/deployments/`)).toMatchObject({
      deployments: [
        { state: 0, changes: [{ type: 'change' }] },
        { state: 0, changes: [{ type: 'add' }] },
      ],
    })
    expect(
      await ask('GET', `/view-controller/environment/${environment.id}/deployments/latest/`),
    ).toMatchObject({
      applications: [],
    })
    await ask('POST', `/environment/${environment.id}/process/${application.id}`, {
      override: true,
      numProcesses: 3,
      maxSpotPercentage: 50,
      roles: {},
    })
    expect(await ask('GET', `/view-controller/environment/${environment.id}/processes`)).toMatchObject({
      deployedApplications: [{ overrideConfig: { numProcesses: 3, maxSpotPercentage: 50 } }],
    })
    expect(await ask('DELETE', `/process/${application.id}/`)).toMatchObject({ success: false })
    expect(await ask('DELETE', `/aws-account/${account.id}`)).toMatchObject({
      success: false,
      dependentEnvironmentNames: ['Production'],
    })
    await ask('DELETE', `/environment/${environment.id}/`)
    expect(await ask('GET', `/view-controller/environment/${environment.id}/status/`)).toMatchObject({
      isDeleting: true,
    })
  })

  it('answers 409 to a number that was shown to be another team’s', async () => {
    const { call, team } = await setUp()
    const { accountNumber } = await buildReadyAccount(team)
    const body = { name: 'Main', awsAccountNumber: accountNumber }
    const other = await buildTeam()
    expect(await call(other.admin, 'POST', '/aws-account', body)).toMatchObject({
      status: 409,
      body: { code: 'conflict', message: messages.awsAccountDuplicate.text },
    })
  })

  it('makes one thing of a call that is repeated with its Idempotency-Key', async () => {
    const { call, team } = await setUp()
    const application = await buildApplication(team.teamId)
    const body = { integrationId: application.integrationId, dockerImageTag: '1' }
    const declare = () =>
      call(team.integration, 'POST', '/application/version', body, { 'Idempotency-Key': 'build-1' })
    const [first, second] = await Promise.all([declare(), declare()])
    expect(first.body).toEqual(second.body)
  })
})
