import { requestMessages } from '../messages/request-messages'
import { isIP } from 'node:net'
import { isPublicAddress } from '../../core/outgoing/public-address'
import type { Reach } from '../../core/outgoing/reach'
import { longest } from '../../core/text/longest'
import { isLoopbackHost } from '../../core/start/loopback-host'
import { hostOf } from '../../core/outgoing/proxy-rule'
import { callMessages } from '../messages/call-messages'
import type { Message } from '../../core/messages/declare-messages'

/**
 * Why `typed` can be no address of a webhook, as a sentence; undefined where it can. What its name leads to is looked at when something
 * is sent.
 */
export function findAddressFault(typed: string, reach: Reach): Message | undefined {
  // The time that a host takes which is not ASCII grows with the square of its length.
  if (typed.length > longest.webhookUrl) return requestMessages.tooLong(longest.webhookUrl)
  const url = URL.canParse(typed) ? new URL(typed) : undefined
  if (!url || !/^https?:$/.test(url.protocol)) return callMessages.webhookWithoutAddress
  if (url.username !== '' || url.password !== '') return callMessages.webhookWithLogin
  const host = hostOf(url)
  if (reach.loopback && isLoopbackHost(host)) return undefined
  if (url.protocol !== 'https:') return callMessages.webhookNotHttps
  if (isLoopbackHost(host) || (isIP(host) !== 0 && !isPublicAddress(host)))
    return callMessages.webhookNotPublic
  return undefined
}
