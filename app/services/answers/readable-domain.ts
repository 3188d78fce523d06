import { domainToUnicode } from 'node:url'
import { isOneLine } from '../../input/names'

/** A name of DNS as people read it; one in another alphabet with what DNS has in its place: `bücher.example (xn--bcher-kva.example)`. */
export function readableDomain(name: string): string {
  if (!/(^|\.)xn--/.test(name)) return name
  const readable = domainToUnicode(name)
  return readable !== '' && readable !== name && isOneLine(readable) ? `${readable} (${name})` : name
}
