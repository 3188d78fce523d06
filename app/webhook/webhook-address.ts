import { isIP } from 'node:net'
import { isPublicAddress } from '../../core/outgoing/public-address'
import type { Reach } from '../../core/outgoing/reach'
import { longest, tooLong } from '../../core/text/longest'
import { isLoopbackHost } from '../../core/start/loopback-host'
import { hostOf } from '../../core/outgoing/host-of'

/**
 * Why `typed` can be no address of a webhook, as a sentence; undefined where it can. What its name leads to is looked at when something
 * is sent.
 */
export function findAddressFault(typed: string, reach: Reach): string | undefined {
  // The time that a host takes which is not ASCII grows with the square of its length.
  if (typed.length > longest.webhookUrl) return tooLong(longest.webhookUrl)
  const url = URL.canParse(typed) ? new URL(typed) : undefined
  if (!url || !/^https?:$/.test(url.protocol)) return 'Type an address that begins with https://.'
  if (url.username !== '' || url.password !== '')
    return 'The address must not contain a user or password: the receiver checks the signature.'
  const host = hostOf(url)
  if (reach.loopback && isLoopbackHost(host)) return undefined
  if (url.protocol !== 'https:') return 'The address must begin with https://.'
  if (isLoopbackHost(host) || (isIP(host) !== 0 && !isPublicAddress(host)))
    return 'The address must be one of the internet: messages are not sent into private networks.'
  return undefined
}
