import { once } from 'node:events'
import { Agent, createServer, request as openRequest, type RequestListener, type Server } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openProxy } from './http-proxy'
import { Endpoint, TargetPool } from './target-pool'
import type { OpenPort } from './traffic'

describe('a load balancer', () => {
  const pool = new TargetPool()
  const servers: Server[] = []
  const clients: Agent[] = []
  let proxy: OpenPort

  beforeEach(async () => {
    proxy = await openProxy(0, () => pool)
  })
  afterEach(async () => {
    await proxy.close()
    for (const endpoint of pool.endpoints.values()) endpoint.cut()
    pool.endpoints.clear()
    for (const client of clients.splice(0)) client.destroy()
    for (const server of servers.splice(0)) {
      server.closeAllConnections()
      server.close()
    }
  })

  const startServer = async (answer: RequestListener): Promise<{ server: Server; port: number }> => {
    const server = createServer(answer)
    servers.push(server)
    await once(server.listen(0, '127.0.0.1'), 'listening')
    return { server, port: (server.address() as AddressInfo).port }
  }
  const addEndpoint = (port: number, drained: () => void = () => undefined): Endpoint => {
    const endpoint = new Endpoint('127.0.0.1', port, drained)
    endpoint.isHealthy = true
    pool.endpoints.set(String(port), endpoint)
    return endpoint
  }
  const addTarget = async (answer: RequestListener) => {
    const { server, port } = await startServer(answer)
    return { server, endpoint: addEndpoint(port) }
  }

  it('answers 503 while no target is healthy', async () => {
    const { endpoint } = await addTarget((_request, response) => response.end('never'))
    endpoint.isHealthy = false
    expect((await fetch(proxy.url)).status).toBe(503)
  })

  it('passes on method, path, headers and body, and who asked', async () => {
    await addTarget((request, response) => {
      void text(request).then((body) => {
        const { method, url, headers } = request
        response.setHeader('Set-Cookie', ['a=1', 'b=2'])
        response.writeHead(201, 'Made').end(JSON.stringify({ method, url, headers, body }))
      })
    })
    const response = await fetch(`${proxy.url}/path?query=1`, {
      method: 'POST',
      body: 'the body',
      headers: { 'x-own': 'kept', 'x-forwarded-for': '192.0.2.1' },
    })
    expect([response.status, response.statusText]).toEqual([201, 'Made'])
    expect(response.headers.getSetCookie()).toEqual(['a=1', 'b=2'])
    expect(await response.json()).toMatchObject({
      method: 'POST',
      url: '/path?query=1',
      body: 'the body',
      headers: {
        'x-own': 'kept',
        host: new URL(proxy.url).host,
        'x-forwarded-for': '192.0.2.1, 127.0.0.1',
        'x-forwarded-proto': 'http',
        'x-forwarded-port': new URL(proxy.url).port,
      },
    })
  })

  it('streams both ways without waiting for the end', async () => {
    await addTarget((request, response) => {
      request.pipe(response)
    })
    const request = openRequest(proxy.url, { method: 'PUT', headers: { 'transfer-encoding': 'chunked' } })
    request.write('first')
    const [response] = (await once(request, 'response')) as [NodeJS.ReadableStream]
    const [chunk] = (await once(response, 'data')) as [Buffer]
    expect(String(chunk)).toBe('first')
    request.end('second')
    expect(await text(response)).toBe('second')
  })

  it('spreads requests over targets', async () => {
    const seen = [0, 0]
    for (const index of [0, 1])
      await addTarget((_request, response) => {
        seen[index] = (seen[index] ?? 0) + 1
        response.end()
      })
    for (let count = 0; count < 10; count++) await fetch(proxy.url)
    expect(seen).toEqual([5, 5])
  })

  it('tries another target when one can not be reached, also for a request with a body', async () => {
    const { server, port } = await startServer((_request, response) => response.end())
    await new Promise((resolve) => server.close(resolve))
    addEndpoint(port)
    await addTarget((request, response) => void text(request).then((body) => response.end(body)))
    for (let count = 0; count < 4; count++) {
      const response = await fetch(proxy.url, { method: 'POST', body: 'whole' })
      expect(await response.text()).toBe('whole')
    }
  })

  it('answers 502 when every target fails', async () => {
    await addTarget((request) => request.socket.destroy())
    expect((await fetch(proxy.url)).status).toBe(502)
    expect((await fetch(proxy.url, { method: 'POST', body: 'x' })).status).toBe(502)
  })

  it('sends a request that must not happen twice only once', async () => {
    let received = 0
    for (let target = 0; target < 2; target++)
      await addTarget((request) => {
        received += 1
        request.socket.destroy()
      })
    expect((await fetch(proxy.url, { method: 'POST', body: 'order' })).status).toBe(502)
    expect(received).toBe(1)
    expect((await fetch(proxy.url, { method: 'POST' })).status).toBe(502)
    expect(received).toBe(2)
  })

  it('repeats a request whose kept connection the target was just closing', async () => {
    const { server } = await addTarget((_request, response) => response.end('answer'))
    expect(await (await fetch(proxy.url)).text()).toBe('answer')
    let closings = 0
    server.prependListener('request', (request) => {
      if (closings++ === 0) request.socket.destroy()
    })
    expect(await (await fetch(proxy.url)).text()).toBe('answer')
    expect(closings).toBe(2)
  })

  it('never sends a request that must not happen twice over a kept connection', async () => {
    const { server } = await addTarget((_request, response) => response.end('answer'))
    expect(await (await fetch(proxy.url)).text()).toBe('answer')
    const used = new Set<unknown>()
    server.prependListener('request', (request) => {
      if (used.has(request.socket)) request.socket.destroy()
      used.add(request.socket)
    })
    await fetch(proxy.url)
    expect(used.size).toBe(1)
    expect(await (await fetch(proxy.url, { method: 'POST', body: 'order' })).text()).toBe('answer')
    expect(await (await fetch(proxy.url, { method: 'POST' })).text()).toBe('answer')
  })

  it('gives no request to a leaving target, lets its open ones finish and tells when they have', async () => {
    let finish = () => {}
    const { port } = await startServer((_request, response) => {
      response.write('begun ')
      finish = () => response.end('finished')
    })
    let isDrained = false
    const leaving = addEndpoint(port, () => {
      isDrained = true
    })
    const open = await fetch(proxy.url)
    leaving.isLeaving = true
    await addTarget((_request, response) => response.end('other'))
    expect(await (await fetch(proxy.url)).text()).toBe('other')
    expect(isDrained).toBe(false)
    finish()
    expect(await open.text()).toBe('begun finished')
    await expect.poll(() => isDrained).toBe(true)
  })

  it('cuts off what is still open with a target that is gone', async () => {
    const { endpoint } = await addTarget((_request, response) => response.write('begun '))
    const open = await fetch(proxy.url)
    endpoint.cut()
    await expect(open.text()).rejects.toThrow()
    await expect.poll(() => endpoint.openRequests).toBe(0)
  })

  it('lets the target know when a client goes away', async () => {
    const left = new Promise<void>((resolve) => {
      void addTarget((request, response) => {
        response.write('begun')
        request.once('close', resolve)
      })
    })
    await expect.poll(() => pool.endpoints.size).toBe(1)
    const leaving = new AbortController()
    await fetch(proxy.url, { signal: leaving.signal })
    leaving.abort()
    await left
    await expect.poll(() => [...pool.endpoints.values()][0]?.openRequests).toBe(0)
  })

  it('carries other protocols after an upgrade', async () => {
    const { server } = await addTarget((_request, response) => response.end())
    server.on('upgrade', (request, socket) => {
      socket.write(
        `HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: ${request.headers.upgrade}\r\n\r\n`,
      )
      socket.pipe(socket)
    })
    const client = connect(Number(new URL(proxy.url).port), '127.0.0.1')
    client.write('GET /socket HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: echo\r\n\r\n')
    const [head] = (await once(client, 'data')) as [Buffer]
    expect(String(head)).toMatch(/^HTTP\/1\.1 101 .*\r\nUpgrade: echo/s)
    client.write('hello')
    const [echo] = (await once(client, 'data')) as [Buffer]
    expect(String(echo)).toBe('hello')
    client.destroy()
    await expect.poll(() => [...pool.endpoints.values()][0]?.openRequests).toBe(0)
  })

  it('takes its port again, or another one if somebody else has it', async () => {
    const second = await openProxy(proxy.port, () => pool)
    expect(second.port).not.toBe(proxy.port)
    await second.close()
    const { port } = proxy
    await proxy.close()
    proxy = await openProxy(port, () => pool)
    expect(proxy.port).toBe(port)
  })

  it('loses none of 10,000 requests while versions change under load', async () => {
    const client = new Agent({ keepAlive: true, maxSockets: 20 })
    clients.push(client)
    const addVersion = async (version: number) => {
      const { port } = await startServer((request, response) => {
        // Targets close kept connections all the time, as if each had just been idle for too long.
        response.once('finish', () => setTimeout(() => request.socket.destroy(), Math.random() * 3))
        response.end(String(version))
      })
      return addEndpoint(port, () => leave(port))
    }
    const leave = (port: number) => {
      pool.endpoints.get(String(port))?.cut()
      pool.endpoints.delete(String(port))
    }
    const removeVersion = (endpoint: Endpoint) => {
      endpoint.isLeaving = true
      if (endpoint.openRequests === 0) leave(endpoint.port)
      const stop = () => {
        const server = servers.find(
          (candidate) => (candidate.address() as AddressInfo | null)?.port === endpoint.port,
        )
        server?.closeAllConnections()
        server?.close()
      }
      if (endpoint.gone.aborted) stop()
      else endpoint.gone.addEventListener('abort', stop)
    }
    const ask = (count: number) =>
      new Promise<number>((resolve) => {
        const hasBody = count % 5 === 0
        const request = openRequest(
          proxy.url,
          { agent: client, method: hasBody ? 'POST' : 'GET' },
          (response) => {
            response.resume()
            response.on('end', () => resolve(response.statusCode ?? 0))
            response.on('error', () => resolve(-1))
          },
        )
        request.on('error', () => resolve(-2))
        request.end(hasBody ? 'body' : undefined)
      })

    let present = await addVersion(0)
    let asked = 0
    const statuses: number[] = []
    const askUntilDone = async () => {
      while (asked < 10_000) {
        asked += 1
        const status = await ask(asked)
        statuses.push(status)
        if (statuses.length % 250 === 0) {
          const before = present
          present = await addVersion(statuses.length)
          removeVersion(before)
        }
      }
    }
    await Promise.all(Array.from({ length: 20 }, askUntilDone))
    expect(statuses.length).toBe(10_000)
    expect(statuses.filter((status) => status !== 200)).toEqual([])
  }, 60_000)
})
