import { getServers } from 'node:dns'
import { isIP } from 'node:net'
import type { DnsServer } from './ask'

const dnsPort = 53

/** `192.0.2.1`, `192.0.2.1:5353` or `[2001:db8::1]:53`; undefined for anything else. */
export function parseResolver(text: string): DnsServer | undefined {
  const [, bracketed, plain, port] = /^(?:\[([^\]]+)\]|([^:]+))(?::(\d{1,5}))?$/.exec(text.trim()) ?? []
  const host = isIP(text.trim()) > 0 ? text.trim() : (bracketed ?? plain ?? '')
  const number = port === undefined ? dnsPort : Number(port)
  return isIP(host) > 0 && number >= 1 && number <= 65_535 ? { host, port: number } : undefined
}

/** Resolvers of the machine. */
export const systemResolvers = (): DnsServer[] =>
  getServers().flatMap((server) => parseResolver(server) ?? [])
