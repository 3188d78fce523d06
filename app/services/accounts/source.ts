import { isIPv6 } from 'node:net'

/**
 * The place that an IP address stands for where attempts are counted: the address itself, or its /64 network in IPv6, where
 * one person has as many addresses as they like.
 */
export function sourceOf(address: string): string {
  if (!isIPv6(address)) return address
  const [front = '', back] = address.split('::')
  const groups = front === '' ? [] : front.split(':')
  const end = back === undefined || back === '' ? [] : back.split(':')
  const zeros = back === undefined ? 0 : 8 - groups.length - end.length
  const all = [...groups, ...Array.from({ length: Math.max(0, zeros) }, () => '0'), ...end]
  return all
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')
}
