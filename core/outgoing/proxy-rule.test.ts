import { expect, it } from 'vitest'
import { createProxyRule, readProxyVariables } from './proxy-rule'

const proxy = 'http://proxy:3128'
const ruleOf = (NO_PROXY: string) => createProxyRule({ HTTPS_PROXY: proxy, NO_PROXY })

it.each([
  ['https://example.com/', ''],
  ['https://notexample.com/', 'example.com'],
  ['https://example.com:8443/', 'example.com:443'],
  ['https://10.1.2.3/', '10.2.0.0/16'],
  ['https://10.1.2.3/', '2.3'],
  ['https://[2001:db8::1]/', 'fd00::/8, 10.0.0.0/8'],
])('%s goes by the proxy with NO_PROXY=%s', (address, exceptions) => {
  expect(ruleOf(exceptions)(new URL(address))).toBe(proxy)
})

it.each([
  ['https://example.com/', '*'],
  ['https://EXAMPLE.com/', 'other.test, Example.com'],
  ['https://a.b.example.com/', '.example.com'],
  ['https://a.example.com/', '*.example.com'],
  ['https://example.com:8443/', 'example.com:8443'],
  ['https://10.1.2.3/', '10.0.0.0/8'],
  ['https://10.1.2.3/', '10.1.2.3:443'],
  ['https://[fd00::5]/', 'fd00::/8'],
  ['https://localhost:3000/', ''],
  ['https://127.0.0.1:3000/', ''],
  ['https://[::1]/', ''],
  ['http://example.com/', ''],
])('%s is reached directly with NO_PROXY=%s', (address, exceptions) => {
  expect(ruleOf(exceptions)(new URL(address))).toBeUndefined()
})

it('knows the variables in lower case as well, and an empty one for none', () => {
  expect(readProxyVariables({ https_proxy: proxy, NO_PROXY: '', no_proxy: 'a' })).toEqual({
    HTTPS_PROXY: proxy,
    NO_PROXY: 'a',
  })
})
