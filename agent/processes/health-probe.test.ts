import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { writeWithoutEnd } from '../../tests/builders/endless'
import { probeHealth } from './health-probe'

const server = createServer()
afterEach(() => {
  server.removeAllListeners('request').closeAllConnections()
  server.close()
})

async function probeProgramThat(answers: Parameters<typeof createServer>[1], signal?: AbortSignal) {
  if (answers) server.on('request', answers)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return probeHealth({ port: 8080, hostPort: port }, signal ?? new AbortController().signal)
}

describe('a health probe', () => {
  it.each([
    [200, true],
    [204, true],
    [299, true],
    [301, false],
    [404, false],
    [500, false],
  ])('takes the answer %i to GET /health as healthy: %s', async (status, healthy) => {
    const health = await probeProgramThat((request, response) => {
      response.writeHead(request.method === 'GET' && request.url === '/health' ? status : 418).end()
    })
    expect(health).toEqual(
      healthy
        ? { healthy, milliseconds: expect.any(Number) as number }
        : { healthy, reason: `GET /health on port 8080 answered ${status}.` },
    )
  })

  it('leaves a body without end behind', async () => {
    let written: Promise<number> | undefined
    const health = await probeProgramThat((_request, response) => {
      response.writeHead(200)
      written = writeWithoutEnd(response)
    })
    expect(health).toMatchObject({ healthy: true })
    expect(await written).toBeLessThan(64 * 1024 * 1024)
  })

  it('does not read headers without end', async () => {
    const health = await probeProgramThat((request) => {
      request.socket.write('HTTP/1.1 200 OK\r\n')
      void writeWithoutEnd(request.socket, Buffer.from('X-More: more\r\n'.repeat(1000)))
    })
    expect(health).toMatchObject({ healthy: false })
  })

  it('says that nobody listens', async () => {
    const { port } = await new Promise<AddressInfo>((resolve) => {
      const gone = createServer().listen(0, '127.0.0.1', () => {
        const address = gone.address() as AddressInfo
        gone.close(() => resolve(address))
      })
    })
    expect(await probeHealth({ port: 8080, hostPort: port }, new AbortController().signal)).toEqual({
      healthy: false,
      reason: 'GET /health on port 8080 found nobody listening.',
    })
  })

  it('says that no answer came before it was given up', async () => {
    const giveUp = new AbortController()
    const health = await probeProgramThat(() => giveUp.abort(), giveUp.signal)
    expect(health).toEqual({ healthy: false, reason: 'GET /health on port 8080 did not answer in time.' })
  })

  it('says that the connection was cut off', async () => {
    const health = await probeProgramThat((request) => request.socket.destroy())
    expect(health).toEqual({
      healthy: false,
      reason:
        'GET /health on port 8080 was cut off: the program does not listen on 0.0.0.0, or ended the connection itself.',
    })
  })
})
