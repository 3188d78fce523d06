import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { buildAccountServices, builtPassword, originAt } from '../../tests/builders/accounts'
import { buildApiClient } from '../../tests/builders/api-client'
import { apiWrites, buildApiWrites } from '../../tests/builders/api-writes'
import { useTestDatabase } from '../../tests/postgres/test-database'
import type { HumanActor } from '../services/actor/actor'
import { withOrigin } from '../services/actor/origin'

const database = useTestDatabase()
let client: ReturnType<typeof buildApiClient>
let admin: HumanActor
let api: ReturnType<typeof buildApiWrites>

beforeAll(async () => {
  const bench = buildAccountServices(database.sequelize)
  client = buildApiClient(database.sequelize)
  admin = await bench.registerVerified('admin@example.com')
  api = buildApiWrites(bench, admin)
})

const repeatable = apiWrites.filter(({ takesKey }) => takesKey).map(({ name }) => name)

async function readSubmissions(): Promise<string> {
  const [rows] = await database.sequelize.query('SELECT id, digest, result FROM submissions')
  return JSON.stringify(rows)
}

describe('an Idempotency-Key', () => {
  it.each(repeatable)(
    'gets the first answer for the same request, and 409 for another one: %s',
    async (name) => {
      const { actor = admin, path, body, another } = await api.prepare(name)
      expect(another, 'what makes another request of it').toBeDefined()
      const headers = { 'Idempotency-Key': randomUUID() }
      const send = (sent: unknown, place = '192.0.2.1') =>
        withOrigin(originAt(place), () => client.call(actor, 'POST', path, sent, headers))
      const first = await send(body)
      expect(first.status, JSON.stringify(first.body)).toBe(200)
      expect(await send(body)).toMatchObject({ status: 200, body: first.body })
      const other = await send({ ...(body as object), ...another })
      expect(other).toMatchObject({ status: 409, body: { code: 'conflict' } })
      expect(JSON.stringify(other.body)).toContain('new Idempotency-Key')
    },
  )

  it('of a stranger elsewhere is not shared', async () => {
    const headers = { 'Idempotency-Key': 'order-1' }
    const register = async (place: string) => {
      const { actor = admin, path, body } = await api.prepare('POST /v1/account')
      return withOrigin(originAt(place), () => client.call(actor, 'POST', path, body, headers))
    }
    expect((await register('192.0.2.8')).status).toBe(200)
    expect((await register('192.0.2.9')).status).toBe(200)
  })

  it('leaves no secret in the database, with whatever write it comes', async () => {
    for (const { name } of apiWrites) {
      const { actor = admin, method, path, body } = await api.prepare(name)
      await client.call(actor, method, path, body, { 'Idempotency-Key': randomUUID() })
    }
    const kept = await readSubmissions()
    expect(kept).not.toContain(builtPassword)
    expect(kept).not.toContain('another-horse')
    expect(kept).not.toMatch(/argon2|token|secret|session|password|externalId/i)
  }, 30_000)
})
