import { expect, it } from 'vitest'
import { describeUserAgent } from './describe-user-agent'

it.each([
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Windows'],
  [
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36',
    'Chrome on Linux',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/141.0.0.0 Safari/537.36 Edg/141.0',
    'Edge on Windows',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile Safari/604.1',
    'Safari on iOS',
  ],
  ['curl/8.5.0', 'curl'],
  ['sdo/0.1.0 (linux; build-7.example)', 'sdo on build-7.example'],
  ['sdo/0.1.0 (linux; )', 'sdo'],
  ['sdo/0.1.0', 'sdo'],
  ['', 'Unknown'],
])('names what calls itself %j as %j', (userAgent, name) => {
  expect(describeUserAgent(userAgent)).toBe(name)
})
