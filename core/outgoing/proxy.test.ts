import { expect, it } from 'vitest'
import { serveBehindProxy } from '../../tests/builders/connect-proxy'
import { createFetchOutside } from './fetch-outside'
import { createProxyRule } from './proxy-rule'
import { internetAlone } from './reach'

const read = async (body: AsyncIterable<Uint8Array>) => {
  let text = ''
  for await (const chunk of body) text += Buffer.from(chunk).toString()
  return text
}

async function setUp(address: string) {
  const behind = await serveBehindProxy(['hooks.test'], (request, response) =>
    response.end(`${request.method} ${request.headers.host}`),
  )
  const fetchOutside = createFetchOutside({
    reach: internetAlone,
    resolve: async () => [address],
    proxyRule: createProxyRule({ HTTPS_PROXY: behind.proxy }),
    ca: behind.cert,
  })
  const { signal } = new AbortController()
  return {
    ...behind,
    send: () => fetchOutside('https://hooks.test/x', { method: 'POST', body: '{}', signal }),
  }
}

it('reaches who is only there by a proxy, at the address that was looked at, and knows them by their name', async () => {
  const { asked, send } = await setUp('8.8.8.8')
  const { status, body } = await send()
  expect([status, await read(body)]).toEqual([200, 'POST hooks.test'])
  expect(asked).toEqual(['8.8.8.8:443'])
})

it('lets a proxy connect to no private network', async () => {
  const { asked, send } = await setUp('10.0.0.7')
  await expect(send()).rejects.toThrow('hooks.test leads into a private network.')
  expect(asked).toEqual([])
})
