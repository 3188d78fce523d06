import { request, type RequestOptions } from 'node:https'
import { text } from 'node:stream/consumers'
import type { ConnectionOptions } from 'node:tls'
import { instanceKey, pskTlsOptions } from '../../core/agent/pre-shared-key'
import { agentStatusSchema, type AgentStatus } from '../../core/agent/protocol'
import { AgentUnreachableError, type AgentAddress, type Agents } from './agents'

interface AgentClientOptions {
  /** 32 bytes; the keys of all instances are derived from it. */
  masterKey: Buffer
  /** For a whole call. Real time, as the network knows no other. */
  timeoutMs?: number
}

interface Call {
  method: 'GET' | 'PUT'
  path: string
  body?: string
}

/** Speaks the agent protocol over TLS with the instance's pre-shared key, which proves each side to the other. */
export function createAgentClient({ masterKey, timeoutMs = 5000 }: AgentClientOptions): Agents {
  async function call(address: AgentAddress, outgoing: Call): Promise<AgentStatus> {
    const { instance, host, port } = address
    const deadline = AbortSignal.timeout(timeoutMs)
    try {
      const answer = await send(address, outgoing, instanceKey(masterKey, instance), deadline)
      if (answer.code !== 200) throw new Error(`it answered ${answer.code}: ${answer.body.slice(0, 500)}`)
      const status = parseStatus(answer.body)
      if (status.instance !== instance) throw new Error(`it is the agent of instance ${status.instance}`)
      return status
    } catch (error) {
      const reason = deadline.aborted ? `it did not answer within ${timeoutMs} ms` : reasonOf(error)
      throw new AgentUnreachableError(
        `The agent of instance ${instance} at ${host}:${port} could not be reached: ${reason}.`,
        { cause: error },
      )
    }
  }

  return {
    apply: (address, desired) =>
      call(address, { method: 'PUT', path: '/v1/processes', body: JSON.stringify(desired) }),
    status: (address) => call(address, { method: 'GET', path: '/v1/status' }),
  }
}

function parseStatus(body: string): AgentStatus {
  try {
    return agentStatusSchema.parse(JSON.parse(body))
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
  signal: AbortSignal,
): Promise<{ code: number; body: string }> {
  const options: RequestOptions & Pick<ConnectionOptions, 'pskCallback'> = {
    ...pskTlsOptions,
    host,
    port,
    method,
    path,
    headers: body === undefined ? {} : { 'Content-Type': 'application/json' },
    // A kept connection or TLS session was proven with the key of its own day: prove it anew each time.
    agent: false,
    pskCallback: () => ({ psk: key, identity: instance }),
    // There is no certificate: the key is the proof.
    checkServerIdentity: () => undefined,
    signal,
  }
  return new Promise((resolve, reject) => {
    const outgoing = request(options, (response) => {
      text(response).then((content) => resolve({ code: response.statusCode ?? 0, body: content }), reject)
    })
    outgoing.on('error', reject)
    outgoing.end(body)
  })
}
