import { request } from 'node:https'
import type { ConnectionOptions } from 'node:tls'
import type { z } from 'zod'
import { instanceKey, pskTlsOptions } from '../../core/agent/pre-shared-key'
import { agentStatusSchema, agentUsageSchema, imageDigestsSchema } from '../../core/agent/protocol'
import { readBounded } from '../../core/text/read-bounded'
import { isClosedConnection } from '../runtime/closed-connection'
import { AgentConnections, type InstanceConnection } from './agent-connections'
import { AgentUnreachableError, type AgentAddress, type AgentAnswer, type Agents } from './agents'

interface AgentClientOptions {
  /**
   * 32 bytes each; the keys of all instances are derived from them. An agent that holds a key of an older one is given that of the first,
   * so that the older ones can be taken away.
   */
  masterKeys: readonly [Buffer, ...Buffer[]]
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
export function createAgentClient({ masterKeys, timeoutMs = 5000 }: AgentClientOptions): Agents {
  const connections = new AgentConnections()

  /** Instances whose agents could not be given the first key. */
  const withOlderKey = new Set<string>()

  /** Asks by the first key, and by the next one where the agent does not hold it. */
  async function askByAnyKey(address: AgentAddress, outgoing: Call, deadline: AbortSignal): Promise<Answer> {
    const { instance } = address
    const [present, ...older] = masterKeys.map((masterKey) => instanceKey(masterKey, instance))
    const askBy = async (key: Buffer) => {
      const ask = () => send(address, outgoing, key, connections, deadline)
      // All calls carry the whole state, or change nothing, and may be repeated: once, on a connection of its own, if a kept one was closed already.
      return ask().catch((error: unknown) => {
        if (error instanceof ClosedWhileKept) return ask()
        throw error
      })
    }
    if (!present) throw new Error('There is no master key.')
    try {
      const answer = await askBy(present)
      // A kept connection was made by the key of then.
      if (!answer.isReused) withOlderKey.delete(instance)
      return answer
    } catch (error) {
      if (!isKeyRefused(error)) throw error
      for (const key of older) {
        const answer = await askBy(key).catch((refused: unknown) => {
          if (!isKeyRefused(refused)) throw refused
        })
        if (!answer) continue
        const handover = {
          method: 'PUT',
          path: '/v1/key',
          body: JSON.stringify({ key: present.toString('base64') }),
        } as const
        const given = await send(address, handover, key, connections, deadline).catch(() => undefined)
        // One of an older release does not know the call: it can be given the key once it was replaced.
        if (given?.code === 200) withOlderKey.delete(instance)
        else withOlderKey.add(instance)
        return answer
      }
      throw error
    }
  }

  async function call<Answer extends { instance: string }>(
    address: AgentAddress,
    outgoing: Call,
    schema: z.ZodType<Answer>,
  ): Promise<Answer> {
    const { instance, host, port } = address
    const deadline = AbortSignal.timeout(timeoutMs)
    try {
      const answer = await askByAnyKey(address, outgoing, deadline)
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

  async function askForStatus(address: AgentAddress, outgoing: Call): Promise<AgentAnswer> {
    const status = await call(address, outgoing, agentStatusSchema)
    return withOlderKey.has(address.instance) ? { ...status, holdsOlderKey: true } : status
  }
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
    usage: (address, afterEpoch) =>
      call(address, { method: 'GET', path: `/v1/usage?after=${afterEpoch}` }, agentUsageSchema),
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
  if (isKeyRefused(error)) return 'it does not hold the key of this instance'
  return error instanceof Error ? error.message : String(error)
}

/** Every fault of the handshake means the same here, and OpenSSL words them for its own authors. */
function isKeyRefused(error: unknown): boolean {
  const code = (error as NodeJS.ErrnoException | undefined)?.code ?? ''
  return code === 'EPROTO' || code.startsWith('ERR_SSL')
}

interface Answer {
  code: number
  body: string
  /** Over a connection that was there. */
  isReused: boolean
}

function send(
  { host, port, instance }: AgentAddress,
  { method, path, body }: Call,
  key: Buffer,
  connections: AgentConnections,
  signal: AbortSignal,
): Promise<Answer> {
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
        (content) =>
          resolve({ code: response.statusCode ?? 0, body: content, isReused: outgoing.reusedSocket }),
        reject,
      )
    })
    outgoing.on('error', (error) =>
      reject(outgoing.reusedSocket && isClosedConnection(error) ? new ClosedWhileKept(error) : error),
    )
    outgoing.end(body)
  })
}
