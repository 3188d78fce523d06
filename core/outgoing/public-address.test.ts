import { describe, expect, it } from 'vitest'
import { isPublicAddress } from './public-address'

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
