import { once } from 'node:events'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { beforeAll, describe, expect, it } from 'vitest'
import { useAppServer } from '../tests/builders/app-server'
import { useTestDatabase } from '../tests/postgres/test-database'
import { createSite } from './site'

const server = useAppServer(useTestDatabase(), {
  front: (request, response, next) => void createSite(() => next())(request, response),
})
let port: string
beforeAll(async () => {
  port = new URL((await server.openBrowser()).address).port
})

/** Asks for exactly this path, which `fetch` would tidy. */
async function ask(path: string, host: string): Promise<{ status: number | undefined; text: string }> {
  const call = httpRequest({ port, host: '127.0.0.1', path, headers: { Host: host } }).end()
  const [response] = (await once(call, 'response')) as [IncomingMessage]
  let text = ''
  for await (const part of response.setEncoding('utf8')) text += part
  return { status: response.statusCode, text }
}

describe('a portal on one machine', () => {
  it.each(['127.0.0.1', 'localhost', '[::1]', '127.0.0.2', 'LocalHost'])('answers to %s', async (name) => {
    for (const host of [name, `${name}:${port}`])
      expect(await ask('/dev/mail.json', host)).toEqual({ status: 200, text: '[]' })
  })

  it.each([
    'rebound.test',
    '127.0.0.1.rebound.test',
    'rebound.test:3000',
    'localhost.rebound.test',
    'x@127.0.0.1',
    '127.0.0.1 rebound.test',
    '192.0.2.7',
    '0.0.0.0',
    '[::]',
    ':3000',
  ])('answers nothing to %j, however the path is written', async (host) => {
    for (const path of [
      '/dev/mail',
      '/dev/mail.json',
      '/dev/mail.json?to=ada@example.com',
      '/DEV/Mail.json',
      '/%64ev/mail.json',
      '/dev/%6dail.json',
      '//dev/mail.json',
      '/dev//mail.json',
      '/dev/./mail.json',
      '/dev/mail?_data=routes%2Fdev.mail',
      '/dev/aws',
      '/dev/aws.json',
      '/dev/anything-that-comes-later',
      '/login',
      '/register',
      '/v1/openapi.json',
      '/favicon.svg',
      '/health',
    ]) {
      const { status, text } = await ask(path, host)
      expect([403, 400], path).toContain(status)
      expect(text.length, path).toBeLessThan(300)
    }
  })
})
