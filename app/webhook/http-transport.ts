import { createFetchOutside, type OutgoingAnswer } from '../../core/outgoing/fetch-outside'
import type { ProxyRule } from '../../core/outgoing/proxy-rule'
import { ForbiddenAddressError, type Reach, type Resolve } from '../../core/outgoing/reach'
import { findAddressFault } from './webhook-address'
import type { WebhookOutcome, WebhookTransport } from './webhook-transport'

interface HttpTransportOptions {
  reach: Reach
  /** From the name to the end of the answer. */
  timeoutMilliseconds?: number
  resolve?: Resolve
  /** By which proxy receivers are reached; directly where it is left out. */
  proxyRule?: ProxyRule
}

/** How much of an answer is read; what it says of a refusal is shown this far. */
const readBytes = 2_048
const shownCharacters = 200
const longestRetryMilliseconds = 60 * 60_000

/** Sends by HTTPS, to the internet alone. Redirects are not followed. */
export function createHttpTransport({
  reach,
  timeoutMilliseconds = 10_000,
  resolve,
  proxyRule,
}: HttpTransportOptions): WebhookTransport {
  const fetchOutside = createFetchOutside({ reach, resolve, proxyRule })
  return {
    async send({ url, headers, body }) {
      const fault = findAddressFault(url, reach)
      if (fault) return { result: 'refused', again: false, reason: String(fault) }
      const signal = AbortSignal.timeout(timeoutMilliseconds)
      try {
        return classify(
          await readBeginning(await fetchOutside(url, { method: 'POST', headers, body, signal })),
        )
      } catch (failure) {
        return explain(failure as NodeJS.ErrnoException, signal.aborted ? timeoutMilliseconds : undefined)
      }
    },
  }
}

interface Answer {
  status: number
  text: string
  retryAfter: string | undefined
}

async function readBeginning({ status, headers, body }: OutgoingAnswer): Promise<Answer> {
  let text = ''
  for await (const chunk of body) {
    text += Buffer.from(chunk)
      .toString('latin1')
      .slice(0, readBytes - text.length)
    if (text.length >= readBytes) break
  }
  return {
    status,
    text: Buffer.from(text, 'latin1').toString('utf8'),
    retryAfter: headers['retry-after'],
  }
}

function classify({ status, text, retryAfter }: Answer): WebhookOutcome {
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

function explain(failure: NodeJS.ErrnoException, waitedMilliseconds: number | undefined): WebhookOutcome {
  const { name, message, code = '' } = failure
  if (failure instanceof ForbiddenAddressError) return { result: 'refused', again: false, reason: message }
  const reason =
    waitedMilliseconds !== undefined
      ? `It did not answer within ${waitedMilliseconds / 1000} seconds.`
      : code === 'ENOTFOUND'
        ? 'Its name is not known.'
        : `It could not be reached (${code || name}).`
  return { result: 'refused', again: true, reason }
}
