import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { buildAccountServices } from '../../tests/builders/accounts'
import { buildApiClient } from '../../tests/builders/api-client'
import { buildApiWrites } from '../../tests/builders/api-writes'
import { useTestDatabase } from '../../tests/postgres/test-database'
import type { HumanActor } from '../services/actor/actor'
import type { Call } from './call'
import { proof } from './proof'
import { apiTable } from './table'

const database = useTestDatabase()
let client: ReturnType<typeof buildApiClient>
let admin: HumanActor
let api: ReturnType<typeof buildApiWrites>
let made = 0

beforeAll(async () => {
  const bench = buildAccountServices(database.sequelize)
  client = buildApiClient(database.sequelize)
  admin = await bench.registerVerified('admin@example.com')
  api = buildApiWrites(bench, admin)
})

type Fields = Record<string, unknown>

/** A call that changes settings, about something that is there. */
interface Setting {
  path: string
  /** Fields that are always sent, because the call is about nothing without them. */
  always?: Fields
  /** Two values of each field that may be left out. */
  values: Record<string, [unknown, unknown]>
  /** What is read of the fields that `null` empties. */
  emptied: Fields
  read(): Promise<Fields>
}

const role = (name: string) => ({ [name]: `arn:aws:iam::123456789012:role/${name}` })
const secret = (name: string, account = '123456789012') =>
  `arn:aws:secretsmanager:us-east-1:${account}:secret:sdo/${name}-AbCdEf`

const get = async <Body = Fields>(path: string) => (await client.call(admin, 'GET', path)).body as Body

const settings: Record<string, () => Promise<Setting>> = {
  'PATCH /v1/process/{id}': async () => {
    const { id } = await api.things.application()
    made++
    return {
      path: `/process/${id}`,
      values: {
        applicationName: [`Shop of ${made}`, `Store of ${made}`],
        type: ['GENERAL', 'GENERAL'],
        cpuCount: [0.5, 2],
        memoryMb: [256, 512],
        dockerBaseUrl: ['sdo/one', 'sdo/two'],
        numProcesses: [1, 3],
        maxSpotPercentage: [100, 40],
        exposedPortsV2: [[{ port: 8080, subdomain: 'api' }], [{ port: 9090 }]],
        roles: [role('one'), role('two')],
        registryCredentials: [secret('registries/one'), secret('registries/two')],
        environmentVariables: [{ A: '1' }, { B: '2', C: '3' }],
        secrets: [{ S: secret('secrets/one') }, { T: secret('secrets/two') }],
      },
      emptied: {
        exposedPortsV2: [],
        roles: {},
        registryCredentials: undefined,
        environmentVariables: {},
        secrets: {},
      },
      read: () => get(`/view-controller/process/${id}/config`),
    }
  },
  'POST /v1/environment/{id}/process/{processId}': async () => {
    const environment = await api.things.environment()
    const { id } = await api.things.application()
    const { accountNumber } = await api.things.sharedAccount()
    return {
      path: `/environment/${environment.id}/process/${id}`,
      always: { override: true },
      values: {
        numProcesses: [4, 7],
        maxSpotPercentage: [20, 60],
        roles: [role('one'), role('two')],
        environmentVariables: [{ A: '1' }, { B: '2', C: '3' }],
        secrets: [{ S: secret('secrets/one', accountNumber) }, { T: secret('secrets/two', accountNumber) }],
      },
      emptied: { maxSpotPercentage: undefined, roles: {}, environmentVariables: {}, secrets: {} },
      async read() {
        type Processes = Record<
          'undeployedApplications',
          { applicationId: string; overrideConfig: Fields | undefined }[]
        >
        const { undeployedApplications } = await get<Processes>(
          `/view-controller/environment/${environment.id}/processes`,
        )
        return undeployedApplications.find(({ applicationId }) => applicationId === id)?.overrideConfig ?? {}
      },
    }
  },
  'POST /v1/environment/{id}/notifications': async () => {
    const { id } = await api.things.environment()
    return {
      path: `/environment/${id}/notifications`,
      values: { mailEvents: [['live'], ['failed', 'reverted']], webhookEvents: [['failed'], ['live']] },
      emptied: { mailEvents: [], webhookEvents: [] },
      read: () => get(`/view-controller/environment/${id}`),
    }
  },
  'PATCH /v1/webhook': async () => {
    await api.prepare('PATCH /v1/webhook')
    return {
      path: '/webhook',
      values: {
        url: ['https://one.example.com', 'https://two.example.com'],
        teamEvents: [['account-unhealthy'], ['token-expiring']],
      },
      emptied: { teamEvents: [] },
      async read() {
        const { webhook } = await get<{ webhook: { maskedUrl: string; teamEvents: string[] } }>(
          '/view-controller/webhook',
        )
        return { url: webhook.maskedUrl.replace(/\/…?$/, ''), teamEvents: webhook.teamEvents }
      },
    }
  },
}

