import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { silentLogger } from '../../core/logging/logger'
import { buildAutomation, buildPerson } from '../../tests/builders/actors'
import { testKeys } from '../../tests/builders/authenticator-keys'
import {
  buildAccount,
  buildApplication,
  buildEnvironment,
  buildTrust,
  buildVersion,
} from '../../tests/builders/team-rows'
import { buildDeletedEnvironment } from '../../tests/builders/deployment-core'
import { buildExternalNetwork } from '../../tests/builders/external-networks'
import { buildHostedZone } from '../../tests/builders/hosted-zones'
import { sampleInput } from '../../tests/builders/sample-input'
import { VirtualClock } from '../../tests/builders/virtual-clock'
import { useTestDatabase } from '../../tests/postgres/test-database'
import type { Actor } from '../services/actor/actor'
import { createServices, type Services } from '../services/services'
import type { Access, Call } from './call'
import { createApi } from './router'
import { apiTable } from './table'
import { usualQuotas } from '../services/quotas/quotas'
import { testIdentities } from '../../tests/builders/identity-issuer'

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

/** What the smallest body of its shape would fall short of, before the call looks for its thing. */
const bodies: Record<string, unknown> = {
  'PATCH /v1/process/{id}': { cpuCount: 1, memoryMb: 256, dockerBaseUrl: 'sdo/sample', numProcesses: 1 },
  'POST /v1/user/integration/{id}/trust': {
    issuer: 'https://builds.test',
    subjectPattern: 'repo:acme/shop:ref:x',
  },
  'POST /v1/environment/{id}/process/{processId}': { override: true, numProcesses: 1 },
}

let services: Services
/** Things of the team `owner`, by the part of a path that an id follows. */
let owned: Record<string, string>

beforeAll(async () => {
  const clock = new VirtualClock()
  services = createServices({
    sequelize: database.sequelize,
    clock,
    log: silentLogger,
    publicUrl: 'http://portal.test',
    registrationOpen: true,
    platformAccountNumber: '000000000001',
    supportEmail: 'support@sdo.example',
    authenticatorKeys: testKeys,
    quotas: usualQuotas,
    identities: testIdentities(new VirtualClock()),
  })
  await services.terms.ensureTerms()
  const account = await buildAccount()
  const application = await buildApplication(account.teamId)
  const environment = await buildEnvironment(account)
  const admin = await buildPerson(account.teamId, { isAdmin: true })
  const integration = await services.users.createIntegrationUser(admin, { name: 'CI' })
  await services.users.createIntegrationToken(admin, integration.id)
  const { integrationUsers } = await services.users.listUsers(admin)
  owned = {
    'aws-account': account.id,
    environment: environment.id,
    'deleted-environment': await buildDeletedEnvironment(await buildEnvironment(account, 'Gone')),
    'external-network': (await buildExternalNetwork(account)).id,
    'hosted-zone': (await buildHostedZone(account)).id,
    deployment: environment.id,
    revert: randomUUID(),
    history: randomUUID(),
    process: application.id,
    'running-processes': randomUUID(),
    'auto-deploy-target': environment.id,
    'process-version': (await buildVersion(application)).id,
    user: integration.id,
    integration: integration.id,
    token: integrationUsers[0]?.tokens[0]?.id ?? '',
    trust: (await buildTrust(integration.id)).id,
    'auth-token': await buildAuthenticatorToken(account.teamId),
    'device-login': await buildDeviceLogin(account.teamId),
    session: (await buildPerson(account.teamId)).sessionId,
    // Terms belong to nobody.
    accept: randomUUID(),
    opened: randomUUID(),
  }
})

async function buildAuthenticatorToken(teamId: string): Promise<string> {
  return (await services.secondFactor.createAuthenticatorToken(await buildPerson(teamId))).secretId
}

async function buildDeviceLogin(teamId: string): Promise<string> {
  const { userCode } = await services.deviceLogin.startDeviceLogin()
  return (await services.deviceLogin.claimDeviceLogin(await buildPerson(teamId), userCode)).id
}

const buildTeam = async (): Promise<string> => (await buildAccount()).teamId

/** Makes `call` as `actor`; `idOf` gives the value of a parameter from the part of the path before it. */
async function make(call: Call, actor: Actor, idOf: (before: string) => string) {
  const segments = call.path.split('/')
  const path = segments
    .map((segment, index) =>
      segment.startsWith('{') ? valueFor(segment, idOf(segments[index - 1] ?? '')) : segment,
    )
    .join('/')
  const query = new URLSearchParams(call.query && (sampleInput(call.query) as Record<string, string>))
  const response = await createApi(apiTable)(
    new Request(`http://portal.test${path}?${query.toString()}`, {
      method: call.method,
      headers: { 'Content-Type': 'application/json' },
      ...(call.body && { body: JSON.stringify(bodies[nameOf(call)] ?? sampleInput(call.body)) }),
    }),
    { services, actor, requestId: 'request', log: silentLogger, setSession: () => undefined },
  )
  const isJson = response.headers.get('Content-Type')?.startsWith('application/json')
  return {
    status: response.status,
    body: isJson ? ((await response.json()) as unknown) : await response.text(),
  }
}

const valueFor = (segment: string, id: string) => (segment === '{type}' ? 'deploy' : id)

const nameOf = ({ method, path }: Call) => `${method} ${path}`

describe.each(apiTable.map((call) => ({ name: nameOf(call), call })))('$name', ({ call }) => {
  it.each(Object.keys(callers) as Caller[])('lets %s in exactly when its access says so', async (caller) => {
    const { status } = await make(call, await callers[caller](await buildTeam()), () => randomUUID())
    if (allowed[call.access].includes(caller)) expect([401, 403]).not.toContain(status)
    else expect(status).toBe(caller === 'somebody signed out' ? 401 : (call.statuses?.forbidden ?? 403))
    expect(status).toBeLessThan(500)
  })
})

const aboutOneThing = apiTable.filter(({ path }) => path.includes('{'))

describe.each(aboutOneThing.map((call) => ({ name: nameOf(call), call })))('$name', ({ call }) => {
  it('answers the same to a thing of another team as to none', async () => {
    const caller = allowed[call.access].includes('an admin') ? 'an admin' : 'an integration'
    const stranger = await callers[caller](await buildTeam())
    const foreign = await make(call, stranger, (before) => owned[before] ?? '')
    const unknown = await make(call, stranger, () => randomUUID())
    expect(foreign.status).toBe(404)
    expect(foreign).toEqual(unknown)
    const nonsense = await make(call, stranger, () => 'no-id')
    expect(nonsense.status).toBe(404)
  })
})
