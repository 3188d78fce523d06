import type { Message } from '../../core/messages/declare-messages'
import { describe, expect, it } from 'vitest'
import { silentLogger } from '../../core/logging/logger'
import { sampleInput } from '../../tests/builders/sample-input'
import { useTestDatabase } from '../../tests/postgres/test-database'
import { buildApiClient } from '../../tests/builders/api-client'
import { buildReadyAccount, buildTeam } from '../../tests/builders/deployment-core'
import { messages } from '../messages/messages'
import type { Actor, HumanActor } from '../services/actor/actor'
import type { Services } from '../services/services'
import type { Call } from './call'
import { createApi } from './router'
import { apiTable } from './table'

const database = useTestDatabase()

/** Services of which every use case fails in a way that nobody foresaw. */
const broken = new Proxy({} as Services, {
  get: () =>
    new Proxy(
      {},
      {
        get: () => () => {
          throw new Error('password=hunter2')
        },
      },
    ),
})

const admin: HumanActor = {
  kind: 'human',
  userId: 'ada',
  teamId: 'team',
  sessionId: 'session',
  name: 'Ada',
  email: 'ada@example.com',
  isAdmin: true,
  state: 'LOGGED_IN',
}
const automation: Actor = {
  kind: 'integration',
  integrationUserId: 'ci',
  teamId: 'team',
  sessionId: 'session',
}

async function make({ method, path, body, query }: Call, actor: Actor = admin) {
  const address = path
    .replace('{type}', 'network')
    .replace(/\{\w+\}/g, '00000000-0000-4000-8000-000000000000')
  const search = new URLSearchParams(query && (sampleInput(query) as Record<string, string>)).toString()
  const request = new Request(`http://portal.test${address}?${search}`, {
    method,
    headers: { 'Content-Type': 'application/json' },
    ...(body && { body: JSON.stringify(sampleInput(body)) }),
  })
  const response = await createApi(apiTable)(request, {
    services: broken,
    actor,
    requestId: 'request',
    log: silentLogger,
    setSession: () => undefined,
  })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

const nameOf = ({ name }: Call) => name

/** What calls say of a failure of ours, as the product's error catalogue has it. Any other is the default. */
const own: Record<string, Message> = {
  'POST /v1/process': messages.processCreateFailed,
  'PATCH /v1/process/{id}': messages.processEditFailed,
  'PATCH /v1/process-version/{id}/name': messages.versionRenameFailed,
  'PATCH /v1/process/{id}/auto-deploy-target/{environmentId}': messages.autoDeployFailed,
  'GET /v1/view-controller/process/{id}/versions': messages.versionsFailed,
  'GET /v1/view-controller/process/{id}/deployments': messages.deploymentsFailed,
  'POST /v1/process/version': messages.versionDeclareFailed,
  'POST /v1/application/version': messages.versionDeclareFailed,
  'GET /v1/view-controller/environment/create': messages.awsAccountsFailed,
  'POST /v1/environment/{id}/process/{processId}': messages.processValuesFailed,
  'POST /v1/deployment/patch': messages.previousCommandFailed,
  'POST /v1/deployment/promote': messages.promoteFailed,
  'POST /v1/deployment/revert': messages.revertFailed,
  'POST /v1/deployment/retry': messages.previousCommandFailed,
  'POST /v1/deployment/restart': messages.previousCommandFailed,
  'POST /v1/deployment/stop': messages.previousCommandFailed,
  'POST /v1/deployment/approve': messages.previousCommandFailed,
  'POST /v1/deployment/decline': messages.previousCommandFailed,
  'POST /v1/aws-account': messages.awsAccountFailed,
  'POST /v1/aws-account/{id}/rename': messages.awsAccountRenameFailed,
  'DELETE /v1/aws-account/{id}/force': messages.awsAccountForceFailed,
  'GET /v1/aws-account/{id}/cloudformation.json': messages.templateFailed,
  'POST /v1/aws-account/hosted-zone': messages.externalResourceFailed,
  'DELETE /v1/aws-account/hosted-zone/{id}': messages.hostedZoneDeleteFailed,
  'PATCH /v1/environment/{id}/hosted-zone/{zoneId}': messages.hostedZoneLinkFailed,
  'PATCH /v1/environment/{id}/hosted-zone/{zoneId}/{subdomain}': messages.hostedZoneLinkFailed,
  'DELETE /v1/environment/{id}/hosted-zone': messages.hostedZoneUnlinkFailed,
  'POST /v1/aws-account/external-network': messages.externalResourceFailed,
  'DELETE /v1/aws-account/external-network/{id}': messages.externalNetworkDeleteFailed,
  'POST /v1/environment/{id}/linked-networks': messages.linkedNetworksFailed,
}

/** They ask nobody who could fail. */
const needNobody = ['GET /v1/openapi.json', 'POST /v1/account/queryLogin']

describe('a call that fails for our fault', () => {
  it.each(
    apiTable
      .filter((call) => !needNobody.includes(nameOf(call)))
      .map((call) => [nameOf(call), call] as const),
  )('answers 500 with its own message, or the default, and no more: %s', async (name, call) => {
    const { status, body } = await make(call, call.access === 'integration' ? automation : admin)
    const { text, code } = own[name] ?? messages.callFailed
    expect([status, body]).toMatchObject([
      500,
      { message: text, messageCode: code, code: 'internal', requestId: 'request' },
    ])
    expect(JSON.stringify(body)).not.toContain('hunter2')
  })

  it('says in the words of logging in that nobody is to blame', async () => {
    const paths = ['/v1/account/login', '/v1/account/forgot-password/new-password']
    for (const call of apiTable.filter(({ path }) => paths.includes(path)))
      expect((await make(call)).body).toMatchObject({ systemError: true })
  })
})

describe('a refusal that has a name', () => {
  it('says of an application that it is not there, or that somebody may not delete it', async () => {
    const { call } = buildApiClient(database.sequelize)
    const team = await buildTeam()
    const path = '/process/00000000-0000-4000-8000-000000000000'
    expect(await call(team.member, 'DELETE', path)).toMatchObject({
      status: 404,
      body: { notFound: true, message: messages.processNotFound.text },
    })
    const denied = { permissionDenied: true, message: messages.processDeleteDenied.text }
    expect(await call(team.integration, 'DELETE', path)).toMatchObject({ status: 401, body: denied })
    expect(await call({ kind: 'anonymous' }, 'DELETE', path)).toMatchObject({ status: 401, body: denied })
  })

  it('says of an AWS account that it is on the platform already, and of no other conflict', async () => {
    const { call } = buildApiClient(database.sequelize)
    const team = await buildTeam()
    const { accountNumber, name } = await buildReadyAccount(await buildTeam())
    const body = { name: 'Mine', awsAccountNumber: accountNumber }
    expect(await call(team.admin, 'POST', '/aws-account', body)).toMatchObject({
      status: 409,
      body: { duplicateOnPlatform: true, message: messages.awsAccountDuplicate.text },
    })
    await buildReadyAccount(team, name)
    const sameName = await call(team.admin, 'POST', '/aws-account', {
      name,
      awsAccountNumber: '123456789012',
    })
    expect(sameName.body).not.toHaveProperty('duplicateOnPlatform')
  })
})
