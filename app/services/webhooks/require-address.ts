import { invalid } from '../../../core/errors'
import { internetAlone } from '../../../core/outgoing/reach'
import { findAddressFault } from '../../webhook/webhook-address'
import type { Dependencies } from '../dependencies'
import { hostOf } from '../../../core/outgoing/proxy-rule'

/** The address that somebody typed, tidied. @throws DomainError `invalid` at the field `url` */
export function requireAddress({ webhookReach = internetAlone }: Dependencies, typed: string): string {
  const url = typed.trim()
  const fault = findAddressFault(url, webhookReach)
  if (fault) throw invalid(fault, { url: fault })
  return new URL(url).href
}

/** Whose it is and how it ends: the rest may be all that keeps others from writing there. */
export function maskAddress(url: string): string {
  const { protocol, host, pathname, search } = new URL(url)
  const rest = pathname + search
  return `${protocol}//${host}/…${rest.length > 12 ? rest.slice(-4) : ''}`
}

export const hostOfAddress = (url: string): string => hostOf(new URL(url))
