import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import type { AuditAction } from '../services/audit/audit-actions'
import { signInAutomation } from '../../tests/builders/actors'
import { buildAccountServices, builtPassword } from '../../tests/builders/accounts'
import { buildApiClient } from '../../tests/builders/api-client'
import { countAuditEntries, readAuditLog } from '../../tests/builders/audit-entries'
import { buildApiWrites, namesOfWrites } from '../../tests/builders/api-writes'
import { useTestDatabase } from '../../tests/postgres/test-database'
import type { HumanActor } from '../services/actor/actor'
import { apiTable } from './table'

const database = useTestDatabase()
let bench: ReturnType<typeof buildAccountServices>
let client: ReturnType<typeof buildApiClient>
let admin: HumanActor
let api: ReturnType<typeof buildApiWrites>

beforeAll(async () => {
  bench = buildAccountServices(database.sequelize)
  client = buildApiClient(database.sequelize)
  admin = await bench.registerVerified('admin@example.com')
  api = buildApiWrites(bench, admin)
})

/** What each write must have recorded when it has succeeded. */
const recorded: Record<string, AuditAction> = {
  'POST /v1/account': 'account.create',
  'POST /v1/account/login': 'session.login',
  'POST /v1/account/login/identity': 'session.login',
  'POST /v1/account/device-token': 'session.login',
  'POST /v1/account/device-login/{id}/approve': 'device-login.approve',
  'POST /v1/account/device-login/{id}/refuse': 'device-login.refuse',
  'POST /v1/account/logout': 'session.logout',
  'POST /v1/account/logout-others': 'session.logout-others',
  'DELETE /v1/account/session/{id}': 'session.logout-one',
  'POST /v1/account/password': 'user.change-password',
  'POST /v1/account/forgot-password/new-password': 'user.change-password',
  'POST /v1/account/auth-token/activate': 'authenticator-token.create',
  'DELETE /v1/account/auth-token/{id}': 'authenticator-token.delete',
  'POST /v1/account/recovery-codes': 'recovery-codes.create',
  'POST /v1/terms/accept/{id}': 'user.accept-terms',
  'POST /v1/user/verify': 'user.verify',
  'POST /v1/user/human': 'user.create',
  'PATCH /v1/user/permissions': 'user.set-admin',
  'POST /v1/user/{id}/logout': 'user.end-sessions',
  'DELETE /v1/user/{id}': 'user.delete',
  'POST /v1/user/integration': 'integration-user.create',
  'GET /v1/user/integration/{id}/token': 'integration-token.create',
  'POST /v1/user/integration/{id}/token': 'integration-token.create',
  'POST /v1/user/integration/{id}/trust': 'integration-trust.create',
  'DELETE /v1/user/trust/{id}': 'integration-trust.delete',
  'DELETE /v1/user/token/{id}': 'integration-token.delete',
  'POST /v1/aws-account': 'aws-account.create',
  'POST /v1/aws-account/{id}/rename': 'aws-account.rename',
  'PATCH /v1/aws-account/{id}/environment-holder': 'aws-account.set-environment-holder',
  'DELETE /v1/aws-account/{id}': 'aws-account.delete',
  'DELETE /v1/aws-account/{id}/force': 'aws-account.delete',
  'POST /v1/aws-account/hosted-zone': 'hosted-zone.create',
  'DELETE /v1/aws-account/hosted-zone/{id}': 'hosted-zone.delete',
  'POST /v1/aws-account/external-network': 'external-network.create',
  'DELETE /v1/aws-account/external-network/{id}': 'external-network.delete',
  'POST /v1/environment/{id}/linked-networks': 'environment.set-linked-networks',
  'PATCH /v1/environment/{id}/hosted-zone/{zoneId}': 'environment.link-hosted-zone',
  'PATCH /v1/environment/{id}/hosted-zone/{zoneId}/{subdomain}': 'environment.link-hosted-zone',
  'DELETE /v1/environment/{id}/hosted-zone': 'environment.unlink-hosted-zone',
  'POST /v1/process': 'application.create',
  'PATCH /v1/process/{id}': 'application.edit',
  'DELETE /v1/process/{id}': 'application.delete',
  'PATCH /v1/process-version/{id}/name': 'version.rename',
  'PATCH /v1/process/{id}/auto-deploy-target/{environmentId}': 'application.set-auto-deploy-target',
  'POST /v1/process/version': 'version.declare',
  'POST /v1/application/version': 'version.declare',
  'POST /v1/account/team-name': 'account.rename',
  'POST /v1/environment': 'environment.create',
  'POST /v1/environment/{id}/set-name': 'environment.rename',
  'POST /v1/environment/{id}/spot-category': 'environment.set-spot-strategy',
  'POST /v1/environment/{id}/watch-time': 'environment.set-watch-time',
  'POST /v1/environment/{id}/superseding': 'environment.set-superseding',
  'POST /v1/environment/{id}/notifications': 'environment.set-notifications',
  'POST /v1/environment/{id}/protection': 'environment.protect',
  'POST /v1/environment/{id}/correct': 'environment.correct',
  'POST /v1/environment/{id}/process/{processId}': 'environment.override-application',
  'DELETE /v1/environment/{id}': 'environment.delete',
  'POST /v1/deployment/patch': 'deployment.queue',
  'POST /v1/deployment/promote': 'deployment.queue',
  'POST /v1/deployment/revert': 'deployment.queue',
  'POST /v1/deployment/retry': 'deployment.queue',
  'POST /v1/deployment/restart': 'deployment.queue',
  'POST /v1/deployment/stop': 'deployment.stop',
  'POST /v1/deployment/approve': 'deployment.approve',
  'POST /v1/deployment/decline': 'deployment.decline',
  'POST /v1/webhook': 'webhook.create',
  'PATCH /v1/webhook': 'webhook.edit',
  'POST /v1/webhook/secret': 'webhook.rotate-secret',
  'DELETE /v1/webhook': 'webhook.delete',
}

