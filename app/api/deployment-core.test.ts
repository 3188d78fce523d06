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
import { buildApplication } from '../../tests/builders/team-rows'
import { useTestDatabase } from '../../tests/postgres/test-database'

const database = useTestDatabase()
const setUp = async () => ({ ...buildApiClient(database.sequelize), team: await buildTeam() })

describe('every call that configures an application', () => {
  it('answers 400 at the field to a registry login that instances could not read', async () => {
    const { call, team } = await setUp()
    const bad = { registryCredentials: 'arn:aws:ssm:us-east-1:123456789012:parameter/database' }
    const config = { cpuCount: 1, memoryMb: 300, dockerBaseUrl: 'sdo/sample', numProcesses: 1 }
    for (const [method, path] of [
      ['POST', '/process'],
      ['PATCH', `/process/${randomUUID()}`],
    ] as const) {
      const body = { ...config, ...(method === 'POST' && { applicationName: 'Api' }), ...bad }
      expect(await call(team.member, method, path, body)).toMatchObject({
        status: 400,
        body: { fields: { registryCredentials: expect.stringContaining('must begin with sdo/registries/') } },
      })
    }
    expect.assertions(2)
  })
})

describe('a call', () => {
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
