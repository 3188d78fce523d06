import { randomBytes } from 'node:crypto'
import { request } from 'node:https'
import { json } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { pskTlsOptions } from '../core/agent/pre-shared-key'
import { silentLogger } from '../core/logging/logger'
import { buildDesiredProcess } from '../tests/builders/desired-process'
import { FakeRoleCredentials } from '../tests/builders/fake-role-credentials'
import { FakeContainerRuntime } from '../tests/builders/fake-container-runtime'
import { VirtualClock } from '../tests/builders/virtual-clock'
import { createAgent, type Agent } from './agent'
import { keepNothing } from './state/agent-state'

const key = randomBytes(32)
let clock: VirtualClock
let runtime: FakeContainerRuntime
let agent: Agent
let port: number

beforeEach(async () => {
  clock = new VirtualClock()
  runtime = new FakeContainerRuntime(() => clock.now())
  const bootstrap = {
    instance: 'instance-1',
    key: key.toString('base64'),
    listenHost: '127.0.0.1',
    listenPort: 0,
    runtime: 'process' as const,
  }
  const roleCredentials = new FakeRoleCredentials(clock)
  agent = createAgent({
    bootstrap,
    runtime,
    roleCredentials,
    state: keepNothing,
    clock,
    log: silentLogger,
  })
  port = (await agent.start()).port
})
afterEach(() => clock.finish(agent.stop()))

interface Answer {
  status: number | undefined
  body: unknown
}

const call = (method: string, path: string, body = ''): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const options = {
      ...pskTlsOptions,
      pskCallback: () => ({ psk: key, identity: 'instance-1' }),
      checkServerIdentity: () => undefined,
      agent: false,
      host: '127.0.0.1',
      port,
      method,
      path,
      headers: { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) },
    }
    request(options, (response) => {
      json(response).then((content) => resolve({ status: response.statusCode, body: content }), reject)
    })
      .on('error', reject)
      .end(body)
  })

describe('the control calls', () => {
  it('take the desired list and answer the status', async () => {
    const answer = await call('PUT', '/v1/processes', JSON.stringify({ processes: [buildDesiredProcess()] }))
    expect(answer).toMatchObject({
      status: 200,
      body: { instance: 'instance-1', processes: [{ id: 'process-1', state: 'pulling' }] },
    })
    expect(await call('GET', '/v1/status')).toMatchObject({ status: 200 })
  })

  it('refuse a list that is not one and keep what runs', async () => {
    await call('PUT', '/v1/processes', JSON.stringify({ processes: [buildDesiredProcess()] }))
    const wrong = JSON.stringify({ processes: [{ ...buildDesiredProcess(), cpu: -1 }] })
    expect(await call('PUT', '/v1/processes', wrong)).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining('cpu') },
    })
    expect(await call('PUT', '/v1/processes', '{')).toMatchObject({ status: 400 })
    const wrongAll = JSON.stringify({ processes: Array(5000).fill({ id: 1 }) })
    const refusal = await call('PUT', '/v1/processes', wrongAll)
    expect(refusal.status).toBe(400)
    expect(JSON.stringify(refusal.body).length).toBeLessThan(3000)
    expect(await call('PUT', '/v1/processes', `"${'x'.repeat(1_100_000)}"`)).toMatchObject({ status: 413 })
    expect(await call('POST', '/v1/processes')).toMatchObject({ status: 404 })
    expect(await call('GET', '/v1/status')).toMatchObject({ body: { processes: [{ id: 'process-1' }] } })
  })
})

describe('the stop endpoint of a process', () => {
  it('answers whether to stop, and 429 when it is asked more than once in two seconds', async () => {
    await call('PUT', '/v1/processes', JSON.stringify({ processes: [buildDesiredProcess()] }))
    await clock.advanceUntil(() => runtime.containers.length > 0)
    const url = runtime.last.spec.environment.SDO_STOP_URL ?? ''
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/stop\/[\w-]{43}$/)

    const first = await fetch(url)
    expect([first.status, await first.json()]).toEqual([200, { stop: false }])
    const tooSoon = await fetch(url)
    expect([tooSoon.status, tooSoon.headers.get('retry-after')]).toEqual([429, '2'])

    await call('PUT', '/v1/processes', JSON.stringify({ processes: [] }))
    await clock.advance(2000)
    const second = await fetch(url)
    expect([second.status, await second.json()]).toEqual([200, { stop: true }])
  })

  it('does not exist for a guessed token', async () => {
    await call('PUT', '/v1/processes', JSON.stringify({ processes: [buildDesiredProcess()] }))
    await clock.advanceUntil(() => runtime.containers.length > 0)
    const url = runtime.last.spec.environment.SDO_STOP_URL ?? ''
    expect((await fetch(`${url.slice(0, -1)}_`)).status).toBe(404)
    expect((await fetch(new URL('/', url))).status).toBe(404)
  })
})
