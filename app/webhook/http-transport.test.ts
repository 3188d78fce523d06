import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createHttpTransport } from './http-transport'

let server: Server
let answer: RequestListener
let received: { message: IncomingMessage; body: string }[]

beforeEach(async () => {
  received = []
  answer = (_request, response) => response.end('ok')
  server = createServer((message, response) => {
    let body = ''
    message.on('data', (chunk) => (body += String(chunk)))
    message.on('end', () => {
      received.push({ message, body })
      answer(message, response)
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterEach(() => {
  server.closeAllConnections()
  server.close()
})

const port = () => (server.address() as AddressInfo).port
const here = createHttpTransport({ reach: { loopback: true }, timeoutMilliseconds: 2_000 })
const message = (url = `http://127.0.0.1:${port()}/hook`) => ({
  url,
  headers: { 'webhook-id': 'one', 'content-type': 'application/json' },
  body: '{"text":"für alle"}',
})

describe('a message', () => {
  it('arrives as it is, with its headers', async () => {
    expect(await here.send(message())).toEqual({ result: 'delivered', status: 200 })
    expect(received[0]?.message).toMatchObject({ method: 'POST', url: '/hook' })
    expect(received[0]?.message.headers).toMatchObject({
      'webhook-id': 'one',
      'content-type': 'application/json',
    })
    expect(received[0]?.body).toBe('{"text":"für alle"}')
  })

  it('is not taken where the answer says so; 410 is the end of it', async () => {
    answer = (_request, response) => response.writeHead(404).end('no_service\u0000<b>')
    const refused = { result: 'refused', again: true, status: 404, reason: 'It answered 404: no_service <b>' }
    expect(await here.send(message())).toEqual(refused)
    answer = (_request, response) => response.writeHead(410).end()
    expect(await here.send(message())).toMatchObject({ again: false, status: 410 })
  })

  it('is sent again no sooner than the receiver asks, within an hour', async () => {
    answer = (_request, response) => response.writeHead(429, { 'retry-after': '120' }).end()
    expect(await here.send(message())).toMatchObject({ retryAfterMilliseconds: 120_000 })
    answer = (_request, response) => response.writeHead(429, { 'retry-after': '999999' }).end()
    expect(await here.send(message())).toMatchObject({ retryAfterMilliseconds: 3_600_000 })
  })

  it('follows no redirect', async () => {
    answer = (_request, response) => response.writeHead(302, { location: '/elsewhere' }).end()
    expect(await here.send(message())).toMatchObject({ result: 'refused', status: 302 })
    expect(received).toHaveLength(1)
  })

  it('reads no more of an answer than it shows, however long that is', async () => {
    let sent = 0
    answer = (_request, response) => {
      response.writeHead(500)
      const more = () => {
        while (!response.destroyed && response.write('x'.repeat(65_536))) sent += 65_536
      }
      response.on('drain', more)
      more()
    }
    const outcome = await here.send(message())
    expect(outcome).toMatchObject({ status: 500 })
    expect('reason' in outcome && outcome.reason.length).toBeLessThan(300)
    expect(sent).toBeLessThan(20_000_000)
  })

  it('waits no longer than its time for an answer, also for one that never ends', async () => {
    const hasty = createHttpTransport({ reach: { loopback: true }, timeoutMilliseconds: 50 })
    const slow = { result: 'refused', again: true, reason: 'It did not answer within 0.05 seconds.' }
    answer = () => undefined
    expect(await hasty.send(message())).toEqual(slow)
    answer = (_request, response) => void response.writeHead(200).write('a')
    expect(await hasty.send(message())).toEqual(slow)
  })

  it('says when nobody is there', async () => {
    const url = message().url
    server.close()
    expect(await here.send({ ...message(url) })).toMatchObject({ again: true, reason: /ECONNREFUSED/ })
  })
})

describe('a private network', () => {
  const resolvesTo = (...addresses: string[]) => {
    let asked = 0
    const transport = createHttpTransport({
      reach: { loopback: false },
      timeoutMilliseconds: 2_000,
      resolve: async () => {
        asked += 1
        return addresses
      },
    })
    return { transport, asked: () => asked }
  }

  it.each([['127.0.0.1'], ['169.254.169.254'], ['10.0.0.7'], ['::1'], ['8.8.8.8', '192.168.0.1'], []])(
    'is not reached by a name that leads to %s',
    async (...addresses) => {
      const { transport, asked } = resolvesTo(...addresses)
      const outcome = await transport.send(message(`https://evil.example:${port()}/`))
      expect(outcome).toEqual({
        result: 'refused',
        again: false,
        reason: 'evil.example leads into a private network.',
      })
      expect([asked(), received.length]).toEqual([1, 0])
    },
  )

  it('is not reached by a number in place of a name, however the number is written', async () => {
    const { transport } = resolvesTo('8.8.8.8')
    for (const host of ['127.0.0.1', '2130706433', '[::1]', '[::ffff:127.0.0.1]'])
      expect(await transport.send(message(`https://${host}:${port()}/`))).toMatchObject({ again: false })
    expect(received).toEqual([])
  })
})
