import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { User } from '../../../db/models/user'
import { useAppServer } from '../../builders/app-server'
import { Browser } from '../../builders/browser'
import { buildReadyAccount } from '../../builders/deployment-core'
import { serveIssuer } from '../../builders/serve-issuer'
import { buildApplication, buildEnvironment } from '../../builders/team-rows'
import { useTestDatabase } from '../../postgres/test-database'

const server = useAppServer(useTestDatabase())
const timeoutMilliseconds = 300
let served: Awaited<ReturnType<typeof serveIssuer>>
let admin: Browser
let job: Browser
let integrationUserId: string

beforeAll(async () => {
  served = await serveIssuer(server.clock, timeoutMilliseconds)
  const address = await server.start({ identities: served.identities })
  const signedUp = await server.signUp('ada@example.com')
  admin = new Browser(address)
  for (const [name, value] of signedUp.cookies) admin.cookies.set(name, value)
  job = new Browser(address)
  const made = await admin.call('POST', '/v1/user/integration', { name: 'Builds' })
  integrationUserId = made.json<{ id: string }>().id
  const trust = { issuer: served.issuer.issuer.address, subjectPattern: 'repo:acme/shop:ref:refs/heads/*' }
  await admin.call('POST', `/v1/user/integration/${integrationUserId}/trust`, trust)
})
afterAll(() => served.close())

async function logIn(claims: object = {}) {
  const identityToken = await served.issuer.sign(server.clock, claims)
  const answer = await job.call('POST', '/v1/account/login/identity', { integrationUserId, identityToken })
  return { status: answer.status, ...answer.json<{ token?: string; message?: string; code?: string }>() }
}

const send = async (token: string | undefined, method: string, path: string, body?: object) => {
  const answer = await job.send(path, {
    method,
    headers: { authorization: `Bearer ${token ?? ''}`, 'content-type': 'application/json' },
    body: body && JSON.stringify(body),
  })
  return { status: answer.status, body: answer.json<Record<string, unknown>>() }
}

describe('a job with an identity', () => {
  it('logs in, declares a version, sees what becomes of its deployment, and may do nothing else', async () => {
    const { teamId } = await User.findOne({ rejectOnEmpty: true })
    const environment = await buildEnvironment(await buildReadyAccount({ teamId }))
    const application = await buildApplication(teamId)
    await application.update({ autoDeployEnvironmentId: environment.id })
    const { token } = await logIn()
    const declared = await send(token, 'POST', '/v1/application/version', {
      integrationId: application.integrationId,
      dockerImageTag: '1.4.2',
      autoDeploy: true,
    })
    expect(declared.body).toMatchObject({ autoDeployed: true })
    const path = `/v1/application/deployment/${String(declared.body.deploymentId)}`
    expect(await send(token, 'GET', path)).toMatchObject({
      status: 200,
      body: {
        environmentName: 'Production',
        status: 'QUEUED',
        isOver: false,
        changes: [{ applicationName: 'Shop', type: 'add', versionName: '1.4.2' }],
      },
    })
    expect((await send(token, 'GET', '/v1/view-controller/user')).status).toBe(403)
    const other = await admin.call('POST', '/v1/user/integration', { name: 'Others' })
    const { id } = other.json<{ id: string }>()
    const made = (await admin.call('GET', `/v1/user/integration/${id}/token`)).json<{ token: string }>()
    const stranger = new Browser(job.address)
    await stranger.call('POST', '/v1/account/login', { integrationToken: made.token })
    expect((await stranger.call('GET', path)).status).toBe(404)
  })

  it('logs in with a key that its issuer has just begun to use', async () => {
    expect((await logIn()).status).toBe(200)
    served.issuer.rotate()
    await server.clock.advance(31_000)
    expect((await logIn()).status).toBe(200)
  })

  it('is told why it does not get in', async () => {
    expect(await logIn({ sub: 'repo:acme/cart:ref:refs/heads/main' })).toMatchObject({
      status: 400,
      message: expect.stringContaining('subject repo:acme/cart:ref:refs/heads/main') as string,
    })
    const seconds = Math.floor(server.clock.now() / 1000)
    expect(await logIn({ exp: seconds - 120 })).toMatchObject({ status: 400, code: 'invalid' })
  })
})

describe('an issuer that answers badly', () => {
  it.each<[string, () => Response | Promise<Response>, RegExp]>([
    ['with a failure', () => new Response('', { status: 500 }), /it answered 500/],
    ['with no JSON', () => new Response('<html>'), /it answered what is no JSON/],
    ['with more than anybody needs', () => Response.json('x'.repeat(300_000)), /more than 256 kB/],
    ['never', () => new Promise<Response>(() => undefined), /it did not answer in 0\.3 s/],
    [
      'by sending us elsewhere',
      () =>
        new Response('', { status: 302, headers: { location: `${served.issuer.issuer.address}/elsewhere` } }),
      /it answered 302/,
    ],
  ])('gets the job an answer that says what to do: %s', async (_what, answer, message) => {
    // Until what is known of it is too old.
    await server.clock.advance(61 * 60_000)
    served.issuer.answer = answer
    expect(await logIn()).toMatchObject({
      status: 503,
      code: 'unavailable',
      message: expect.stringMatching(message) as string,
    })
    served.issuer.answer = undefined
    expect(served.issuer.asked).not.toContain('/elsewhere')
    await server.clock.advance(30_000)
    expect(await logIn()).toMatchObject({ status: 200 })
  })
})
