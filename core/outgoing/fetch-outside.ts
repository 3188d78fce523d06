import { request as requestHttp, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { findAddresses, type Reach, type Resolve } from './reach'
import { createResolve } from './resolve-name'

interface Outgoing {
  reach: Reach
  resolve?: Resolve
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
 * very addresses that were.
 *
 * @returns a function that throws ForbiddenAddressError for what `reach` does not hold, and what DNS, network and TLS have to say
 */
export const createFetchOutside = ({ reach, resolve = createResolve() }: Outgoing): FetchOutside =>
  async function fetchOutside(address, { method = 'GET', headers, body, signal }) {
    const url = new URL(address)
    const addresses = await findAddresses(hostOf(url), { reach, resolve, signal })
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      const send = url.protocol === 'http:' ? requestHttp : requestHttps
      // A connection of its own: one that is kept was opened for somebody else.
      const options = { method, headers, signal, agent: false, lookup: lookupOf(addresses) }
      send(url, options, resolve).on('error', reject).end(body)
    })
    return { status: answer.statusCode ?? 0, headers: answer.headers, body: answer }
  }

/** The host of an address, an IPv6 address without its brackets. */
export const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '')

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
