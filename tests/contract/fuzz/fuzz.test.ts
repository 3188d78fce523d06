import { describe, expect, it } from 'vitest'
import type { Access } from '../../../app/api/call'
import { apiTable } from '../../../app/api/table'
import { usualQuotas, type Quotas } from '../../../app/services/quotas/quotas'
import { useAppServer } from '../../builders/app-server'
import { buildOffers } from '../../builders/call-offers'
import { exampleDocument } from '../../builders/example-document'
import { manyPlaces } from '../../builders/many-places'
import { useTestDatabase } from '../../postgres/test-database'
import { buildIntegrationSession, buildSession } from './fuzzed-team'
import { createFuzzingFront } from './fuzzing-front'
import { runSchemathesis, schemathesisPython } from './schemathesis'

const missing = schemathesisPython.missing()

if (missing === undefined) describe('/v1, fuzzed from its own OpenAPI document', fuzzing)
else if (process.env.SDO_REQUIRE_ALL_SUITES === '1')
  it('/v1, fuzzed from its own OpenAPI document', () => {
    throw new Error(missing)
  })
else it.skip(`/v1, fuzzed from its own OpenAPI document. ${missing}`)

/** What every answer must be like. Whether valid data is accepted is for the rules of each call to say, not for its schema. */
const checks = [
  'not_a_server_error',
  'status_code_conformance',
  'content_type_conformance',
  'response_headers_conformance',
  'response_schema_conformance',
  'negative_data_rejection',
  'unsupported_method',
  'allow_header_conformance',
]

const isSuccess = (status: number) => status === 200

const callsFor = (...access: Access[]): string[] =>
  apiTable.filter((call) => access.includes(call.access)).map(({ name }) => name)

const callsBeyond = (...access: Access[]): string[] => {
  const open = callsFor(...access)
  return apiTable.map(({ name }) => name).filter((name) => !open.includes(name))
}

/** What is about a thing that nobody can offer: an authenticator of the caller's own, a past deployment. */
const neverGuessed = [
  'DELETE /v1/account/auth-token/{id}',
  'POST /v1/account/recovery-codes',
  'GET /v1/view-controller/environment/{id}/deployments/{versionId}',
]

/** What is offered for the calls to be about is more than a team may usually have. */
const quotas: Quotas = {
  ...usualQuotas,
  awsAccounts: 10_000,
  hostedZones: 10_000,
  externalNetworks: 10_000,
  integrationUsers: 10_000,
  environments: 10_000,
  applications: 10_000,
}

const isPastAuthentication = (status: number) => status < 500 && ![401, 403, 429].includes(status)

function fuzzing() {
  const database = useTestDatabase()
  const comeFromElsewhere = manyPlaces()
  const server = useAppServer(database, {
    trustProxy: true,
    front: (request, _response, next) => {
      comeFromElsewhere(request)
      next()
    },
  })

  interface Caller {
    token?: string
    /** Whose things are offered. */
    teamId: string
    /** Another session like the one of `token`, for calls that end theirs. */
    buildSpare?: () => Promise<string>
    isThorough?: boolean
  }

  async function fuzz({ token, teamId, buildSpare, isThorough = false }: Caller) {
    const { handle, count } = createFuzzingFront(token, buildSpare)
    const address = await server.start({ front: handle, trustProxy: true, quotas })
    const run = await runSchemathesis({
      address,
      document: await exampleDocument((call) => buildOffers(call, teamId)),
      headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
      checks,
      isThorough,
      maximumExamples: isThorough ? 8 : 2,
    })
    const report = `${run.output}\n${count.describe()}`
    expect(run.isClean, report).toBe(true)
    return { count, report, address }
  }

  /** Where the caller stands after the run. */
  async function stateAt(address: string, token: string): Promise<unknown> {
    const headers = { authorization: `Bearer ${token}` }
    return (await fetch(`${address}/v1/account/queryLogin`, { method: 'POST', headers })).json()
  }

  it('answers an admin as documented, whatever is sent, and not because the session was gone', async () => {
    const { token, teamId } = await buildSession(server)
    const buildSpare = async () => (await buildSession(server)).token
    const { count, report, address } = await fuzz({ token, teamId, buildSpare, isThorough: true })
    expect(count.without(isPastAuthentication), report).toEqual([])
    expect(count.without(isSuccess), report).toEqual(neverGuessed)
    expect(await stateAt(address, token)).toEqual({ details: { state: 'LOGGED_IN' } })
  }, 600_000)

  it('answers somebody signed out as documented, and 401 wherever that is not enough', async () => {
    const { teamId } = await buildSession(server)
    const { count, report } = await fuzz({ teamId })
    expect(count.without(isPastAuthentication), report).toEqual(callsBeyond('public'))
    expect(count.having(isSuccess), report).toEqual(callsFor('public'))
  }, 180_000)

  it('answers an integration user as documented, and 403 wherever it may not go', async () => {
    const admin = await buildSession(server)
    const buildSpare = () => buildIntegrationSession(server, admin)
    const token = await buildSpare()
    const { count, report, address } = await fuzz({ token, teamId: admin.teamId, buildSpare })
    const open = ['public', 'automation', 'integration'] as const
    expect(count.without(isPastAuthentication), report).toEqual(callsBeyond(...open))
    expect(await stateAt(address, token)).toEqual({ details: { state: 'LOGGED_IN' } })
  }, 180_000)
}
