import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { silentLogger } from '../../core/logging/logger'
import { buildAccountServices } from '../../tests/builders/accounts'
import { buildAutomation, buildPerson } from '../../tests/builders/actors'
import { buildApiClient } from '../../tests/builders/api-client'
import { apiWrites, buildApiWrites } from '../../tests/builders/api-writes'
import { sampleInput } from '../../tests/builders/sample-input'
import { buildAccount } from '../../tests/builders/team-rows'
import { useTestDatabase } from '../../tests/postgres/test-database'
import type { Actor } from '../services/actor/actor'
import type { Services } from '../services/services'
import { isWrite, type Access, type Call } from './call'
import { createApi } from './router'
import { apiTable } from './table'

const database = useTestDatabase()

const callers = {
  'somebody signed out': async (): Promise<Actor> => ({ kind: 'anonymous' }),
  'somebody unverified': (teamId: string) => buildPerson(teamId, { state: 'VERIFICATION_NEEDED' }),
  'somebody whose password was chosen for them': (teamId: string) =>
    buildPerson(teamId, { state: 'FORCE_PASSWORD_CHANGE' }),
  'somebody who has to accept terms': (teamId: string) =>
    buildPerson(teamId, { state: 'TERMS_UPDATE_NEEDED' }),
  'a member': (teamId: string) => buildPerson(teamId),
  'an admin': (teamId: string) => buildPerson(teamId, { isAdmin: true }),
  'an integration': buildAutomation,
} satisfies Record<string, (teamId: string) => Promise<Actor>>
type Caller = keyof typeof callers

const allowed: Record<Access, Caller[]> = {
  public: Object.keys(callers) as Caller[],
  session: [
    'somebody unverified',
    'somebody whose password was chosen for them',
    'somebody who has to accept terms',
    'a member',
    'an admin',
  ],
  'password-change': ['somebody whose password was chosen for them', 'a member', 'an admin'],
  'terms-acceptance': ['somebody who has to accept terms', 'a member', 'an admin'],
  member: ['a member', 'an admin'],
  admin: ['an admin'],
  automation: ['a member', 'an admin', 'an integration'],
  integration: ['an integration'],
}

let services: Services
/** The writes of a team, as they succeed. */
let owner: ReturnType<typeof buildApiWrites>
/** Things of that team, by the part of a path that an id follows, and of those that are looked at. */
let owned: Record<string, string>

beforeAll(async () => {
  const bench = buildAccountServices(database.sequelize)
  services = buildApiClient(database.sequelize).services
  owner = buildApiWrites(bench, await bench.registerVerified('owner@example.com'))
  const environment = await owner.things.environment()
  owned = {
    'aws-account': (await owner.things.awsAccount()).id,
    environment: environment.id,
    'view-controller/deployment': environment.id,
    'v1/deployment': (await owner.things.queued()).id,
    'application/deployment': (await owner.things.queued()).id,
    process: (await owner.things.application()).id,
    integration: await owner.things.integration(),
  }
})

const buildTeam = async (): Promise<string> => (await buildAccount()).teamId

/** Sends `method` and `path`, in `/v1`, as `actor`. */
async function send(actor: Actor, method: string, path: string, body?: unknown) {
  const response = await createApi(apiTable)(
    new Request(`http://portal.test${path}`, {
      method,
      headers: { 'Content-Type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    }),
    { services, actor, requestId: 'request', log: silentLogger, setSession: () => undefined },
  )
  const isJson = response.headers.get('Content-Type')?.startsWith('application/json')
  return {
    status: response.status,
    body: isJson ? ((await response.json()) as unknown) : await response.text(),
  }
}

/** Makes `call` as `actor`, about `id`. */
function make(call: Call, actor: Actor, id: string = randomUUID()) {
  const path = call.path.replace('{type}', 'deploy').replaceAll(/\{\w+\}/g, id)
  const query = new URLSearchParams(call.query && (sampleInput(call.query) as Record<string, string>))
  return send(actor, call.method, `${path}?${query.toString()}`, call.body && sampleInput(call.body))
}

describe.each(apiTable)('$name', (call) => {
  it.each(Object.keys(callers) as Caller[])('lets %s in exactly when its access says so', async (caller) => {
    const { status } = await make(call, await callers[caller](await buildTeam()))
    if (allowed[call.access].includes(caller)) expect([401, 403]).not.toContain(status)
    else expect(status).toBe(caller === 'somebody signed out' ? 401 : (call.statuses?.forbidden ?? 403))
    expect(status).toBeLessThan(500)
  })

  it('asks who comes before it looks at anything that they sent', async () => {
    if (call.access === 'public') return
    expect((await make(call, { kind: 'anonymous' }, 'no-id')).status).toBe(401)
  })
})

const strangerFor = async ({ access }: Call) =>
  callers[allowed[access].includes('an admin') ? 'an admin' : 'an integration'](await buildTeam())

// Terms belong to nobody.
const ofSomebody = apiWrites.filter(({ access }) => access !== 'public' && access !== 'terms-acceptance')
const ids = () => /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g

describe.each(ofSomebody)('$name', (call) => {
  it('answers the same to a thing of another team, named in whatever place, as to none', async () => {
    const { path, body = {} } = await owner.prepare(call.name)
    const said = JSON.stringify([path, body])
    // What names nothing is about its caller, or makes something.
    if (!ids().test(said)) return
    const stranger = await strangerFor(call)
    const sendAs = (text: string) => {
      const [path, body] = JSON.parse(text) as [string, object]
      return send(stranger, call.method, `/v1${path}`, call.body && body)
    }
    const foreign = await sendAs(said)
    if (foreign.body !== false) expect(foreign.status, JSON.stringify(foreign.body)).toBe(404)
    expect(await sendAs(said.replaceAll(ids(), () => randomUUID()))).toEqual(foreign)
    expect((await sendAs(said.replace(ids(), 'no-id'))).status).toBe(foreign.status)
  })
})

const readsOfOneThing = apiTable.filter((call) => !isWrite(call) && call.path.includes('{'))

describe.each(readsOfOneThing)('$name', (call) => {
  it('answers the same to a thing of another team as to none', async () => {
    const stranger = await strangerFor(call)
    const [, id] = Object.entries(owned).find(([before]) => call.path.includes(`${before}/{id}`)) ?? []
    expect(id, 'a thing of another team').toBeDefined()
    const foreign = await make(call, stranger, id)
    expect(foreign.status).toBe(404)
    expect(foreign).toEqual(await make(call, stranger))
    expect((await make(call, stranger, 'no-id')).status).toBe(404)
  })
})
