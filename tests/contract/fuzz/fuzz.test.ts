import { describe, expect, it } from 'vitest'
import { useAppServer } from '../../builders/app-server'
import { useTestDatabase } from '../../postgres/test-database'
import { fuzzedDocument } from './fuzzed-document'
import { buildIntegrationSession, buildOffers, buildSession } from './fuzzed-team'
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

const isPastAuthentication = (status: number) => status < 500 && ![401, 403, 429].includes(status)

function fuzzing() {
  const database = useTestDatabase()
  const server = useAppServer(database)

  async function fuzz(token: string | undefined, teamId: string, maximumExamples: number, more: string[] = []) {
    const { handle, count } = createFuzzingFront(async () => (await buildSession(server)).token, token)
    const address = await server.start({ front: handle, trustProxy: true })
    const run = await runSchemathesis({
      address,
      document: await fuzzedDocument((call) => buildOffers(call, teamId)),
      headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
      checks: [...checks, ...more],
      maximumExamples,
    })
    const report = `${run.output}\n${count.describe()}`
    expect(run.isClean, report).toBe(true)
    return { count, report, address }
  }

  it('answers an admin as documented, whatever is sent, and not because the session was gone', async () => {
    const { token, teamId } = await buildSession(server)
    const { count, report, address } = await fuzz(token, teamId, 10, ['ignored_auth'])
    expect(count.without(isPastAuthentication), report).toEqual([])
    const login = await fetch(`${address}/v1/account/queryLogin`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
    })
    expect(await login.json()).toEqual({ details: { state: 'LOGGED_IN' } })
  }, 120_000)
}
