import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer as createHttpServer, type RequestListener, type Server } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { instanceKey, pskTlsOptions } from '../../core/agent/pre-shared-key'
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
  const outcome = await createAgentClient({ masterKey, timeoutMs })
    .status(address)
    .catch((error: unknown) => error)
  expect(outcome).toBeInstanceOf(AgentUnreachableError)
  return outcome as Error
}

describe('the client of the agent protocol', () => {
  it('puts the desired list and gives the status that is answered', async () => {
    const seen: unknown[] = []
    const status = { instance: 'instance-1', processes: [] }
    const address = await listenWithKey((request, response) => {
      seen.push(request.method, request.url, request.headers['content-type'])
      answerWith(status)(request, response)
    })
    expect(await createAgentClient({ masterKey }).apply(address, { processes: [] })).toEqual(status)
    expect(seen).toEqual(['PUT', '/v1/processes', 'application/json'])
  })

  it.each([
    ['another instance', { instance: 'instance-2', processes: [] }, 'it is the agent of instance instance-2'],
    ['no status', { instance: 'instance-1' }, 'it answered something that is not a status'],
    ['no JSON', '<html>', 'it answered something that is not a status'],
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
  ] as [string, RequestListener][])('gives an agent up that %s', async (_what, answers) => {
    const address = await listenWithKey(answers)
    expect((await faultOf(address, 100)).message).toMatch('it did not answer within 100 ms')
  })
})
