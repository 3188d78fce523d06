import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import type { AuditAction } from '../services/audit/audit-actions'
import { signInAutomation } from '../../tests/builders/actors'
import { buildAccountServices, builtPassword } from '../../tests/builders/accounts'
import { buildApiClient } from '../../tests/builders/api-client'
import { countAuditEntries, readAuditLog } from '../../tests/builders/audit-entries'
import { apiWrites, buildApiWrites } from '../../tests/builders/api-writes'
import { useTestDatabase } from '../../tests/postgres/test-database'
import type { HumanActor } from '../services/actor/actor'
import type { WriteName } from './table'

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

/** Makes the write, which succeeds. @returns by how many entries the log grew */
async function entriesOf(name: WriteName, action?: AuditAction): Promise<number> {
  const { actor = admin, method, path, body } = await api.prepare(name)
  const before = await countAuditEntries(action && { action })
  const answer = await client.call(actor, method, path, body)
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return (await countAuditEntries(action && { action })) - before
}

describe('every write of /v1', () => {
  it.each(apiWrites.filter(({ audit }) => typeof audit === 'string'))(
    '$name leaves an entry: $audit',
    async ({ name, audit }) => {
      expect(await entriesOf(name, audit as AuditAction)).toBe(1)
    },
  )

  it.each(apiWrites.filter(({ audit }) => typeof audit !== 'string'))(
    '$name leaves none, as it says',
    async ({ name }) => {
      expect(await entriesOf(name)).toBeLessThanOrEqual(0)
    },
  )

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
