import { describe, expect, it } from 'vitest'
import { findAddressFault } from './webhook-address'

const everywhere = { loopback: true }
const outside = { loopback: false }

describe('the address of a webhook', () => {
  it.each(['https://hooks.slack.com/services/T0/B0/x', 'https://example.com:8443/a?b=c', 'https://8.8.8.8/'])(
    'may be %s',
    (url) => expect(findAddressFault(url, outside)).toBeUndefined(),
  )
  it.each([
    '', 'example.com', 'http://example.com/', 'ftp://example.com/', 'file:///etc/passwd', 'https://ada:x@example.com/', 'https://localhost/',
    'https://127.0.0.1/', 'https://127.1/', 'https://2130706433/', 'https://0x7f.1/', 'https://[::1]/', 'https://[::ffff:169.254.169.254]/',
    'https://169.254.169.254/latest/meta-data', 'https://10.0.0.1:8080/', 'https://[fd00:ec2::254]/', 'http://localhost:9000/', 'https://%31%32%37.0.0.1/',
  ])('may not be %s', (url) => expect(String(findAddressFault(url, outside))).toMatch(/\.$/)) // prettier-ignore
  it('may be a program on this machine in `npm start`, and no other without https', () => {
    expect(findAddressFault('http://127.0.0.1:9000/', everywhere)).toBeUndefined()
    expect(findAddressFault('http://[::1]:9000/', everywhere)).toBeUndefined()
    expect(findAddressFault('http://example.com/', everywhere)?.text).toMatch(/https/)
    expect(findAddressFault('https://10.0.0.1/', everywhere)?.text).toMatch(/private/)
  })
})
