import { GetCallerIdentityCommand } from '@aws-sdk/client-sts'
import { expect, it } from 'vitest'
import { createProxyRule } from '../../../core/outgoing/proxy-rule'
import { serveBehindProxy } from '../../../tests/builders/connect-proxy'
import { createStsClient } from './aws-clients'

const name = 'sts.us-east-1.amazonaws.com'
const credentials = { accessKeyId: 'a', secretAccessKey: 'b' }

async function setUp() {
  const behind = await serveBehindProxy([name], (_request, response) =>
    response
      .writeHead(200, { 'content-type': 'text/xml' })
      .end(
        '<GetCallerIdentityResponse><GetCallerIdentityResult><Account>123456789012</Account></GetCallerIdentityResult></GetCallerIdentityResponse>',
      ),
  )
  const ask = (NO_PROXY: string, endpoint?: string) => {
    const proxyRule = createProxyRule({ HTTPS_PROXY: behind.proxy, NO_PROXY })
    return createStsClient({ region: 'us-east-1', endpoint, proxyRule, ca: behind.cert }, credentials).send(
      new GetCallerIdentityCommand(),
    )
  }
  return { ...behind, ask }
}

it('reaches AWS where a proxy is the only way', async () => {
  const { asked, ask } = await setUp()
  expect(await ask('')).toMatchObject({ Account: '123456789012' })
  expect(asked).toEqual([`${name}:443`])
})

it('asks no proxy for what NO_PROXY names', async () => {
  const { asked, ask, port } = await setUp()
  await expect(ask('.localhost.test', `https://127.0.0.1:${port}`)).rejects.toThrow()
  expect(asked).toEqual([])
})
