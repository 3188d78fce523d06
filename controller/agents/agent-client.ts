import { request } from 'node:https'
import type { ConnectionOptions } from 'node:tls'
import type { z } from 'zod'
import { instanceKey, pskTlsOptions } from '../../core/agent/pre-shared-key'
import { agentStatusSchema, imageDigestsSchema } from '../../core/agent/protocol'
import { readBounded } from '../../core/text/read-bounded'
import { isClosedConnection } from '../runtime/closed-connection'
import { AgentConnections, type InstanceConnection } from './agent-connections'
import { AgentUnreachableError, type AgentAddress, type Agents } from './agents'

interface AgentClientOptions {
  /** 32 bytes; the keys of all instances are derived from it. */
  masterKey: Buffer
  /** For a whole call. Real time, as the network knows no other. */
  timeoutMs?: number
}

/** A status of a thousand processes in trouble has a quarter of this. */
const maxAnswerBytes = 1024 * 1024

interface Call {
  method: 'GET' | 'PUT' | 'POST'
  path: string
  body?: string
}

/** Speaks the agent protocol over TLS with the instance's pre-shared key, which proves each side to the other. */
export function createAgentClient({ masterKey, timeoutMs = 5000 }: AgentClientOptions): Agents {
  const connections = new AgentConnections()

  async function call<Answer extends { instance: string }>(
    address: AgentAddress,
    outgoing: Call,
    schema: z.ZodType<Answer>,
  ): Promise<Answer> {
    const { instance, host, port } = address
    const deadline = AbortSignal.timeout(timeoutMs)
    try {
      const ask = () => send(address, outgoing, instanceKey(masterKey, instance), connections, deadline)
      // All calls carry the whole state, or change nothing, and may be repeated: once, on a connection of its own, if a kept one was closed already.
      const answer = await ask().catch((error: unknown) => {
        if (error instanceof ClosedWhileKept) return ask()
        throw error
      })
      if (answer.code !== 200) throw new Error(`it answered ${answer.code}: ${answer.body.slice(0, 500)}`)
      const said = parseAnswer(answer.body, schema)
      if (said.instance !== instance) throw new Error(`it is the agent of instance ${said.instance}`)
      return said
    } catch (error) {
      const reason = deadline.aborted ? `it did not answer within ${timeoutMs} ms` : reasonOf(error)
      throw new AgentUnreachableError(
        `The agent of instance ${instance} at ${host}:${port} could not be reached: ${reason}.`,
        { cause: error },
      )
    }
  }

  const askForStatus = (address: AgentAddress, outgoing: Call) => call(address, outgoing, agentStatusSchema)
  return {
    apply: (address, desired) =>
      askForStatus(address, { method: 'PUT', path: '/v1/processes', body: JSON.stringify(desired) }),
    status: (address) => askForStatus(address, { method: 'GET', path: '/v1/status' }),
    replace: (address, replacement) =>
      askForStatus(address, { method: 'PUT', path: '/v1/release', body: JSON.stringify(replacement) }),
    resolveImages: (address, questions) =>
      call(
        address,
        { method: 'POST', path: '/v1/digests', body: JSON.stringify(questions) },
        imageDigestsSchema,
      ),
  }
}

/** A kept connection was closed by the other side before it answered. */
class ClosedWhileKept extends Error {
  constructor(cause: Error) {
    super(cause.message, { cause })
  }
}

function parseAnswer<Answer>(body: string, schema: z.ZodType<Answer>): Answer {
  try {
    return schema.parse(JSON.parse(body))
  } catch (error) {
    throw new Error('it answered something that is not a status', { cause: error })
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const code = (error as NodeJS.ErrnoException).code ?? ''
  // Every fault of the handshake means the same here, and OpenSSL words them for its own authors.
  return code === 'EPROTO' || code.startsWith('ERR_SSL')
    ? 'it does not hold the key of this instance'
    : error.message
}

function send(
  { host, port, instance }: AgentAddress,
  { method, path, body }: Call,
  key: Buffer,
  connections: AgentConnections,
  signal: AbortSignal,
): Promise<{ code: number; body: string }> {
  const options: InstanceConnection & Pick<ConnectionOptions, 'pskCallback'> = {
    ...pskTlsOptions,
    host,
    port,
    method,
    path,
    headers: body === undefined ? {} : { 'Content-Type': 'application/json' },
    agent: connections,
    instance,
    pskCallback: () => ({ psk: key, identity: instance }),
    signal,
  }
  return new Promise((resolve, reject) => {
    const outgoing = request(options, (response) => {
      readBounded(response, maxAnswerBytes).then(
        (content) => resolve({ code: response.statusCode ?? 0, body: content }),
        reject,
      )
    })
    outgoing.on('error', (error) =>
      reject(outgoing.reusedSocket && isClosedConnection(error) ? new ClosedWhileKept(error) : error),
    )
    outgoing.end(body)
  })
}
