import { request as requestHttp, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { HttpsProxyAgent } from 'hpagent'
import { type ProxyRule, hostOf } from './proxy-rule'
import { findAddresses, type Reach, type Resolve } from './reach'
import { createResolve } from './resolve-name'

interface Outgoing {
  reach: Reach
  resolve?: Resolve
  /** By which proxy addresses are reached; directly where it is left out. */
  proxyRule?: ProxyRule
  /** Whom https servers are trusted by, in place of the usual authorities; for tests. */
  ca?: string
}

interface OutgoingRequest {
  method?: 'GET' | 'POST'
  headers?: Record<string, string>
  body?: string
  /** Ends it wherever it is: while its name is asked for, while it connects and while its answer arrives. */
  signal: AbortSignal
}

export interface OutgoingAnswer {
  status: number
  headers: IncomingHttpHeaders
  /** Leaving the loop early ends the connection. */
  body: AsyncIterable<Uint8Array>
}

/** Sends a request to an address that came from outside. Follows no redirect. */
type FetchOutside = (address: string, request: OutgoingRequest) => Promise<OutgoingAnswer>

/**
 * The one way to http servers whose address came from outside: what a name leads to is looked at here, and the connection made to the
 * very addresses that were. A proxy is told the address as well, and no name that it could understand otherwise.
 *
 * @returns a function that throws ForbiddenAddressError for what `reach` does not hold, and what DNS, network and TLS have to say
 */
export const createFetchOutside = ({
  reach,
  resolve = createResolve(),
  proxyRule = () => undefined,
  ca,
}: Outgoing): FetchOutside =>
  async function fetchOutside(address, { method = 'GET', headers, body, signal }) {
    const url = new URL(address)
    const addresses = await findAddresses(hostOf(url), { reach, resolve, signal })
    const proxy = proxyRule(url)
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      const send = url.protocol === 'http:' ? requestHttp : requestHttps
      const way = proxy === undefined ? directly(addresses) : through(proxy, url, addresses, signal)
      send(url, { method, signal, ca, ...way, headers: { host: url.host, ...headers } }, resolve)
        .on('error', reject)
        .end(body)
    })
    return { status: answer.statusCode ?? 0, headers: answer.headers, body: answer }
  }

/** A connection of its own: one that is kept was opened for somebody else. */
const directly = (addresses: string[]) => ({ agent: false as const, lookup: lookupOf(addresses) })

function through(proxy: string, url: URL, addresses: string[], signal: AbortSignal) {
  const host = addresses.find((address) => isIP(address) === 4) ?? addresses[0]
  const name = hostOf(url)
  return {
    host,
    hostname: host,
    ...(isIP(name) === 0 && { servername: name }),
    // Its types leave out most of what Node's request takes.
    agent: new HttpsProxyAgent({ proxy, proxyRequestOptions: { signal } as object }),
  }
}

/** Answers with addresses that are known, in the form of `dns.lookup`. */
const lookupOf =
  (addresses: string[]): LookupFunction =>
  (_name, { all }, done) => {
    const [first = ''] = addresses
    if (all)
      done(
        null,
        addresses.map((address) => ({ address, family: isIP(address) })),
      )
    else done(null, first, isIP(first))
  }
