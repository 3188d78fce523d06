import { BlockList, isIP } from 'node:net'

/** Addresses of the internet are of these, */
const internet = new BlockList()
internet.addSubnet('0.0.0.0', 0, 'ipv4')
internet.addSubnet('2000::', 3, 'ipv6')

/** and not of these: the special-purpose registries of IANA, and multicast. */
const special = new BlockList()
const ipv4: [string, number][] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.31.196.0', 24],
  ['192.52.193.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['192.175.48.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
]
const ipv6: [string, number][] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['2620:4f:8000::', 48],
  ['3fff::', 20],
]
for (const [network, bits] of ipv4) special.addSubnet(network, bits, 'ipv4')
for (const [network, bits] of ipv6) special.addSubnet(network, bits, 'ipv6')

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

const isIn = (list: BlockList, address: string) =>
  isIP(address) !== 0 && list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')

/** Whether an IP address is one of the internet: no network of somebody's own, no machine itself, no metadata service. */
export const isPublicAddress = (address: string): boolean =>
  isIn(internet, address) && !isIn(special, address)

export const isLoopbackAddress = (address: string): boolean => isIn(loopback, address)
