import { lookup as resolveName, type LookupAddress } from 'node:dns'
import { request as requestHttp, type IncomingMessage } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { isLoopbackAddress, isPublicAddress } from './public-address'
import { findAddressFault, hostOf, type WebhookReach } from './webhook-address'
import type { OutgoingMessage, WebhookOutcome, WebhookTransport } from './webhook-transport'

interface HttpTransportOptions {
  reach: WebhookReach
  /** From the name to the end of the answer. */
  timeoutMilliseconds?: number
  /** Resolver in the form of `dns.lookup` with `all`. */
  resolve?: (host: string, done: (error: Error | null, addresses: LookupAddress[]) => void) => void
}

/** How much of an answer is read; what it says of a refusal is shown this far. */
const readBytes = 2_048
const shownCharacters = 200
const longestRetryMilliseconds = 60 * 60_000

class ForbiddenAddress extends Error {}

/**
 * Sends by HTTPS. The name is resolved here and the connection made to the very address that was checked, so that a name which leads
 * elsewhere a moment later opens no private network. Redirects are not followed.
 */
export const createHttpTransport = ({
  reach,
  timeoutMilliseconds = 10_000,
  resolve = (host, done) => resolveName(host, { all: true }, done),
}: HttpTransportOptions): WebhookTransport => {
  const isReachable = (address: string) =>
    isPublicAddress(address) || (reach.loopback && isLoopbackAddress(address))

  const lookup: LookupFunction = (host, options, done) =>
    resolve(host, (error, addresses) => {
      const forbidden = addresses?.find(({ address }) => !isReachable(address))
      const [first] = addresses ?? []
      if (error) done(error, '')
      else if (forbidden || !first) done(new ForbiddenAddress(`${host} leads into a private network.`), '')
      else if (options.all) done(null, addresses)
      else done(null, first.address, first.family)
    })

  return {
    async send(message) {
      const url = new URL(message.url)
      const host = hostOf(url)
      const fault = findAddressFault(message.url, reach)
      if (fault) return { result: 'refused', again: false, reason: fault }
      // An address in place of a name is connected to without a lookup.
      if (isIP(host) !== 0 && !isReachable(host))
        return { result: 'refused', again: false, reason: 'The address leads into a private network.' }
      try {
        const signal = AbortSignal.timeout(timeoutMilliseconds)
        return judge(await post(url, message, { lookup, signal }))
      } catch (failure) {
        return explain(failure as Error, timeoutMilliseconds)
      }
    },
  }
}

interface Answer {
  status: number
  text: string
  retryAfter: string | undefined
}

const post = (
  url: URL,
  { headers, body }: OutgoingMessage,
  { lookup, signal }: { lookup: LookupFunction; signal: AbortSignal },
) =>
  new Promise<Answer>((resolve, reject) => {
    const request = (url.protocol === 'http:' ? requestHttp : requestHttps)(
      url,
      {
        method: 'POST',
        // A connection of its own: one that is kept was opened for another message.
        ...{ agent: false, lookup, signal },
        headers: { ...headers, 'content-length': Buffer.byteLength(body) },
      },
      (response) => void readBeginning(response).then(resolve, reject),
    )
    request.on('error', reject)
    request.end(body)
  })

async function readBeginning(response: IncomingMessage): Promise<Answer> {
  let text = ''
  try {
    for await (const chunk of response) {
      text += (chunk as Buffer).toString('latin1').slice(0, readBytes - text.length)
      if (text.length >= readBytes) break
    }
  } finally {
    response.destroy()
  }
  return {
    status: response.statusCode ?? 0,
    text: Buffer.from(text, 'latin1').toString('utf8'),
    retryAfter: response.headers['retry-after'],
  }
}

function judge({ status, text, retryAfter }: Answer): WebhookOutcome {
  if (status >= 200 && status < 300) return { result: 'delivered', status }
  const said = text.replace(/[^\p{L}\p{N}\p{P}\p{S} ]+/gu, ' ').trim()
  const shown = said === '' ? '' : `: ${[...said].slice(0, shownCharacters).join('')}`
  const seconds = /^\d{1,6}$/.test(retryAfter ?? '') ? Number(retryAfter) : 0
  return {
    result: 'refused',
    status,
    // 410 Gone asks never to be sent anything again.
    again: status !== 410,
    reason:
      status >= 300 && status < 400
        ? `It answered ${status}, which leads elsewhere. Type the address that it leads to.`
        : `It answered ${status}${shown}`,
    ...(seconds > 0 && { retryAfterMilliseconds: Math.min(seconds * 1000, longestRetryMilliseconds) }),
  }
}

function explain(failure: Error, timeoutMilliseconds: number): WebhookOutcome {
  const { name, message } = failure
  if (failure instanceof ForbiddenAddress) return { result: 'refused', again: false, reason: message }
  const code = (failure as NodeJS.ErrnoException).code ?? ''
  const reason =
    name === 'TimeoutError' || (failure.cause instanceof Error && failure.cause.name === 'TimeoutError')
      ? `It did not answer within ${timeoutMilliseconds / 1000} seconds.`
      : code === 'ENOTFOUND'
        ? 'Its name is not known.'
        : `It could not be reached (${code || name}).`
  return { result: 'refused', again: true, reason }
}
