import { once } from 'node:events'
import { createServer, request, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

interface Answer {
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
}

/**
 * Stands before moto and honours client tokens of RunInstances as AWS does and moto does not: a launch that is asked for again is answered with what it
 * launched. What AWS is asked about in a dry run is not done either.
 */
export async function honourClientTokens(moto: string): Promise<{ endpoint: string; stop(): Promise<void> }> {
  const launches = new Map<string, Promise<Answer>>()

  async function answer(incoming: IncomingMessage): Promise<Answer> {
    const body = await read(incoming)
    const parameters = parametersIn(incoming, body)
    if (parameters.get('DryRun') === 'true') return dryRunAnswer
    const token = parameters.get('Action') === 'RunInstances' ? parameters.get('ClientToken') : undefined
    if (!token) return ask(moto, incoming, body)
    const launch = launches.get(token) ?? ask(moto, incoming, body)
    launches.set(token, launch)
    const made = await launch
    // What was refused was not launched.
    if (made.status !== 200) launches.delete(token)
    return made
  }

  const server = createServer((incoming, outgoing) => {
    answer(incoming).then(
      ({ status, headers, body }) => outgoing.writeHead(status, headers).end(body),
      () => outgoing.destroy(),
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async stop() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

const dryRunAnswer: Answer = {
  status: 412,
  headers: { 'content-type': 'text/xml' },
  body: Buffer.from(
    '<Response><Errors><Error><Code>DryRunOperation</Code><Message>Request would have succeeded, but DryRun flag is set.</Message></Error></Errors><RequestID>dry</RequestID></Response>',
  ),
}

const parametersIn = ({ headers }: IncomingMessage, body: Buffer): URLSearchParams =>
  new URLSearchParams(
    headers['content-type']?.startsWith('application/x-www-form-urlencoded') ? body.toString() : '',
  )

/** With the host that was asked, so that addresses in answers lead here again. */
function ask(moto: string, { method, url = '/', headers }: IncomingMessage, body: Buffer): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const outgoing = request(new URL(url, moto), { method, headers }, (response) => {
      read(response).then(
        (content) =>
          resolve({ status: response.statusCode ?? 500, headers: response.headers, body: content }),
        reject,
      )
    })
    outgoing.once('error', reject)
    outgoing.end(body)
  })
}

async function read(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of message) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}
