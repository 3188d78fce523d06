import { createHash, createHmac, randomUUID } from 'node:crypto'
import { SignatureV4 } from '@smithy/signature-v4'
import { z } from 'zod'
import { createFetchOutside } from '../../../core/outgoing/fetch-outside'
import { internetAlone, wherever } from '../../../core/outgoing/reach'
import type { Clock } from '../../../core/time/clock'
import type { AwsConnection } from './aws-connection'

const answerMs = 30_000
const pauseMs = 2000
/** It takes its role and looks for its target meanwhile. */
const mostLooks = 60

const answerSchema = z.object({
  experiment: z.object({
    id: z.string(),
    state: z.object({ status: z.string(), reason: z.string().optional() }),
  }),
})

/**
 * Starts an experiment of the Fault Injection Service, and waits until it acts. By plain requests, because the pinned release of the SDK has no
 * client for it.
 * @throws Error with AWS's answer, or with why the experiment failed
 */
export async function runExperiment(
  connection: AwsConnection,
  experimentTemplateId: string,
  clock: Clock,
  signal: AbortSignal,
): Promise<void> {
  const { id } = await ask(connection, 'POST', '/experiments', {
    clientToken: randomUUID(),
    experimentTemplateId,
  })
  for (let look = 0; look < mostLooks; look += 1) {
    signal.throwIfAborted()
    const { state } = await ask(connection, 'GET', `/experiments/${id}`)
    if (state.status === 'running' || state.status === 'completed') return
    if (state.status !== 'pending' && state.status !== 'initiating')
      throw new Error(`The experiment ${state.status}: ${state.reason ?? 'AWS gives no reason.'}`)
    await clock.sleep(pauseMs, signal)
  }
  throw new Error('The experiment did not begin.')
}

async function ask(connection: AwsConnection, method: 'GET' | 'POST', path: string, content?: object) {
  const { region, endpoint, credentials } = connection
  const url = new URL(path, endpoint ?? `https://fis.${region}.amazonaws.com`)
  const body = content && JSON.stringify(content)
  const signer = new SignatureV4({ service: 'fis', region, credentials, sha256: Sha256 })
  const { headers } = await signer.sign({
    method,
    protocol: url.protocol,
    hostname: url.hostname,
    path: url.pathname,
    headers: { host: url.host, 'content-type': 'application/json' },
    body,
  })
  // Only a test names an endpoint, which is on its own machine.
  const fetchOutside = createFetchOutside({ reach: endpoint === undefined ? internetAlone : wherever })
  const answer = await fetchOutside(url.href, {
    method,
    headers,
    body,
    signal: AbortSignal.timeout(answerMs),
  })
  const pieces: Uint8Array[] = []
  for await (const piece of answer.body) pieces.push(piece)
  const text = Buffer.concat(pieces).toString()
  if (answer.status >= 300) throw new Error(`FIS answered ${answer.status}: ${text.slice(0, 500)}`)
  return answerSchema.parse(JSON.parse(text)).experiment
}

type Bytes = string | ArrayBuffer | ArrayBufferView

/** As the signer of the SDK wants it. */
class Sha256 {
  private readonly hash

  constructor(secret?: Bytes) {
    this.hash = secret === undefined ? createHash('sha256') : createHmac('sha256', toBuffer(secret))
  }

  update(data: Bytes): void {
    this.hash.update(toBuffer(data))
  }

  async digest(): Promise<Uint8Array> {
    return this.hash.digest()
  }
}

function toBuffer(data: Bytes): Buffer {
  if (typeof data === 'string') return Buffer.from(data)
  return ArrayBuffer.isView(data)
    ? Buffer.from(data.buffer, data.byteOffset, data.byteLength)
    : Buffer.from(data)
}
