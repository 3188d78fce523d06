import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { buildAccountServices, builtPassword, originAt } from '../../tests/builders/accounts'
import { buildApiClient } from '../../tests/builders/api-client'
import { buildApiWrites, namesOfWrites } from '../../tests/builders/api-writes'
import { useTestDatabase } from '../../tests/postgres/test-database'
import type { HumanActor } from '../services/actor/actor'
import { withOrigin } from '../services/actor/origin'
import { apiTable } from './table'

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

/** The calls that make something, which must not be made twice, with a field that makes another request of it. */
const repeatable: Record<string, object> = {
  'POST /v1/account': { password: 'another-horse' },
  'POST /v1/customer-support/message': { message: 'Something else' },
  'POST /v1/user/human': { password: 'another-horse' },
  'POST /v1/user/integration': { name: 'another' },
  'POST /v1/user/integration/{id}/trust': { environment: 'another' },
  'POST /v1/aws-account': { name: 'another' },
  'POST /v1/process': { memoryMb: 512 },
  'POST /v1/process/version': { dockerImageTag: '9.9' },
  'POST /v1/application/version': { dockerImageTag: '9.9' },
  'POST /v1/environment': { environmentName: 'another' },
  'POST /v1/deployment/patch': { firstDeployWarningApproved: false },
  'POST /v1/deployment/promote': { firstDeployWarningApproved: false },
  'POST /v1/deployment/revert': { firstDeployWarningApproved: false },
  'POST /v1/deployment/retry': { firstDeployWarningApproved: false },
  'POST /v1/deployment/restart': { firstDeployWarningApproved: false },
}

async function readSubmissions(): Promise<string> {
  const [rows] = await database.sequelize.query('SELECT id, digest, result FROM submissions')
  return JSON.stringify(rows)
}

describe('an Idempotency-Key', () => {
  it.each(Object.entries(repeatable))(
    'gets the first answer for the same request, and 409 for another one: %s',
    async (name, change) => {
      const { actor = admin, path, body } = await api.prepare(name)
      const headers = { 'Idempotency-Key': randomUUID() }
      const send = (sent: unknown, place = '192.0.2.1') =>
        withOrigin(originAt(place), () => client.call(actor, 'POST', path, sent, headers))
      const first = await send(body)
      expect(first.status, JSON.stringify(first.body)).toBe(200)
      expect(await send(body)).toMatchObject({ status: 200, body: first.body })
      const other = await send({ ...(body as object), ...change })
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
    for (const name of namesOfWrites(apiTable)) {
      const { actor = admin, path, body } = await api.prepare(name)
      const [method = ''] = name.split(' ')
      await client.call(actor, method, path, body, { 'Idempotency-Key': randomUUID() })
    }
    const kept = await readSubmissions()
    expect(kept).not.toContain(builtPassword)
    expect(kept).not.toContain('another-horse')
    expect(kept).not.toMatch(/argon2|token|secret|session|password|externalId/i)
  }, 30_000)
})
