import { BlockList, isIP } from 'node:net'

/** By which proxy an address is reached; undefined where directly. */
export type ProxyRule = (address: URL) => string | undefined

/** Variables of the environment that most programs know. */
export interface ProxyVariables {
  HTTPS_PROXY?: string
  HTTP_PROXY?: string
  NO_PROXY?: string
}

/** The variables as most programs know them, in upper or lower case. An empty one is none. */
export const readProxyVariables = (environment: Record<string, string | undefined>): ProxyVariables =>
  Object.fromEntries(
    ['HTTPS_PROXY', 'HTTP_PROXY', 'NO_PROXY'].map((name) => [
      name,
      environment[name]?.trim() || environment[name.toLowerCase()]?.trim() || undefined,
    ]),
  )

/**
 * The rule that the variables are. NO_PROXY has names, which hold for what is below them as well, addresses, ranges of them, each with or
 * without a port, or `*`. This machine is always reached directly.
 */
export function createProxyRule({ HTTPS_PROXY, HTTP_PROXY, NO_PROXY = '' }: ProxyVariables): ProxyRule {
  const exceptions = NO_PROXY.split(/[\s,]+/).filter(Boolean)
  return (address) => {
    const host = hostOf(address).toLowerCase()
    const port = address.port || (address.protocol === 'https:' ? '443' : '80')
    const isDirect = ['localhost', '127.0.0.0/8', '::1', ...exceptions].some((entry) =>
      holds(entry.toLowerCase(), host, port),
    )
    return isDirect ? undefined : address.protocol === 'https:' ? HTTPS_PROXY : HTTP_PROXY
  }
}

function holds(entry: string, host: string, port: string): boolean {
  if (entry === '*') return true
  const [, bracketed, plain, wantedPort] = /^(?:\[([^\]]+)\]|([^:]+)):(\d+)$/.exec(entry) ?? []
  if (wantedPort !== undefined && wantedPort !== port) return false
  const wanted = bracketed ?? plain ?? withoutBrackets(entry)
  const name = wanted.replace(/^\*?\.*/, '')
  return isIP(host) === 0 ? host === name || host.endsWith(`.${name}`) : isWithin(wanted, host)
}

function isWithin(range: string, address: string): boolean {
  const [network = '', bits] = range.split('/')
  const family = isIP(network)
  if (family === 0 || family !== isIP(address)) return false
  const width = family === 6 ? 128 : 32
  const prefix = bits === undefined ? width : Number(bits)
  if (!(prefix >= 0 && prefix <= width)) return false
  const type = family === 6 ? 'ipv6' : 'ipv4'
  const list = new BlockList()
  list.addSubnet(network, prefix, type)
  return list.check(address, type)
}

/** A host without the brackets that an address has around one of IPv6. */
const withoutBrackets = (host: string): string => host.replace(/^\[|\]$/g, '')

/** The host of an address, an IPv6 address without its brackets. */
export const hostOf = ({ hostname }: URL): string => withoutBrackets(hostname)
