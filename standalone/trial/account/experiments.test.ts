import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { VirtualClock } from '../../../tests/builders/virtual-clock'
import { runExperiment } from './experiments'

/** A service that answers with these states in turn, or with a refusal. */
async function serve(states: object[], status = 200) {
  const asked: { method?: string; url?: string; authorization?: string; body: string }[] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const piece of request) body += String(piece)
    const { method, url, headers } = request
    asked.push({ method, url, authorization: headers.authorization, body })
    const state = states[Math.min(asked.length, states.length) - 1]
    response.writeHead(status).end(JSON.stringify({ experiment: { id: 'EXP1', state } }))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const clock = new VirtualClock()
  const run = () =>
    runExperiment(
      {
        region: 'us-east-1',
        endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
        credentials: { accessKeyId: 'AKID', secretAccessKey: 'secret' },
      },
      'EXT1',
      { now: () => clock.now(), monotonic: () => clock.monotonic(), sleep: () => Promise.resolve() },
      new AbortController().signal,
    )
  return { asked, run }
}

describe('an experiment', () => {
  it('is started once, by a signed request, and waited for until it acts', async () => {
    const { asked, run } = await serve(['pending', 'initiating', 'running'].map((status) => ({ status })))
    await run()
    expect(asked.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'POST /experiments',
      'GET /experiments/EXP1',
      'GET /experiments/EXP1',
    ])
    expect(JSON.parse(asked[0]?.body ?? '')).toMatchObject({ experimentTemplateId: 'EXT1' })
    for (const { authorization } of asked)
      expect(authorization).toMatch(/^AWS4-HMAC-SHA256 Credential=AKID\/\d{8}\/us-east-1\/fis\/aws4_request/)
  })

  it('that fails says why', async () => {
    const { run } = await serve([{ status: 'pending' }, { status: 'failed', reason: 'No role.' }])
    await expect(run()).rejects.toThrow('The experiment failed: No role.')
  })

  it('that is refused says so', async () => {
    await expect((await serve([{}], 403)).run()).rejects.toThrow('FIS answered 403')
  })

  it('that never begins is given up', async () => {
    await expect((await serve([{ status: 'pending' }])).run()).rejects.toThrow('did not begin')
  })
})
