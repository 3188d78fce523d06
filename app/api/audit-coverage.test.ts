import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import type { AuditAction } from '../../core/audit-actions'
import { anonymous, buildAccountServices } from '../../tests/builders/accounts'
import { buildApiClient } from '../../tests/builders/api-client'
import { countAuditEntries, readAuditLog } from '../../tests/builders/audit-entries'
import { buildAccountNumber, buildReadyAccount } from '../../tests/builders/deployment-core'
import { buildApplication, buildEnvironment, buildVersion } from '../../tests/builders/team-rows'
import { buildAuthenticator, codeAt } from '../../tests/builders/authenticator'
import { useTestDatabase } from '../../tests/postgres/test-database'
import type { Actor, HumanActor } from '../services/actor'
import { securityServices } from '../services/security/index'
import { apiTable } from './table'

const database = useTestDatabase()
let bench: ReturnType<typeof buildAccountServices>
let client: ReturnType<typeof buildApiClient>
let admin: HumanActor

beforeAll(async () => {
  bench = buildAccountServices(database.sequelize)
  client = buildApiClient(database.sequelize)
  admin = await bench.registerVerified('admin@example.com')
})

let made = 0
const newName = () => `thing_${++made}`
const newEmail = () => `${newName()}@example.com`
const password = 'correct-horse'
const security = () => securityServices(bench.dependencies)

const buildAwsAccount = () => buildReadyAccount(admin, newName())

/** Something in the database for a call to be about. */
const things = {
  awsAccount: buildAwsAccount,
  environment: async () => buildEnvironment(await buildAwsAccount(), newName()),
  application: () => buildApplication(admin.teamId, newName()),
  person: async () =>
    (await bench.users.createHumanUser(admin, { name: 'Max', email: newEmail(), password })).id ?? '',
  integration: async () => (await bench.users.createIntegrationUser(admin, { name: newName() })).id,
}

interface Write {
  actor?: Actor
  /** Without /v1. */
  path: string
  body?: unknown
}

const configBody = { cpuCount: 0.5, memoryMb: 256, dockerBaseUrl: 'sdo/other', numProcesses: 1 }

