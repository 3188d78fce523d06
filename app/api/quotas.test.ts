import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { buildAccountServices } from '../../tests/builders/accounts'
import { buildApiClient } from '../../tests/builders/api-client'
import { apiWrites, buildApiWrites } from '../../tests/builders/api-writes'
import { useTestDatabase } from '../../tests/postgres/test-database'
import { statusOf } from '../../core/errors'
import type { HumanActor } from '../services/actor/actor'
import { quotaTable, usualQuotas, type QuotaName, type Quotas } from '../services/quotas/quotas'

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

afterEach(() => {
  client.dependencies.quotas = usualQuotas
})

/** What has to be said besides for a call to ask for more than nothing of it. */
const asking: Partial<Record<QuotaName, object>> = {
  portsPerApplication: { exposedPortsV2: [{ port: 80 }] },
  rolesPerApplication: { roles: { reader: 'arn:aws:iam::123456789012:role/reader' } },
  awsAccounts: { existingAwsAccountId: null, newAwsAccountName: 'More', newAwsAccountNumber: '998877665544' },
}

/** Makes a write that would succeed, where nothing is left of some quotas. */
async function makeWithout(name: (typeof apiWrites)[number]['name'], quotas: Partial<Quotas>, more?: object) {
  const { actor = admin, method, path, body } = await api.prepare(name)
  client.dependencies.quotas = { ...usualQuotas, ...quotas }
  return client.call(actor, method, path, more ? { ...(body as object), ...more } : body)
}

const drawing = apiWrites.flatMap(({ name, quotas = [] }) => quotas.map((quota) => ({ name, quota })))
const nothingLeft = Object.fromEntries(Object.keys(quotaTable).map((name) => [name, 0]))

describe('the limits of a team', () => {
  it('are each drawn on by a call', () => {
    expect(new Set(drawing.map(({ quota }) => quota))).toEqual(new Set(Object.keys(quotaTable)))
  })

  it.each(drawing)('refuse $name where nothing is left of $quota', async ({ name, quota }) => {
    const more = name === 'POST /v1/aws-account' ? undefined : asking[quota]
    expect(await makeWithout(name, { [quota]: 0 }, more)).toMatchObject({
      status: statusOf(quotaTable[quota].code),
      body: { code: quotaTable[quota].code, messageCode: `quotas.${quota}` },
    })
  })

  it.each(apiWrites.filter(({ quotas }) => !quotas))(
    'let $name pass, which draws on none',
    async ({ name }) => {
      expect(await makeWithout(name, nothingLeft)).toMatchObject({ status: 200 })
    },
  )
})
