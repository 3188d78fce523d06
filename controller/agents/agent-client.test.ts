import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer as createHttpServer, type RequestListener, type Server } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { instanceKey, pskTlsOptions } from '../../core/agent/pre-shared-key'
import { writeSlowlyWithoutEnd, writeWithoutEnd } from '../../tests/builders/endless'
import { createAgentClient } from './agent-client'
import { AgentUnreachableError, type AgentAddress } from './agents'

const masterKey = randomBytes(32)
const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections()
})

async function listen(server: Server): Promise<AgentAddress> {
  servers.push(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { host: '127.0.0.1', port: (server.address() as AddressInfo).port, instance: 'instance-1' }
}

/** Something that holds the key of instance-1 and answers as told. */
const listenWithKey = (answers: RequestListener) =>
  listen(createServer({ ...pskTlsOptions, pskCallback: () => instanceKey(masterKey, 'instance-1') }, answers))

const answerWith =
  (body: unknown, status = 200): RequestListener =>
  (_request, response) =>
    response.writeHead(status).end(typeof body === 'string' ? body : JSON.stringify(body))

const faultOf = async (address: AgentAddress, timeoutMs?: number): Promise<Error> => {
  const outcome = await createAgentClient({ masterKeys: [masterKey], timeoutMs })
    .status(address)
    .catch((error: unknown) => error)
  expect(outcome).toBeInstanceOf(AgentUnreachableError)
  return outcome as Error
}

const process = { id: 'process-1', state: 'starting', ports: [], restarts: 0 }

describe('the client of the agent protocol', () => {
  it.each([200, 500])('reads no answer without end: %i', async (status) => {
    let written: Promise<number> | undefined
    const address = await listenWithKey((_request, response) => {
      response.writeHead(status)
      written = writeWithoutEnd(response)
    })
    expect((await faultOf(address)).message).toMatch('it sent more than 1048576 bytes')
    expect(await written).toBeLessThan(64 * 1024 * 1024)
  })

  it('puts the desired list and gives the status that is answered', async () => {
    const seen: unknown[] = []
    const status = { instance: 'instance-1', processes: [] }
    const address = await listenWithKey((request, response) => {
      seen.push(request.method, request.url, request.headers['content-type'])
      answerWith(status)(request, response)
    })
    expect(await createAgentClient({ masterKeys: [masterKey] }).apply(address, { processes: [] })).toEqual(
      status,
    )
    expect(seen).toEqual(['PUT', '/v1/processes', 'application/json'])
  })

  it('asks an agent to give way to another release', async () => {
    const seen: unknown[] = []
    const status = { instance: 'instance-1', processes: [], release: { sha256: 'a'.repeat(64) } }
    const address = await listenWithKey((request, response) => {
      seen.push(request.method, request.url)
      answerWith(status)(request, response)
    })
    const replacement = { url: 'https://example.com/agent.tar.gz', sha256: 'b'.repeat(64), attempt: 1 }
    expect(await createAgentClient({ masterKeys: [masterKey] }).replace(address, replacement)).toEqual(status)
    expect(seen).toEqual(['PUT', '/v1/release'])
  })

  it('asks an agent what tags mean, and takes no answer of another instance', async () => {
    const seen: unknown[] = []
    let instance = 'instance-1'
    const address = await listenWithKey((request, response) => {
      seen.push(request.method, request.url)
      answerWith({ instance, images: [{ message: 'there is no such tag' }] })(request, response)
    })
    const ask = () =>
      createAgentClient({ masterKeys: [masterKey] }).resolveImages(address, {
        images: [{ image: 'shop', tag: '1' }],
      })
    expect((await ask()).images).toEqual([{ message: 'there is no such tag' }])
    expect(seen).toEqual(['POST', '/v1/digests'])
    instance = 'instance-2'
    await expect(ask()).rejects.toThrow(AgentUnreachableError)
  })

  it.each([
    ['another instance', { instance: 'instance-2', processes: [] }, 'it is the agent of instance instance-2'],
    ['no status', { instance: 'instance-1' }, 'it answered something that is not a status'],
    ['no JSON', '<html>', 'it answered something that is not a status'],
    [
      'a status with a message without end',
      { instance: 'instance-1', processes: [{ ...process, message: 'x'.repeat(10_000) }] },
      'it answered something that is not a status',
    ],
  ])('refuses an answer of %s', async (_what, body, reason) => {
    const address = await listenWithKey(answerWith(body))
    expect((await faultOf(address)).message).toBe(
      `The agent of instance instance-1 at 127.0.0.1:${address.port} could not be reached: ${reason}.`,
    )
  })

  it('says what the agent answered when it refused', async () => {
    const address = await listenWithKey(answerWith({ message: 'No.' }, 400))
    expect((await faultOf(address)).message).toMatch('it answered 400: {"message":"No."}')
  })

  it('asks an instance again over the same connection, and another one at the same address over its own', async () => {
    const keyOf = (identity: string) => instanceKey(masterKey, identity)
    let served = 'instance-1'
    const server = createServer(
      { ...pskTlsOptions, pskCallback: (_socket, identity) => keyOf(identity) },
      (request, response) => answerWith({ instance: served, processes: [] })(request, response),
    )
    let connections = 0
    server.on('secureConnection', () => (connections += 1))
    const address = await listen(server)
    const client = createAgentClient({ masterKeys: [masterKey] })
    for (let call = 0; call < 5; call++) await client.status(address)
    await client.apply(address, { processes: [] })
    expect(connections).toBe(1)
    served = 'instance-2'
    await client.status({ ...address, instance: 'instance-2' })
    expect(connections).toBe(2)
  })

  it('asks once more when the kept connection was closed meanwhile, and no third time', async () => {
    let calls = 0
    const isAnswered = () => calls === 1 || calls === 3
    const address = await listenWithKey((request, response) => {
      calls += 1
      if (isAnswered()) answerWith({ instance: 'instance-1', processes: [] })(request, response)
      else request.socket.destroy()
    })
    const client = createAgentClient({ masterKeys: [masterKey] })
    await client.status(address)
    await client.status(address)
    expect(calls).toBe(3)
    await expect(client.status(address)).rejects.toThrow(AgentUnreachableError)
    expect(calls).toBe(5)
  })

  it('gives an agent that holds the key of an older master key that of the first', async () => {
    const older = randomBytes(32)
    let held = older
    const seen: string[] = []
    const server = createServer(
      { ...pskTlsOptions, pskCallback: () => instanceKey(held, 'instance-1') },
      (request, response) => {
        seen.push(`${request.method} ${request.url}`)
        if (request.url === '/v1/key') {
          held = masterKey
          response.once('close', () => server.closeAllConnections())
        }
        answerWith({ instance: 'instance-1', processes: [] })(request, response)
      },
    )
    const address = await listen(server)
    const client = createAgentClient({ masterKeys: [masterKey, older] })
    expect(await client.status(address)).toEqual({ instance: 'instance-1', processes: [] })
    expect(await client.status(address)).toEqual({ instance: 'instance-1', processes: [] })
    expect(seen).toEqual(['GET /v1/status', 'PUT /v1/key', 'GET /v1/status'])
  })

  it('goes on with an agent that does not know how to take another key, and says so of it', async () => {
    const older = randomBytes(32)
    const server = createServer(
      { ...pskTlsOptions, pskCallback: () => instanceKey(older, 'instance-1') },
      (request, response) =>
        answerWith({ instance: 'instance-1', processes: [] }, request.url === '/v1/key' ? 404 : 200)(
          request,
          response,
        ),
    )
    const address = await listen(server)
    const client = createAgentClient({ masterKeys: [masterKey, randomBytes(32), older] })
    for (let time = 0; time < 2; time++)
      expect(await client.status(address)).toMatchObject({ instance: 'instance-1', holdsOlderKey: true })
  })

  it('says that the other side does not hold the key', async () => {
    const address = await listen(createServer({ ...pskTlsOptions, pskCallback: () => randomBytes(32) }))
    expect((await faultOf(address)).message).toMatch('it does not hold the key of this instance')
  })

  it('says that the other side is no agent at all', async () => {
    const address = await listen(createHttpServer(answerWith('hello')))
    expect((await faultOf(address)).message).toMatch('it does not hold the key of this instance')
  })

  it('says that nobody listens', async () => {
    const address = await listenWithKey(answerWith({}))
    servers.pop()?.close()
    expect((await faultOf(address)).message).toMatch('ECONNREFUSED')
  })

  it.each([
    ['does not answer', () => undefined],
    ['never ends its answer', (_request, response) => void response.write('{')],
    ['sends a little for ever', (_request, response) => void writeSlowlyWithoutEnd(response)],
  ] as [string, RequestListener][])('gives an agent up that %s', async (_what, answers) => {
    const address = await listenWithKey(answers)
    expect((await faultOf(address, 100)).message).toMatch('it did not answer within 100 ms')
  })
})