/** Writes that leave no entry, and why. */
const exempt: Record<string, string> = {
  'POST /v1/account/forgot-password': 'sends a mail, maybe; using what is in it is recorded',
  'POST /v1/account/device-login': 'shows somebody what asks; what they decide is recorded',
  'POST /v1/account/device-code': 'gives nothing; approving and using it are recorded',
  'POST /v1/customer-support/message': 'kept as a message to support; of no team',
  'POST /v1/terms/opened/{id}': 'notes that somebody looked, and gives nothing',
  'POST /v1/account/mailing-list': 'a preference: neither access nor a resource',
  'POST /v1/account/mails': 'a preference: neither access nor a resource',
  'POST /v1/webhook/test': 'sends a message that says nothing; it stands in the list of messages',
  'POST /v1/user/issue-verification-token': 'sends a mail; using what is in it is recorded',
  'POST /v1/aws-account/{id}/verify': 'has the account looked at; changes nothing in it',
  'GET /v1/account/auth-token': 'activating it is recorded; until then it lets nobody in',
  'DELETE /v1/account': 'the audit log goes with the account; the log of the app keeps who did it',
}

describe('every write of /v1', () => {
  it('is listed here, as recorded or as exempt', () => {
    const listed = [...Object.keys(recorded), ...Object.keys(exempt)]
    expect(listed.sort()).toEqual(namesOfWrites(apiTable).sort())
  })

  it.each(Object.entries(recorded))('%s leaves an entry', async (name, action) => {
    const { actor = admin, path, body } = await api.prepare(name)
    const before = await countAuditEntries({ action })
    const answer = await client.call(actor, name.split(' ')[0] ?? '', path, body)
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    expect(await countAuditEntries({ action })).toBe(before + 1)
  })

  it('leaves no entry when it is refused', async () => {
    const before = await countAuditEntries()
    const { id } = await api.things.awsAccount()
    const refused = [
      await client.call(admin, 'DELETE', `/user/${admin.userId}`),
      await client.call(admin, 'DELETE', `/environment/${randomUUID()}`),
      await client.call(admin, 'POST', `/aws-account/${id}/rename`, { newName: '' }),
    ]
    expect(refused.map(({ status }) => status)).toEqual([403, 404, 400])
    expect(await countAuditEntries()).toBe(before)
  })

  it('leaves no secret', async () => {
    const { body } = await client.call(
      admin,
      'GET',
      `/user/integration/${await api.things.integration()}/token`,
    )
    const everything = await readAuditLog()
    expect(everything).not.toContain((body as { token: string }).token)
    expect(everything).not.toContain(builtPassword)
    expect(everything).not.toMatch(/argon2|passwordHash|tokenHash|externalId/)
  })
})

describe('an automation', () => {
  it('is named by its entries', async () => {
    const name = 'Builder'
    const { id } = await bench.users.createIntegrationUser(admin, { name })
    const actor = await signInAutomation(id)
    const { path, body } = await api.prepare('POST /v1/application/version')
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