/** How each write succeeds, and what it must have recorded then. */
const recorded: Record<string, [AuditAction, () => Promise<Write>]> = {
  'POST /v1/account': [
    'account.create',
    async () => ({ actor: anonymous, path: '/account', body: await bench.fillIn({ email: newEmail() }) }),
  ],
  'POST /v1/account/login': [
    'session.login',
    async () => ({ actor: anonymous, path: '/account/login', body: { email: admin.email, password } }),
  ],
  'POST /v1/account/logout': [
    'session.logout',
    async () => ({ actor: await bench.register(newEmail()), path: '/account/logout' }),
  ],
  'POST /v1/account/logout-others': [
    'session.logout-others',
    async () => {
      const actor = await bench.registerVerified(newEmail())
      await bench.accounts.logIn(anonymous, { email: actor.email, password })
      return { actor, path: '/account/logout-others' }
    },
  ],
  'POST /v1/account/password': [
    'user.change-password',
    async () => {
      const actor = await bench.registerVerified(newEmail())
      const body = { currentPassword: password, newPassword: 'another-horse' }
      return { actor, path: '/account/password', body }
    },
  ],
  'POST /v1/account/forgot-password/new-password': [
    'user.change-password',
    async () => {
      const { email } = await bench.registerVerified(newEmail())
      await bench.accounts.requestPasswordReset({ email })
      // The mail follows the answer, so that its time says nothing about the address.
      const mail = await vi.waitUntil(async () =>
        (await bench.mail.listMail(email)).find(({ text }) => text.includes('token=')),
      )
      const forgotToken = /token=([\w-]+)/.exec(mail.text)?.[1] ?? ''
      const body = { forgotToken, newPassword: 'another-horse' }
      return { actor: anonymous, path: '/account/forgot-password/new-password', body }
    },
  ],
  'POST /v1/account/auth-token/activate': [
    'authenticator-token.create',
    async () => {
      const actor = await bench.registerVerified(newEmail())
      const { secretId: id, code } = await security().createAuthenticatorToken(actor)
      const body = { id, token: codeAt(code, bench.clock.now()) }
      return { actor, path: '/account/auth-token/activate', body }
    },
  ],
  'DELETE /v1/account/auth-token/{id}': [
    'authenticator-token.delete',
    async () => {
      const actor = await bench.registerVerified(newEmail())
      const { id } = await buildAuthenticator(bench, actor)
      return { actor, path: `/account/auth-token/${id}`, body: { currentPassword: password } }
    },
  ],
  'POST /v1/account/recovery-codes': [
    'recovery-codes.create',
    async () => {
      const actor = await bench.registerVerified(newEmail())
      await buildAuthenticator(bench, actor)
      return { actor, path: '/account/recovery-codes', body: { currentPassword: password } }
    },
  ],
  'POST /v1/terms/accept/{id}': [
    'user.accept-terms',
    async () => {
      const { currentTermsId } = await bench.accounts.getRegistration()
      const userId = await things.person()
      return {
        actor: { ...admin, userId, name: 'Max' },
        path: `/terms/accept/${currentTermsId}`,
      }
    },
  ],
  'POST /v1/user/verify': [
    'user.verify',
    async () => {
      const actor = await bench.register(newEmail())
      return { actor, path: '/user/verify', body: { token: await bench.newestCode(actor.email) } }
    },
  ],
  'POST /v1/user/human': [
    'user.create',
    async () => ({ path: '/user/human', body: { name: 'Max', email: newEmail(), password } }),
  ],
  'PATCH /v1/user/permissions': [
    'user.set-admin',
    async () => ({ path: '/user/permissions', body: { userId: await things.person(), isAdmin: true } }),
  ],
  'POST /v1/user/{id}/logout': [
    'user.end-sessions',
    async () => ({ path: `/user/${await things.person()}/logout` }),
  ],
  'DELETE /v1/user/{id}': ['user.delete', async () => ({ path: `/user/${await things.person()}` })],
  'POST /v1/user/integration': [
    'integration-user.create',
    async () => ({ path: '/user/integration', body: { name: newName() } }),
  ],
  'GET /v1/user/integration/{id}/token': [
    'integration-token.create',
    async () => ({ path: `/user/integration/${await things.integration()}/token` }),
  ],
  'DELETE /v1/user/token/{id}': [
    'integration-token.delete',
    async () => {
      const id = await things.integration()
      await bench.users.createIntegrationToken(admin, id)
      const { tokens } = await bench.users.getIntegrationUser(admin, id)
      return { path: `/user/token/${tokens[0]?.id ?? ''}` }
    },
  ],
  'POST /v1/aws-account': [
    'aws-account.create',
    async () => ({
      path: '/aws-account',
      body: { name: newName(), awsAccountNumber: buildAccountNumber() },
    }),
  ],
  'POST /v1/aws-account/{id}/rename': [
    'aws-account.rename',
    async () => ({
      path: `/aws-account/${(await things.awsAccount()).id}/rename`,
      body: { newName: newName() },
    }),
  ],
  'PATCH /v1/aws-account/{id}/environment-holder': [
    'aws-account.set-environment-holder',
    async () => ({
      path: `/aws-account/${(await things.awsAccount()).id}/environment-holder`,
      body: { isEnvironmentHolder: false },
    }),
  ],
  'DELETE /v1/aws-account/{id}': [
    'aws-account.delete',
    async () => ({ path: `/aws-account/${(await things.awsAccount()).id}` }),
  ],
  'DELETE /v1/aws-account/{id}/force': [
    'aws-account.delete',
    async () => ({ path: `/aws-account/${(await things.awsAccount()).id}/force` }),
  ],
  'POST /v1/process': [
    'application.create',
    async () => ({ path: '/process', body: { ...configBody, applicationName: newName() } }),
  ],
  'PATCH /v1/process/{id}': [
    'application.edit',
    async () => ({ path: `/process/${(await things.application()).id}`, body: configBody }),
  ],
  'DELETE /v1/process/{id}': [
    'application.delete',
    async () => ({ path: `/process/${(await things.application()).id}` }),
  ],
  'PATCH /v1/process-version/{id}/name': [
    'version.rename',
    async () => {
      const version = await buildVersion(await things.application())
      return { path: `/process-version/${version.id}/name`, body: { name: newName() } }
    },
  ],
  'PATCH /v1/process/{id}/auto-deploy-target/{environmentId}': [
    'application.set-auto-deploy-target',
    async () => {
      const [application, environment] = [await things.application(), await things.environment()]
      return { path: `/process/${application.id}/auto-deploy-target/${environment.id}` }
    },
  ],
  'POST /v1/process/version': ['version.declare', () => declaration('/process/version')],
  'POST /v1/application/version': ['version.declare', () => declaration('/application/version')],
  'POST /v1/environment': [
    'environment.create',
    async () => {
      const awsAccountId = (await things.awsAccount()).id
      const body = { environmentName: newName(), awsAccountId, firstDeployMessageApproved: true }
      return { path: '/environment', body }
    },
  ],
  'POST /v1/environment/{id}/set-name': [
    'environment.rename',
    async () => ({
      path: `/environment/${(await things.environment()).id}/set-name`,
      body: { name: newName() },
    }),
  ],
  'POST /v1/environment/{id}/spot-category': [
    'environment.set-spot-strategy',
    async () => ({
      path: `/environment/${(await things.environment()).id}/spot-category`,
      body: { spotAllowanceCategory: 'NONE' },
    }),
  ],
  'POST /v1/environment/{id}/correct': [
    'environment.correct',
    async () => ({ path: `/environment/${(await things.environment()).id}/correct` }),
  ],
  'POST /v1/environment/{id}/process/{processId}': [
    'environment.override-application',
    async () => {
      const [environment, application] = [await things.environment(), await things.application()]
      return {
        path: `/environment/${environment.id}/process/${application.id}`,
        body: { override: true, numProcesses: 3 },
      }
    },
  ],
  'DELETE /v1/environment/{id}': [
    'environment.delete',
    async () => ({ path: `/environment/${(await things.environment()).id}` }),
  ],
  'POST /v1/deployment/patch': [
    'deployment.queue',
    async () => {
      const version = await buildVersion(await things.application())
      const body = {
        environmentId: (await things.environment()).id,
        applicationVersionIdToDeploy: version.id,
        firstDeployWarningApproved: true,
      }
      return { path: '/deployment/patch', body }
    },
  ],
}

