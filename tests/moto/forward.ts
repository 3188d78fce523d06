import { once } from 'node:events'
import { createServer, request, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Answer {
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
}

/** A request to moto, with the parameters of services whose requests are forms. */
export interface MotoRequest {
  parameters: URLSearchParams
  /** Has moto answer it. */
  ask(): Promise<Answer>
}

/** Stands before moto: `answer` decides about each request. */
export async function standBefore(
  moto: string,
  answer: (request: MotoRequest) => Promise<Answer>,
): Promise<{ endpoint: string; stop(): Promise<void> }> {
  const server = createServer((incoming, outgoing) => {
    read(incoming)
      .then((body) =>
        answer({ parameters: parametersIn(incoming, body), ask: () => ask(moto, incoming, body) }),
      )
      .then(
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

/** How EC2 refuses. */
export const ec2Refusal = (code: string, message: string, status = 400): Answer => ({
  status,
  headers: { 'content-type': 'text/xml' },
  body: Buffer.from(
    `<Response><Errors><Error><Code>${code}</Code><Message>${message}</Message></Error></Errors><RequestID>refused</RequestID></Response>`,
  ),
})

/** How Elastic Load Balancing refuses. */
export const loadBalancingRefusal = (code: string, message: string): Answer => ({
  status: 400,
  headers: { 'content-type': 'text/xml' },
  body: Buffer.from(
    `<ErrorResponse xmlns="http://elasticloadbalancing.amazonaws.com/doc/2015-12-01/"><Error><Type>Sender</Type><Code>${code}</Code><Message>${message}</Message></Error><RequestId>refused</RequestId></ErrorResponse>`,
  ),
})

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
