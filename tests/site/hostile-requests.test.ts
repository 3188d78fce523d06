import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { once } from 'node:events'
import { connect, type AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { useAppServer } from '../builders/app-server'
import { insides } from '../builders/bad-input'
import { useTestDatabase } from '../postgres/test-database'
import { createLimitedServer } from '../../app/http/server/limited-server'

const server = useAppServer(useTestDatabase(), { trustProxy: true })
const megabyte = 1024 * 1024
let address: string
beforeAll(async () => {
  address = await server.start({ trustProxy: true })
})

/** Says exactly this over a connection of its own. @returns everything that comes back until the server closes */
async function say(text: string, to = address): Promise<string> {
  const { hostname, port } = new URL(to)
  const socket = connect(Number(port), hostname)
  let answer = ''
  socket.setEncoding('utf8').on('data', (chunk: string) => (answer += chunk))
  socket.on('error', () => undefined)
  socket.write(text)
  await once(socket, 'close')
  return answer
}

const head = (line: string, ...headers: string[]) =>
  `${[line, ...(headers.some((each) => each.startsWith('Host:')) ? [] : ['Host: portal.test']), 'Connection: close', ...headers].join('\r\n')}\r\n\r\n`

describe('a request that no browser sends', () => {
  it.each([
    ['a host that is none', head('GET /login HTTP/1.1', 'Host: ['), 400],
    ['a host with a path', head('GET /login HTTP/1.1', 'Host: a/b?c#d'), 400],
    ['another host in the target', head('GET http://other.example/login HTTP/1.1'), 400],
    ['a target that looks like a host', head('GET //other.example/login HTTP/1.1'), 404],
    ['no target', head('OPTIONS * HTTP/1.1'), 405],
    ['TRACE of a page', head('TRACE /login HTTP/1.1'), 405],
    ['TRACE of a call', head('TRACE /v1/account/login HTTP/1.1'), 405],
    ['OPTIONS of a page', head('OPTIONS /login HTTP/1.1'), 405],
    ['PROPFIND of a page', head('PROPFIND /login HTTP/1.1'), 405],
    ['a NUL in the path', head('GET /login/%00 HTTP/1.1'), 404],
    ['a NUL in the path of a call', head('GET /v1/view-controller/terms%00 HTTP/1.1'), 404],
    ['half a percent code', head('GET /%E0%A4%A HTTP/1.1'), 404],
    ['a step out of the folder', head('GET /build/../../package.json HTTP/1.1'), 404],
    ['an encoded step out of the folder', head('GET /build/..%2f..%2fpackage.json HTTP/1.1'), 404],
    ['a line break in the path of a call', head('GET /v1/terms%0A/accept HTTP/1.1'), 404],
    [
      'cookies that are none',
      head('GET /login HTTP/1.1', 'Cookie: X-SDO-AUTHORIZATION=%E0%A4%A; __proto__=x; =;;'),
      200,
    ],
    ['a source that is none', head('GET /login HTTP/1.1', 'X-Forwarded-For: nonsense, "'), 200],
    ['the data of a route that is none', head('GET /login?_data=nonsense HTTP/1.1'), 403],
    ['the data of several routes', head('GET /login?_data=root&_data=root HTTP/1.1'), 200],
    [
      'a very long token',
      head('GET /v1/view-controller/user HTTP/1.1', `Authorization: Bearer ${'x'.repeat(8000)}`),
      401,
    ],
    ['headers that are too large', head('GET /login HTTP/1.1', `Cookie: a=${'x'.repeat(20_000)}`), 431],
    [
      'an encoding that is none',
      head('POST /v1/account/login HTTP/1.1', 'Content-Encoding: x', 'Content-Length: 2') + '{}',
      400,
    ],
    [
      'no gzip where it should be',
      head('POST /v1/account/login HTTP/1.1', 'Content-Encoding: gzip', 'Content-Length: 2') + '{}',
      400,
    ],
    [
      'two lengths',
      head('POST /v1/account/login HTTP/1.1', 'Content-Length: 2', 'Content-Length: 3') + '{}',
      400,
    ],
    ['no HTTP', 'nonsense\r\n\r\n', 400],
  ])('with %s is answered properly', async (_what, text, status) => {
    const answer = await say(text)
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    expect(answer).not.toMatch(insides)
    expect(answer).not.toContain('"dependencies"')
  })
})

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

/** What buffers hold that somebody still needs; when the rest is freed is no business of ours. */
function keptBytes(): number {
  collectGarbage()
  return process.memoryUsage().arrayBuffers
}

describe.each(['/v1/account/login', '/login', '/contact-us', '/register'])(
  'a body of 10 MB for %s',
  (path) => {
    const send = (body: BodyInit, headers: Record<string, string> = {}) =>
      fetch(`${address}${path}`, {
        method: 'POST',
        headers: { Accept: 'text/html', 'Content-Type': 'application/x-www-form-urlencoded', ...headers },
        body,
        duplex: 'half',
      } as RequestInit)

    it('is refused with a message', async () => {
      const answer = await send(new Uint8Array(10 * megabyte).fill(97))
      expect(answer.status).toBe(413)
      expect(await answer.text()).toContain('larger than 1 MB')
    })

    it('that does not say how long it is, is refused without being kept', async () => {
      let most = 0
      const chunk = new Uint8Array(megabyte).fill(97)
      const before = keptBytes()
      let sent = 0
      const body = new ReadableStream<Uint8Array>({
        pull(controller) {
          sent += 1
          if (sent % 5 === 0) most = Math.max(most, keptBytes() - before)
          if (sent > 40) controller.close()
          else controller.enqueue(chunk)
        },
      })
      const status = await send(body).then(
        (answer) => answer.status,
        // The answer may be there before the body is, and then the connection is closed.
        () => 413,
      )
      expect(status).toBe(413)
      expect(most).toBeLessThan(10 * megabyte)
    })

    it('that was compressed is refused as well', async () => {
      const answer = await send(gzipSync(new Uint8Array(50 * megabyte)), { 'Content-Encoding': 'gzip' })
      expect(answer.status).toBe(413)
    })
  },
)

describe.each(['/login', '/contact-us', '/register', '/login/forgot-password', '/logout', '/'])(
  'a form for %s',
  (path) => {
    it.each([
      ['60,000 fields', Array.from({ length: 60_000 }, (_, index) => `f${index}=`).join('&'), '500 fields'],
      ['60,000 times one field', 'email=&'.repeat(60_000), '500 fields'],
      ['a megabyte of text', `message=${'<'.repeat(1_000_000)}`, '110000 characters'],
    ])('with %s is refused with a short sentence', async (_what, body, sentence) => {
      const headers = { Accept: 'text/html', 'Content-Type': 'application/x-www-form-urlencoded' }
      const answer = await fetch(`${address}${path}`, { method: 'POST', headers, body })
      expect(answer.status).toBe(413)
      const text = await answer.text()
      expect(text).toContain(`A form may have at most ${sentence}`)
      expect(text.length).toBeLessThan(2000)
    })
  },
)

describe('a server', () => {
  const slow = createLimitedServer(
    (request, response) => void request.resume().on('end', () => response.end()),
    {
      headersTimeout: 200,
      requestTimeout: 400,
      connectionsCheckingInterval: 50,
    },
  )
  let slowAddress: string
  beforeAll(async () => {
    slow.listen(0, '127.0.0.1')
    await once(slow, 'listening')
    slowAddress = `http://127.0.0.1:${(slow.address() as AddressInfo).port}`
  })
  afterAll(() => void slow.close())

  it.each([
    ['its headers', 'POST / HTTP/1.1\r\nHost: portal.test\r\n'],
    ['its body', 'POST / HTTP/1.1\r\nHost: portal.test\r\nContent-Length: 100\r\n\r\nslow'],
    ['its chunks', 'POST / HTTP/1.1\r\nHost: portal.test\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nslow\r\n'],
  ])('waits for no request that keeps it waiting for %s, and says so', async (_what, text) => {
    const answer = await say(text, slowAddress)
    expect(answer).toMatch(/^HTTP\/1.1 408 /)
    expect(answer).toContain('The request took too long to arrive.')
  })

  it('says what is wrong with headers that are too large', async () => {
    const answer = await say(head('GET / HTTP/1.1', `Cookie: a=${'x'.repeat(20_000)}`), slowAddress)
    expect(answer).toContain('Delete the cookies of this site')
  })
})