async function declaration(path: string): Promise<Write> {
  const { integrationId } = await things.application()
  return { path, body: { integrationId, dockerImageTag: '1.0' } }
}

/** Writes that leave no entry, and why. */
const exempt: Record<string, string> = {
  'POST /v1/account/queryLogin': 'reads',
  'POST /v1/view-controller/environment/{id}/logs/{type}': 'reads',
  'POST /v1/account/forgot-password': 'sends a mail, maybe; using what is in it is recorded',
  'POST /v1/customer-support/message': 'kept as a message to support; of no team',
  'POST /v1/terms/opened/{id}': 'notes that somebody looked, and gives nothing',
  'POST /v1/account/mailing-list': 'a preference: neither access nor a resource',
  'POST /v1/user/issue-verification-token': 'sends a mail; using what is in it is recorded',
  'POST /v1/aws-account/{id}/verify': 'has the account looked at; changes nothing in it',
  'DELETE /v1/account': 'the audit log goes with the account; the log of the app keeps who did it',
}

/** By its own word no write, but it makes something. */
const writesByGet = ['GET /v1/user/integration/{id}/token']

describe('every write of /v1', () => {
  it('is listed here, as recorded or as exempt', () => {
    const names = apiTable.map(({ method, path }) => `${method} ${path}`)
    const writes = names.filter((name) => !name.startsWith('GET ') || writesByGet.includes(name))
    const listed = [...Object.keys(recorded), ...Object.keys(exempt)]
    expect(listed.sort()).toEqual(writes.sort())
  })

  it.each(Object.entries(recorded))('%s leaves an entry', async (name, [action, prepare]) => {
    const { actor = admin, path, body } = await prepare()
    const before = await countAuditEntries({ action })
    const answer = await client.call(actor, name.split(' ')[0] ?? '', path, body)
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    expect(await countAuditEntries({ action })).toBe(before + 1)
  })

  it('leaves no entry when it is refused', async () => {
    const before = await countAuditEntries()
    const { id } = await things.awsAccount()
    const refused = [
      await client.call(admin, 'DELETE', `/user/${admin.userId}`),
      await client.call(admin, 'DELETE', `/environment/${randomUUID()}`),
      await client.call(admin, 'POST', `/aws-account/${id}/rename`, { newName: '' }),
    ]
    expect(refused.map(({ status }) => status)).toEqual([403, 404, 400])
    expect(await countAuditEntries()).toBe(before)
  })

  it('leaves no secret', async () => {
    const { body } = await client.call(admin, 'GET', `/user/integration/${await things.integration()}/token`)
    const everything = await readAuditLog()
    expect(everything).not.toContain((body as { token: string }).token)
    expect(everything).not.toContain(password)
    expect(everything).not.toMatch(/argon2|passwordHash|tokenHash|externalId/)
  })
})

describe('an automation', () => {
  it('is named by its entries', async () => {
    const name = newName()
    const { id } = await bench.users.createIntegrationUser(admin, { name })
    const actor: Actor = {
      kind: 'integration',
      integrationUserId: id,
      teamId: admin.teamId,
      sessionId: randomUUID(),
    }
    const { path, body } = await declaration('/application/version')
    await client.call(actor, 'POST', path, body)
    expect(await countAuditEntries({ actorKind: 'integration', actorName: name })).toBe(1)
  })
})

describe('GET /v1/view-controller/audit-log', () => {
  it('answers JSON, and the same as a CSV file', async () => {
    const json = await client.call(admin, 'GET', '/view-controller/audit-log?action=user.create')
    expect(json.status).toBe(200)
    const { entries } = json.body as { entries: { action: string }[] }
    expect(new Set(entries.map(({ action }) => action))).toEqual(new Set(['user.create']))
  })
})
