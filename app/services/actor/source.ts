import ipaddr from 'ipaddr.js'
import { currentOrigin } from './origin'

/** The leading groups of an IPv6 address that one customer's network shares: a provider gives out nothing smaller. */
const ipv6NetworkGroups = 4

/**
 * The place that an IP address stands for where attempts are counted: the address itself, or its /64 network in IPv6, where
 * one person has as many addresses as they like.
 */
export function sourceOf(address: string): string {
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  if (!('parts' in parsed)) return parsed.toString()
  const network = parsed.parts.map((group, index) => (index < ipv6NetworkGroups ? group : 0))
  return `${new ipaddr.IPv6(network).toNormalizedString()}/64`
}

/** The place that the running request comes from; empty for what no request caused. */
export const currentSource = (): string => sourceOf(currentOrigin().address)
