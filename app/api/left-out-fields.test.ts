import { containerSettingsOf, healthCheckOf, warningsOf } from '../../core/application/run-settings'
import { configEntries, overridable, type ConfigField } from '../../core/application/config/fields'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { buildAccountServices } from '../../tests/builders/accounts'
import { buildApiClient } from '../../tests/builders/api-client'
import { buildApiWrites } from '../../tests/builders/api-writes'
import { overrideSamples, secretOf, sentSamples } from '../../tests/builders/config-samples'
import { useTestDatabase } from '../../tests/postgres/test-database'
import type { HumanActor } from '../services/actor/actor'
import { readRevision, type Call } from './call'
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
  /** The revision of what is read. */
  revision(): Promise<unknown>
}

/** What is read of a field that null empties. */
function emptyOf(kind: ConfigField['kind']): unknown {
  if (kind === 'number' || kind === 'text' || kind === 'schedule') return undefined
  return kind === 'ports' ? [] : {}
}

/** Empties all fields that can be empty. */
const nothingOf = ({ emptied }: Setting): Fields =>
  Object.fromEntries(Object.keys(emptied).map((field) => [field, null]))

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
        ...sentSamples,
      },
      emptied: Object.fromEntries(
        configEntries
          .flatMap(([, { wire, presence, kind }]) => (presence === 'optional' ? [[wire, emptyOf(kind)]] : []))
          .concat([
            ['healthCheck', healthCheckOf({})],
            ['container', containerSettingsOf({})],
            ['warnings', warningsOf({})],
          ]),
      ),
      read: () => get(`/view-controller/process/${id}/config`),
      revision: async () => (await get(`/view-controller/process/${id}/config`)).revision,
    }
  },
  'POST /v1/environment/{id}/process/{processId}': async () => {
    const environment = await api.things.environment()
    const { id } = await api.things.application()
    const { accountNumber } = await api.things.sharedAccount()
    type Override = { applicationId: string; overrideConfig?: Fields; revision: string }
    const readOverride = async (): Promise<Partial<Override>> => {
      const { undeployedApplications } = await get<{ undeployedApplications: Override[] }>(
        `/view-controller/environment/${environment.id}/processes`,
      )
      return undeployedApplications.find(({ applicationId }) => applicationId === id) ?? {}
    }
    return {
      path: `/environment/${environment.id}/process/${id}`,
      always: { override: true, firstDeployWarningApproved: true },
      values: {
        ...Object.fromEntries(overridable.map(([name, { wire }]) => [wire, overrideSamples[name]])),
        environmentVariables: [{ A: '1' }, { B: '2', C: '3' }],
        secrets: [
          { S: secretOf('secrets/one', accountNumber) },
          { T: secretOf('secrets/two', accountNumber) },
        ],
      },
      emptied: { maxSpotPercentage: undefined, roles: {}, environmentVariables: {}, secrets: {} },
      read: async () => (await readOverride()).overrideConfig ?? {},
      revision: async () => (await readOverride()).revision,
    }
  },
  'POST /v1/environment/{id}/notifications': async () => {
    const { id } = await api.things.environment()
    return {
      path: `/environment/${id}/notifications`,
      values: { mailEvents: [['live'], ['failed', 'reverted']], webhookEvents: [['failed'], ['live']] },
      emptied: { mailEvents: [], webhookEvents: [] },
      read: () => get(`/view-controller/environment/${id}`),
      revision: async () => (await get(`/view-controller/environment/${id}`)).notificationsRevision,
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
      async revision() {
        const { webhook } = await get<{ webhook: { revision: string } }>('/view-controller/webhook')
        return webhook.revision
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

/** Fields of the body, but for the proof of who sends it, and of what it was made of. */
const fieldsOf = ({ body }: Call): string[] => {
  if (!body) return []
  const { properties = {} } = z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' })
  return Object.keys(properties).filter((field) => !(field in proof) && !(field in readRevision))
}

it('is known of every call with several fields whether it changes settings', () => {
  const several = apiTable.filter((call) => call.method !== 'GET' && fieldsOf(call).length > 1)
  expect(several.map(({ name }) => name).sort()).toEqual([...Object.keys(settings), ...acts].sort())
})

describe.each(Object.entries(settings))('%s', (name, prepare) => {
  const send = ({ path, always }: Setting, body: Fields) => {
    const [method = ''] = name.split(' ')
    return client.call(admin, method, path, { ...always, ...body })
  }
  const set = async (setting: Setting, body: Fields) => {
    const { status, body: answer } = await send(setting, body)
    expect(status, JSON.stringify(answer)).toBe(200)
  }
  const valuesOf = ({ values }: Setting, which: 0 | 1) =>
    Object.fromEntries(Object.entries(values).map(([field, both]) => [field, both[which]]))

  it('leaves whatever it does not send as it was', async () => {
    const setting = await prepare()
    const call = apiTable.find((call) => call.name === name)
    const fields = Object.keys(setting.values)
    expect([...Object.keys(setting.always ?? {}), ...fields].sort()).toEqual(call && fieldsOf(call).sort())
    const [first, second] = [valuesOf(setting, 0), valuesOf(setting, 1)]
    await fc.assert(
      fc.asyncProperty(fc.subarray(fields), async (sent) => {
        await set(setting, first)
        expect(await setting.read()).toMatchObject(first)
        const change = Object.fromEntries(sent.map((field) => [field, second[field]]))
        await set(setting, change)
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
    await set(setting, first)
    const nothing = nothingOf(setting)
    await set(setting, nothing)
    const after = await setting.read()
    const expected: Fields = { ...first, ...setting.emptied }
    for (const field of Object.keys(expected)) expect(after[field], field).toEqual(expected[field])
  })

  it('undoes nothing that somebody else saved since it was read, and says both values', async () => {
    const setting = await prepare()
    const [first, second] = [valuesOf(setting, 0), valuesOf(setting, 1)]
    const differing = Object.keys(first).filter((field) => field !== 'type')
    await fc.assert(
      fc.asyncProperty(
        fc.subarray(differing, { minLength: 1 }),
        fc.subarray(differing, { minLength: 1 }),
        async (theirs, mine) => {
          await set(setting, first)
          const revision = await setting.revision()
          const pick = (from: Fields, fields: string[]) =>
            Object.fromEntries(fields.map((field) => [field, from[field]]))
          await set(setting, { ...pick(second, theirs), revision })
          const saved = await setting.read()
          const refused = await send(setting, { ...pick(first, mine), revision })
          expect(refused.status).toBe(409)
          const { fields, revision: present } = refused.body as { fields: Fields; revision: string }
          expect(Object.keys(fields).sort()).toEqual([...theirs].sort())
          for (const [field, text] of Object.entries(fields))
            expect(text).toMatch(mine.includes(field) ? /now .*yours / : /now .*You leave it as it is/s)
          expect(await setting.read()).toEqual(saved)
          await set(setting, { ...pick(first, mine), revision: present })
        },
      ),
      { numRuns: 8 },
    )
  })

  it('has one winner of two that are sent at once, and the loser may send again', async () => {
    const setting = await prepare()
    const both = [valuesOf(setting, 0), valuesOf(setting, 1)]
    for (let round = 0; round < 4; round++) {
      await set(setting, { ...both[0], ...nothingOf(setting) })
      const revision = await setting.revision()
      const answers = await Promise.all(both.map((body) => send(setting, { ...body, revision })))
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
      const won = answers.findIndex(({ status }) => status === 200)
      expect(await setting.read()).toMatchObject(both[won] ?? {})
      const { revision: present } = answers[1 - won]?.body as Fields
      await set(setting, { ...both[1 - won], revision: present })
    }
  })

  it('takes a write that is sent twice by one revision, since it undoes nothing', async () => {
    const setting = await prepare()
    const revision = await setting.revision()
    const change = { ...valuesOf(setting, 1), revision }
    await set(setting, change)
    await set(setting, change)
  })
})
