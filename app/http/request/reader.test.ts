import { once } from 'node:events'
import { get, request as httpRequest } from 'node:http'
import { connect } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'
import { writeReadableStreamToWritable } from '@remix-run/node'
import compression from 'compression'
import express, { type RequestHandler, type Response } from 'express'
import { expect, it, onTestFinished } from 'vitest'
import { silentLogger } from '../../../core/logging/logger'
import { listen } from '../../../tests/builders/browser'
import { VirtualClock } from '../../../tests/builders/virtual-clock'
import { answerPieces } from '../../api/answer-pieces'
import { ResponseReader } from './reader'

/** Serves `handler` as the app serves its own. */
async function serve(handler: RequestHandler): Promise<URL> {
  const { address, close } = await listen(express().use(compression()).use(handler))
  onTestFinished(close)
  return new URL(address)
}

/** The responses of the next `count` requests that `send` makes, once they have come. */
async function responsesTo(count: number, send: (address: URL) => void): Promise<Response[]> {
  const responses: Response[] = []
  const address = await new Promise<URL>((resolve) => {
    void serve((_request, response) => void responses.push(response)).then(resolve)
  })
  send(address)
  while (responses.length < count) await turn()
  return responses
}

const clock = new VirtualClock()

it('is gone for whoever asks after they left', async () => {
  let leave = () => undefined as void
  const [response] = await responsesTo(1, (address) => {
    const call = get(address).on('error', () => undefined)
    leave = () => void call.destroy()
  })
  if (!response) throw new Error('Nothing came.')
  const early = new ResponseReader(response, clock).signal
  expect(early.aborted).toBe(false)
  leave()
  await once(response, 'close')
  expect(early.aborted).toBe(true)
  expect(new ResponseReader(response, clock).signal.aborted).toBe(true)
  expect(await new ResponseReader(response, clock).takes()).toBe(false)
})

it('is gone with the connection, also where their answer waits there for others', async () => {
  let leave = () => undefined as void
  const responses = await responsesTo(3, ({ hostname, port }) => {
    const socket = connect(Number(port), hostname).on('error', () => undefined)
    socket.write('GET / HTTP/1.1\r\nHost: portal.test\r\n\r\n'.repeat(3))
    leave = () => void socket.destroy()
  })
  const signals = responses.map((response) => new ResponseReader(response, clock).signal)
  expect(signals.map(({ aborted }) => aborted)).toEqual([false, false, false])
  leave()
  while (!responses[0]?.closed) await turn()
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, true, true])
  expect(responses.map((response) => new ResponseReader(response, clock).signal.aborted)).toEqual([
    true,
    true,
    true,
  ])
})

it('is nobody where only the headers were asked for', async () => {
  const [response] = await responsesTo(1, (address) => {
    httpRequest(address, { method: 'HEAD' })
      .on('error', () => undefined)
      .end()
  })
  expect(response && new ResponseReader(response, clock).signal.aborted).toBe(true)
})

it.each(['identity', 'gzip'])(
  'who takes nothing is sent no more than a little, and after a minute nothing, which ends what was made for them: %s',
  async (encoding) => {
    let made = 0
    let isOver = false
    async function* endless() {
      try {
        // What cannot be compressed to nothing.
        for (;;) yield `${(made += 1)}${Array.from({ length: 20_000 }, () => Math.random()).join()}`
      } finally {
        isOver = true
      }
    }
    const address = await serve((_request, response, next) => {
      const reader = new ResponseReader(response, clock)
      answerPieces(endless(), { headers: {}, reader, log: silentLogger })
        .then(({ body }) => body && writeReadableStreamToWritable(body, response))
        .catch(() => response.destroy())
        .catch(next)
    })
    const call = get(address, { headers: { 'Accept-Encoding': encoding } }).on('error', () => undefined)
    const [stuck] = (await once(call, 'response')) as [NodeJS.ReadableStream]
    stuck.on('error', () => undefined)
    while (!isOver) {
      await turn()
      await clock.advance(100)
      // A connection buffers some megabytes by itself.
      expect(made).toBeLessThan(50)
    }
    expect(made).toBeGreaterThan(1)
  },
)

it('who takes what is sent gets all of it, compressed or not', async () => {
  async function* some() {
    for (let piece = 0; piece < 20; piece++) yield await Promise.resolve('x'.repeat(200_000))
  }
  const address = await serve((_request, response, next) => {
    const reader = new ResponseReader(response, clock)
    answerPieces(some(), { headers: {}, reader, log: silentLogger })
      .then(({ body }) => body && writeReadableStreamToWritable(body, response))
      .catch(next)
  })
  for (const encoding of ['identity', 'gzip']) {
    const answer = await fetch(address, { headers: { 'Accept-Encoding': encoding } })
    expect((await answer.text()).length).toBe(4_000_000)
  }
})