/** Calls with several fields that change no settings: they make something, ask for something or prove who calls. */
const acts = [
  'PATCH /v1/user/permissions',
  'POST /v1/account/auth-token/activate',
  'POST /v1/account/forgot-password/new-password',
  'POST /v1/account/login',
  'POST /v1/account/login/identity',
  'POST /v1/account/password',
  'POST /v1/application/version',
  'POST /v1/aws-account',
  'POST /v1/aws-account/external-network',
  'POST /v1/aws-account/hosted-zone',
  'POST /v1/customer-support/message',
  'POST /v1/deployment/approve',
  'POST /v1/deployment/patch',
  'POST /v1/deployment/promote',
  'POST /v1/deployment/restart',
  'POST /v1/deployment/retry',
  'POST /v1/deployment/revert',
  'POST /v1/environment',
  'POST /v1/process',
  'POST /v1/process/version',
  'POST /v1/user/human',
  'POST /v1/user/integration/{id}/trust',
  'POST /v1/view-controller/environment/{id}/logs/{type}',
]

/** Fields of the body, but for the proof of who sends it. */
const fieldsOf = ({ body }: Call): string[] => {
  if (!body) return []
  const { properties = {} } = z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' })
  return Object.keys(properties).filter((field) => !(field in proof))
}

const nameOf = ({ method, path }: Call) => `${method} ${path}`

it('is known of every call with several fields whether it changes settings', () => {
  const several = apiTable.filter((call) => call.method !== 'GET' && fieldsOf(call).length > 1)
  expect(several.map(nameOf).sort()).toEqual([...Object.keys(settings), ...acts].sort())
})

describe.each(Object.entries(settings))('%s', (name, prepare) => {
  const set = async ({ path }: Setting, body: Fields) => {
    const [method = ''] = name.split(' ')
    const { status, body: answer } = await client.call(admin, method, path, body)
    expect(status, JSON.stringify(answer)).toBe(200)
  }
  const valuesOf = ({ values }: Setting, which: 0 | 1) =>
    Object.fromEntries(Object.entries(values).map(([field, both]) => [field, both[which]]))

  it('leaves whatever it does not send as it was', async () => {
    const setting = await prepare()
    const call = apiTable.find((call) => nameOf(call) === name)
    const fields = Object.keys(setting.values)
    expect([...Object.keys(setting.always ?? {}), ...fields].sort()).toEqual(call && fieldsOf(call).sort())
    const [first, second] = [valuesOf(setting, 0), valuesOf(setting, 1)]
    await fc.assert(
      fc.asyncProperty(fc.subarray(fields), async (sent) => {
        await set(setting, { ...setting.always, ...first })
        expect(await setting.read()).toMatchObject(first)
        const change = Object.fromEntries(sent.map((field) => [field, second[field]]))
        await set(setting, { ...setting.always, ...change })
        const after = await setting.read()
        expect(Object.fromEntries(fields.map((field) => [field, after[field]]))).toEqual({
          ...first,
          ...change,
        })
      }),
      { numRuns: 12, examples: [[[]]] },
    )
  })

  it('empties what it sends as null', async () => {
    const setting = await prepare()
    const first = valuesOf(setting, 0)
    await set(setting, { ...setting.always, ...first })
    const nothing = Object.fromEntries(Object.keys(setting.emptied).map((field) => [field, null]))
    await set(setting, { ...setting.always, ...nothing })
    const after = await setting.read()
    const expected: Fields = { ...first, ...setting.emptied }
    for (const field of Object.keys(expected)) expect(after[field], field).toEqual(expected[field])
  })
})
