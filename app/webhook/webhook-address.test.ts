import { describe, expect, it } from 'vitest'
import { isPublicAddress } from './public-address'
import { findAddressFault } from './webhook-address'

const everywhere = { loopback: true }
const outside = { loopback: false }

describe('an IP address', () => {
  const own = [
    '0.0.0.0', '10.1.2.3', '100.64.0.1', '127.0.0.1', '169.254.169.254', '172.16.0.1', '172.31.255.255', '192.168.1.1', '192.0.0.170',
    '198.18.0.1', '203.0.113.9', '224.0.0.1', '255.255.255.255', '::', '::1', '::ffff:127.0.0.1', '::127.0.0.1', 'fe80::1',
    'fc00::1', 'fd00:ec2::254', 'ff02::1', '64:ff9b::7f00:1', '2001:db8::1', '2001::1', '2002:7f00:1::', '100::1', '', 'example.com',
  ] // prettier-ignore
  it.each(own)('%s is none of the internet', (address) => expect(isPublicAddress(address)).toBe(false))
  it.each([
    '8.8.8.8',
    '100.63.255.255',
    '100.128.0.1',
    '172.32.0.1',
    '192.0.1.1',
    '2606:4700::1111',
    '::ffff:8.8.8.8',
  ])('%s is one of the internet', (address) => expect(isPublicAddress(address)).toBe(true))
})

describe('the address of a webhook', () => {
  it.each(['https://hooks.slack.com/services/T0/B0/x', 'https://example.com:8443/a?b=c', 'https://8.8.8.8/'])(
    'may be %s',
    (url) => expect(findAddressFault(url, outside)).toBeUndefined(),
  )
  it.each([
    '', 'example.com', 'http://example.com/', 'ftp://example.com/', 'file:///etc/passwd', 'https://ada:x@example.com/', 'https://localhost/',
    'https://127.0.0.1/', 'https://127.1/', 'https://2130706433/', 'https://0x7f.1/', 'https://[::1]/', 'https://[::ffff:169.254.169.254]/',
    'https://169.254.169.254/latest/meta-data', 'https://10.0.0.1:8080/', 'https://[fd00:ec2::254]/', 'http://localhost:9000/', 'https://%31%32%37.0.0.1/',
  ])('may not be %s', (url) => expect(findAddressFault(url, outside)).toMatch(/\.$/)) // prettier-ignore
  it('may be a program on this machine in `npm start`, and no other without https', () => {
    expect(findAddressFault('http://127.0.0.1:9000/', everywhere)).toBeUndefined()
    expect(findAddressFault('http://[::1]:9000/', everywhere)).toBeUndefined()
    expect(findAddressFault('http://example.com/', everywhere)).toMatch(/https/)
    expect(findAddressFault('https://10.0.0.1/', everywhere)).toMatch(/private/)
  })
})
