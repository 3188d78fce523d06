import { randomBytes } from 'node:crypto'
import { request } from 'node:https'
import { json } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { pskTlsOptions } from '../core/agent/pre-shared-key'
import { longestReleaseUrl } from '../core/agent/protocol'
import { silentLogger } from '../core/logging/logger'
import { buildDesiredProcess } from '../tests/builders/desired-process'
import { FakeProcessSecrets } from '../tests/builders/fake-process-secrets'
import { FakeLogStreams } from '../tests/builders/fake-log-streams'
import { FakeRoleCredentials } from '../tests/builders/fake-role-credentials'
import { FakeContainerRuntime } from '../tests/builders/fake-container-runtime'
import { VirtualClock } from '../tests/builders/virtual-clock'
import { createAgent, type Agent } from './agent'
import type { ControlKey } from './control-key'
import type { ReplaceableRelease } from './release/replaceable-release'
import { keepNothing } from './state/agent-state'

const key = randomBytes(32)
let controlKey: ControlKey
let clock: VirtualClock
let runtime: FakeContainerRuntime
let agent: Agent
let port: number

function build(release?: ReplaceableRelease): Agent {
  const bootstrap = {
    instance: 'instance-1',
    key: key.toString('base64'),
    listenHost: '127.0.0.1',
    listenPort: 0,
    runtime: 'process' as const,
  }
  const roleCredentials = new FakeRoleCredentials(clock)
  return createAgent({
    bootstrap,
    runtime,
    roleCredentials,
    release,
    clock,
    secrets: new FakeProcessSecrets(),
    logStreams: new FakeLogStreams(),
    state: keepNothing,
    controlKey,
    log: silentLogger,
  })
}

beforeEach(async () => {
  clock = new VirtualClock()
  runtime = new FakeContainerRuntime(() => clock.now())
  let current: Buffer = key
  controlKey = { current: () => current, replace: (next) => void (current = next) }
  agent = build()
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

describe('the key of the instance', () => {
  it('is replaced by the one that the controller gives, and a wrong one is refused', async () => {
    const next = randomBytes(32)
    for (const wrong of ['', 'short', `${next.toString('base64')}x`])
      expect(await call('PUT', '/v1/key', JSON.stringify({ key: wrong }))).toMatchObject({ status: 400 })
    expect(controlKey.current()).toEqual(key)
    const given = await call('PUT', '/v1/key', JSON.stringify({ key: next.toString('base64') }))
    expect(given).toMatchObject({ status: 200, body: { instance: 'instance-1' } })
    expect(controlKey.current()).toEqual(next)
    await expect(call('GET', '/v1/status')).rejects.toThrow()
  })
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
    expect(await call('PUT', '/v1/processes', `"${'x'.repeat(17_000_000)}"`)).toMatchObject({ status: 413 })
    expect(await call('POST', '/v1/processes')).toMatchObject({ status: 404 })
    expect(await call('GET', '/v1/status')).toMatchObject({ body: { processes: [{ id: 'process-1' }] } })
  })
})

describe('the call that asks what tags mean', () => {
  const ask = (body: object) => call('POST', '/v1/digests', JSON.stringify(body))
  const images = [{ image: 'registry.example.com/shop', tag: '1' }]

  it('answers the digest, or why there is none, runs nothing, and refuses what is no question', async () => {
    runtime.digest = `sha256:${'a'.repeat(64)}`
    expect(await ask({ images })).toEqual({
      status: 200,
      body: { instance: 'instance-1', images: [{ digest: runtime.digest }] },
    })
    runtime.pullFault = 'x'.repeat(2000)
    expect(await ask({ images })).toMatchObject({
      status: 200,
      body: { images: [{ message: 'x'.repeat(500) }] },
    })
    expect(await ask({ images: [{ tag: '1' }] })).toMatchObject({ status: 400 })
    expect(runtime.pulls).toEqual([])
  })
})

describe('the call to give way to another release', () => {
  const replacement = { url: 'https://example.com/agent.tar.gz', sha256: 'a'.repeat(64), attempt: 1 }
  const ask = (body: object) => call('PUT', '/v1/release', JSON.stringify(body))

  it('does not exist where the agent cannot', async () => {
    expect(await ask(replacement)).toMatchObject({ status: 404 })
    expect(await call('GET', '/v1/status')).not.toHaveProperty('body.release')
  })

  it('passes on what is right, says no more than how it is, and refuses the rest', async () => {
    const asked: unknown[] = []
    let proofs = 0
    await clock.finish(agent.stop())
    agent = build({
      running: () => ({ sha256: 'b'.repeat(64) }),
      replace: (request) => asked.push(request),
      prove: () => (proofs += 1),
    })
    port = (await agent.start()).port
    expect(await ask(replacement)).toMatchObject({
      status: 200,
      body: { release: { sha256: 'b'.repeat(64) } },
    })
    for (const wrong of [
      { url: 'file:///etc/passwd' },
      { url: `https://example.com/${'x'.repeat(longestReleaseUrl)}` },
      { sha256: '../../etc' },
      { attempt: -1 },
    ])
      expect(await ask({ ...replacement, ...wrong }), JSON.stringify(wrong).slice(0, 50)).toMatchObject({
        status: 400,
      })
    expect(asked).toEqual([replacement])
    expect(proofs).toBe(5)
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
