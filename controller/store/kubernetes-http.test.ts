import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { HttpMethod, RequestContext } from '@kubernetes/client-node'
import { afterEach, describe, expect, it } from 'vitest'
import { writeSlowlyWithoutEnd, writeWithoutEnd } from '../../tests/builders/endless'
import { createBoundedHttp } from './kubernetes-http'

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections()
})

async function ask(answers: RequestListener, change: (request: RequestContext) => void = () => undefined) {
  const server = createServer(answers)
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const request = new RequestContext(`http://127.0.0.1:${port}/apis?limit=5`, HttpMethod.PATCH)
  change(request)
  return createBoundedHttp(100_000).send(request).toPromise()
}

describe('a call of the Kubernetes API', () => {
  it('carries its method, headers and body, and gives status, headers and body of the answer', async () => {
    const answer = await ask(
      (request, response) => {
        response.writeHead(409, { 'X-Seen': `${request.method} ${request.url} ${request.headers['x-mine']}` })
        request.pipe(response)
      },
      (request) => {
        request.setHeaderParam('X-Mine', 'yes')
        request.setBody('{"möhre":1}')
      },
    )
    expect(answer.httpStatusCode).toBe(409)
    expect(answer.headers['x-seen']).toBe('PATCH /apis?limit=5 yes')
    expect(await answer.body.text()).toBe('{"möhre":1}')
    expect((await answer.body.binary()).toString()).toBe('{"möhre":1}')
  })

  it('is given up when its answer does not end', async () => {
    let written: Promise<number> | undefined
    const asking = ask((_request, response) => void (written = writeWithoutEnd(response)))
    await expect(asking).rejects.toThrow('it sent more than 100000 bytes')
    expect(await written).toBeLessThan(64 * 1024 * 1024)
  })

  it('is given up when its answer comes too slowly', async () => {
    let gone: Promise<void> | undefined
    const asking = ask(
      (_request, response) => void (gone = writeSlowlyWithoutEnd(response)),
      (request) => request.setSignal(AbortSignal.timeout(100)),
    )
    await expect(asking).rejects.toThrow('abort')
    await gone
  })
})
